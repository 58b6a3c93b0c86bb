# SPDX-License-Identifier: Apache-2.0
"""Who may include whom: the layers of docs/design.md, each a folder of logphead/."""

import re

import tree

# What a layer may include besides itself; whatever those may include, it may too.
_USES = {
    "base": [], "testing": ["base"], "mesh": ["base"], "hlo": ["mesh"], "head": ["hlo", "kernels"],
    "pjrt": ["base"], "io": ["base"], "kernels": ["base"], "ffi": ["kernels"],
    "score": ["head", "ffi", "pjrt", "io"], "plan": ["head", "pjrt"], "cli": ["score", "plan", "io"],
}
# Headers from outside that one layer alone includes.
_OWNERS = {"pjrt_c_api.h": "pjrt", "xla/ffi/": "ffi", "google/protobuf/": "plan", "CLI/": "cli",
           "sqlite3.h": "plan", "xxhash.h": "plan"}
# Headers that stand outside of their layer's folder.
_PUBLIC = {"logphead/logphead.h": "kernels"}
_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def allowed(layer):
    """The layers that a layer may include, itself among them."""
    return {layer}.union(*(allowed(used) for used in _USES[layer]))


def problems(root):
    """One text per include that the layers forbid."""
    for path in tree.source_files(root / "logphead", {".h", ".cc"}):
        where = path.relative_to(root).as_posix()
        layer = _PUBLIC.get(where, path.relative_to(root).parts[1])
        if layer not in _USES:
            yield f"{where}:1: folder {layer} has no place among the layers"
            continue
        may = allowed(layer)
        if path.stem.endswith(("_test", "_bench")):
            may |= {"testing"}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = _INCLUDE.match(line)
            if not match:
                continue
            header = match[1]
            parts = header.split("/")
            target = _PUBLIC.get(header, parts[1] if len(parts) > 2 else None)
            if parts[0] == "logphead" and target not in may:
                yield f"{where}:{number}: {layer} may not include {header} (only {sorted(may)})"
            for outside, owner in _OWNERS.items():
                if header.startswith(outside) and layer != owner:
                    yield f"{where}:{number}: only {owner} may include {header}"
            if layer == "base" and parts[0] in ("fmt", "nlohmann"):
                yield f"{where}:{number}: base includes the standard library only, not {header}"
