# SPDX-License-Identifier: Apache-2.0
"""A plan as `logphead plan --format json` prints it (schema 2), for pages to be made of.

Bytes of temporaries, FLOPs and verdicts are those of bench-cp4 in README.md where it has the row, and
of that size where not. `python3 plan_fixture.py` prints it.
"""

import json
import sys

GIB = 1 << 30
DEVICE = {"matmul_flops_per_second": 1.1535e15, "hbm_bytes_per_second": 3.69e12,
          "hbm_bytes": 101726325637, "wire_bytes_per_second": 6e11,
          "host_wire_bytes_per_second": None,
          "source": "docs.cloud.google.com/tpu/docs/tpu7x, per chip: 2307 TFLOP/s bf16, HBM 7380 GB/s, "
                    "ICI 1200 GB/s; a device is one of its two cores",
          "calibration": None}
KERNEL = 4096 * 248320 * 2  # bytes, bf16

# Markup, what ends elements, quotes, control characters and one very long word.
HOSTILE = ("INTERNAL: </script></pre></details><script>document.title = 'broken'</script>"
           "<img src=\"https://example.invalid/x.png\" onerror=\"document.title = 'broken'\"> "
           "<b class='injected'>bold</b> &amp; &lt;i&gt; \"double\" 'single' \x1b[31mred\x1b[0m \x00 "
           "naïve 漢字 " + "f32[4,1,4,1024]{3,2,1,0:T(8,128)}" * 12)
RESHAPE = ("INTERNAL: Reshape should have supported layout before reaching the emitter. HLO: "
           "%reshape.1204 = s32[4,1,4,1024]{3,2,1,0:T(4,128)} reshape(s32[4,4096]{1,0:T(4,128)} "
           "%all-to-all.31), metadata={op_name=\"while/body/transpose\"}\n"
           "  operand: s32[4,4096]{1,0:T(4,128)}\n  result: s32[4,1,4,1024]{3,2,1,0:T(4,128)}\n"
           "    at platforms/xla/service/jellyfish/lowering/reshape_emitter.cc:218\n"
           "    at platforms/xla/service/jellyfish/lowering/lower.cc:1190")


def wire_of(head, loops, gathers):
    """Entries of collectives as the head has them."""
    if head == "chunked":
        return [("all-gather", "fsdp", 32, 2, 2 * loops, 2 * loops * KERNEL * 31 // 32),
                ("reduce-scatter", "fsdp", 32, 1, loops, loops * KERNEL // 32),
                ("all-reduce", "context,expert", 8, 3, 3, 196608)]
    share = {"local": 1, "vocab:context": 4, "vocab:context,expert": 8}[head]
    entries = [("all-gather", "fsdp", 32, gathers, gathers, gathers * KERNEL // share * 31 // 32),
               ("reduce-scatter", "fsdp", 32, 1, 1, 2 * KERNEL // share // 32)]
    if share > 1:
        axes = head.split(":")[1]
        entries += [("all-gather", axes, share, 2, 2 * loops, 1073741824),
                    ("all-reduce", axes, share, 3, 3 * loops, 3145728),
                    ("reduce-scatter", axes, share, 1, loops, 536870912)]
    return entries


def row(head, chunk, temp, **options):
    """A row that compiles when `temp` (bytes) is given; options are further keys."""
    chunked = head == "chunked"
    loops = {"chunked": 65536, "local": 65536}.get(head, 65536 // 4) // chunk
    result = {
        "head": head, "program": "loss_and_grad", "loss": None,
        "kernel": None if chunked else "keep", "vocab_tiles": None if chunked else 1,
        "chunk": chunk, "replicate_sequence": "auto" if chunked else None,
        "variant": "rule" if chunked else None, "mesh": "fsdp=32,context=4,expert=2",
        "topology": "tpu7x:4x4x8", "compiler": "libtpu==0.0.51", "verdict": "compiles", "message": "",
        "offending_shape": None, "temp_bytes": None, "argument_bytes": None, "output_bytes": None,
        "code_bytes": None, "peak_bytes": None, "fits": None, "matmul_flops": None,
        "hbm_bytes": None, "estimated_cycles": None, "wire_bytes": None, "wire": [],
        "seconds": None, "unknown": [], "recalled": False, "compile_seconds": 21.4 + chunk / 100,
        "collectives": {}, **options}
    if temp is None:
        return result
    result.update(temp_bytes=int(temp), argument_bytes=197984256, output_bytes=261358112,
                  code_bytes=41943040, peak_bytes=int(temp) + 501285408,
                  matmul_flops={"chunked": 533263139471360}.get(head, 133315784867840),
                  estimated_cycles=int(2.1e8 + 9e4 * loops))
    if result["program"] == "fused":
        result["matmul_flops"] = result["matmul_flops"] * 3 // 4
    gathers = 1 if result["program"] == "fused" else 2 if result["kernel"] == "regather" else 1
    result["wire"] = [dict(zip(("kind", "axes", "group_size", "count", "executions", "wire_bytes"),
                               entry)) for entry in wire_of(head, loops, gathers)]
    result["wire_bytes"] = sum(entry["wire_bytes"] for entry in result["wire"])
    result["hbm_bytes"] = loops * KERNEL * 3 + 4 * int(temp)
    compute = result["matmul_flops"] / DEVICE["matmul_flops_per_second"]
    memory = result["hbm_bytes"] / DEVICE["hbm_bytes_per_second"]
    wire = result["wire_bytes"] / DEVICE["wire_bytes_per_second"]
    result["seconds"] = {"compute": compute, "memory": memory, "wire": wire,
                         "overlapped": max(compute + memory, wire),
                         "sequential": compute + memory + wire}
    for entry in result["wire"]:
        kind = result["collectives"].setdefault(
            entry["kind"], {"count": 0, "bytes": 0, "executions": 0, "executed_bytes": 0})
        kind["count"] += entry["count"]
        kind["bytes"] += entry["wire_bytes"] // entry["executions"] * entry["count"]
        kind["executions"] += entry["executions"]
        kind["executed_bytes"] += entry["wire_bytes"]
    return result


def document(resident=88 * GIB):
    """The whole document; `resident` bytes decide what fits."""
    fused = {"program": "fused", "loss": "grpo"}
    both = "vocab:context,expert"
    rows = [
        row("chunked", 512, 11.98e9), row("chunked", 1024, 12.23e9),
        row("chunked", 2048, None, verdict="fails", message=RESHAPE.replace("1024]", "512]"),
            offending_shape="s32[4,1,4,512]", replicate_sequence="never"),
        row("chunked", 4096, None, verdict="fails", message=RESHAPE,
            offending_shape="s32[4,1,4,1024]", replicate_sequence="never"),
        row("chunked", 4096, 13.61e9),
        row("local", 256, 6.78e9), row("local", 512, 7.37e9), row("local", 1024, 8.56e9),
        row("local", 512, 3.88e9, kernel="regather", vocab_tiles=4),
        row("local", 1024, 4.47e9, kernel="regather", vocab_tiles=4),
        row("local", 1024, 8.93e9, **fused),
        row("vocab:context", 256, 2.20e9, recalled=True), row("vocab:context", 1024, 3.61e9),
        row("vocab:context", 256, 2.20e9, **fused),
        row(both, 64, 0.976355328e9, recalled=True), row(both, 256, 1.07e9),
        row(both, 1024, 1.92e9),
        row(both, 256, 1.44e9, **fused), row(both, 1024, 2.31e9, **fused),
        row(both, 4096, None, verdict="memory", **fused,
            message="the compiler took more than 24.0 GB (--compile-memory)"),
        row("vocab:context", 4096, None, verdict="crashed", message=HOSTILE),
        row("local", 8192, None, verdict="timeout",
            message="no end after 600 s (--compile-timeout)"),
        row("vocab:context", 2048, None, verdict="pruned", message="--for 8 minutes were over"),
    ]
    rows[16]["unknown"] = ["while %while.3: no trip count", "custom-call <%call.7> \"sort\": seconds"]
    rows[16]["wire"][2].update(executions=None, wire_bytes=None)
    free = DEVICE["hbm_bytes"] - resident
    for entry in rows:
        if entry["verdict"] == "compiles":
            entry["fits"] = entry["peak_bytes"] <= free
    fitting = [at for at, entry in enumerate(rows) if entry["fits"]]
    ranking = sorted(fitting, key=lambda at: rows[at]["seconds"]["sequential"])
    best = ranking[0] if ranking else None
    command = ("logphead plan --preset bench-cp4 --precision f32 --head chunked,local,vocab:context,"
               "vocab:context,expert --chunk 64,256,512,1024,2048,4096 --loss grpo "
               f"--resident {resident // GIB} --for 8 --report out.html")
    return {
        "schema": 2, "command": command, "resident_bytes": resident, "rows": rows,
        "devices": {"tpu7x": DEVICE}, "ranking": ranking, "best": best,
        "reason": "" if best is None else
        f"fewest predicted seconds of the {len(fitting)} rows that fit beside {resident // GIB} GiB: "
        f"{rows[best]['seconds']['overlapped']:.3f} s overlapped, "
        f"{rows[best]['seconds']['sequential']:.3f} s without overlap",
        "use": [f"--mesh fsdp=32,context=4,expert=2 --head {both} --loss grpo "
                "--program fused --chunk 1024 --input 'batch & <rows>.safetensors'  # flags of logphead",
                "compute_logps_chunk_size=1024 TUNIX_LOGPS_SHARDED_HEAD=local  # tunix, MaxText"],
    }


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1, ensure_ascii=False)
