// SPDX-License-Identifier: Apache-2.0
// HtmlStyle: the style sheet, light and dark, and the script.
#include "logphead/plan/html_parts.h"

namespace logphead::html {
namespace {

// Colours h0 to h7 are of heads, the others of parts of bars; each has a hatch of its own too.
constexpr std::string_view kStyle = R"css(
:root {
  --paper: #fcfcfa; --card: #ffffff; --ink: #1c2126; --soft: #545b64; --rule: #dcdedb;
  --edge: #8b9199; --link: #1a56b0; --code: #f1f2ef; --track: #eceeea;
  --good: #17633a; --good-paper: #e4f3ea; --warn: #774700; --warn-paper: #fbeed6;
  --bad: #a01f1b; --bad-paper: #fbe8e6;
  --h0: #2563c9; --h1: #c2570c; --h2: #1f7a4d; --h3: #7b3fb8; --h4: #0b7285; --h5: #b8276b;
  --h6: #7a5a12; --h7: #55606e;
  --temp: #2f4f6f; --args: #5f8fb8; --outs: #7fb3a3; --code-part: #c28f2c; --taken: #a3a9b0;
  --compute: #2f4f6f; --memory: #5f8fb8; --wire: #c28f2c; --hatch: rgb(255 255 255 / 55%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1b1f23; --ink: #e5e8eb; --soft: #a5acb5; --rule: #343a41;
    --edge: #7d858f; --link: #8ab4f8; --code: #23282d; --track: #262b31;
    --good: #7fd8a4; --good-paper: #16301f; --warn: #f0bd6a; --warn-paper: #35270e;
    --bad: #ff9c94; --bad-paper: #3a1a18;
    --h0: #7aa9ff; --h1: #f2a060; --h2: #6fcf97; --h3: #c59df2; --h4: #5fc9d8; --h5: #f08bb8;
    --h6: #d9b65c; --h7: #aab4c0;
    --temp: #9dbbe0; --args: #6b93bd; --outs: #6fae9c; --code-part: #d6a84a; --taken: #69717a;
    --compute: #9dbbe0; --memory: #6b93bd; --wire: #d6a84a; --hatch: rgb(0 0 0 / 50%);
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 2.5rem) 4rem; max-width: 76rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3 { line-height: 1.25; margin: 0; font-weight: 650; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 4.5vw, 2.25rem); letter-spacing: -.015em; }
h2 { font-size: 1.3rem; letter-spacing: -.005em; }
h3 { font-size: 1rem; }
p { margin: .5rem 0; max-width: 46rem; }
a { color: var(--link); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
code, pre { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.eyebrow { margin: 0 0 .35rem; color: var(--soft); font-size: .875rem; font-weight: 600; }
.lead { font-size: 1.0625rem; color: var(--soft); }
.common { display: flex; flex-wrap: wrap; gap: .4rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.common li { padding: .1rem .6rem; border: 1px solid var(--rule); border-radius: 1rem;
  font-size: .875rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; margin: 1.25rem 0 0;
  padding: .75rem 0; list-style: none; border-block: 1px solid var(--rule); font-size: .9375rem; }
nav a { display: inline-block; padding: .15rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
.skip, .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.skip:focus { width: auto; height: auto; clip-path: none; padding: .4rem .8rem;
  background: var(--card); z-index: 1; }
section { margin-top: 3rem; }
section > h2 { margin-bottom: .75rem; }
.card { padding: clamp(1rem, 3vw, 1.75rem); background: var(--card);
  border: 1px solid var(--rule); border-radius: .75rem; }
.card h2 { font-size: clamp(1.25rem, 3.5vw, 1.6rem); }
.card h3 { margin: 1.5rem 0 .5rem; }
.take { color: var(--soft); font-weight: 500; }
.reason { font-size: 1.0625rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
  gap: 1rem 1.5rem; margin: 1.25rem 0 0; }
.facts dt { color: var(--soft); font-size: .875rem; }
.facts dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts small { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; }
.badge { display: inline-block; padding: 0 .55rem; border: 1px solid currentcolor;
  border-radius: 1rem; color: var(--soft); font-size: .8125rem; line-height: 1.45rem;
  font-weight: 600; white-space: nowrap; }
.good { color: var(--good); background: var(--good-paper); }
.warn { color: var(--warn); background: var(--warn-paper); }
.bad { color: var(--bad); background: var(--bad-paper); }
.copyable { position: relative; margin: .5rem 0; }
.copyable pre, .message { margin: 0; padding: .75rem .9rem; background: var(--code);
  border: 1px solid var(--rule); border-radius: .5rem; white-space: pre-wrap; }
.copyable.has-button pre { padding-right: 5.25rem; min-height: 3rem; }
button { font: inherit; color: inherit; cursor: pointer; }
.copy { position: absolute; top: .5rem; right: .5rem; padding: .15rem .7rem; font-size: .875rem;
  background: var(--card); border: 1px solid var(--edge); border-radius: .4rem; }
.copy:hover { border-color: var(--ink); }
figure { margin: 1.5rem 0 0; }
figcaption { max-width: 46rem; color: var(--soft); font-size: .9375rem; margin-bottom: .75rem; }
figcaption h3 { color: var(--ink); }
.named { display: inline-flex; align-items: baseline; gap: .4em; }
.glyph { position: relative; top: .12em; flex: none; }
.glyph path, .at path { fill: var(--c); }
.bars { margin: 0; padding: 0; list-style: none; }
.bars li { margin: .5rem 0; }
.of { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem;
  font-size: .9375rem; }
.value { color: var(--soft); font-variant-numeric: tabular-nums; }
.bar { display: block; width: 100%; height: 24px; margin-top: .1rem; overflow: visible; }
.track { fill: var(--track); }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; margin: .5rem 0; padding: 0;
  list-style: none; font-size: .9375rem; }
.legend li { display: flex; align-items: center; gap: .5rem; }
.swatch { flex: none; overflow: visible; }
.mark-capacity, .mark-sequential, .mark-overlapped { stroke: var(--ink); stroke-width: 3; }
.plot { padding: .5rem .75rem 0 3.75rem; }
.plot .chart { display: block; width: 100%; overflow: visible; }
.grid { stroke: var(--rule); }
.lane { stroke: var(--rule); stroke-dasharray: 2 3; }
.capacity { stroke: var(--ink); stroke-width: 2; }
.left { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 8 4; }
text { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
.axis { font-size: 13px; }
.series { stroke: var(--c); stroke-width: 2; }
.s1 { stroke-dasharray: 7 4; } .s2 { stroke-dasharray: 2 3; } .s3 { stroke-dasharray: 9 3 2 3; }
.at path { stroke: var(--paper); stroke-width: 1; stroke-dasharray: none; }
.at.s1 path, .at.s3 path { fill: var(--paper); stroke: var(--c); stroke-width: 2; }
.failure { fill: none; stroke: var(--bad); stroke-width: 2.5; }
.scroll { margin: .75rem 0; overflow-x: auto; border: 1px solid var(--rule); border-radius: .5rem;
  background: var(--card); }
table { width: 100%; border-collapse: collapse; font-size: .875rem;
  font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { padding: .6rem .8rem; text-align: left; color: var(--soft); }
caption > span { display: block; max-width: calc(100vw - 4rem); }
th, td { padding: .4rem .8rem; text-align: left; white-space: nowrap; vertical-align: top;
  border-top: 1px solid var(--rule); font-weight: 400; }
thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
tbody th { white-space: normal; min-width: 11rem; }
.n { text-align: right; }
tbody tr:hover { background: var(--code); }
th button { padding: 0; border: 0; background: none; font-weight: 600; }
th button:hover { color: var(--ink); text-decoration: underline; }
th button::after { content: "↕"; margin-left: .35em; }
[aria-sort="ascending"] button::after { content: "↑"; }
[aria-sort="descending"] button::after { content: "↓"; }
.source { display: block; min-width: 16rem; max-width: 32rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
details { margin: .5rem 0; }
summary { cursor: pointer; padding: .2rem 0; color: var(--link); }
.aside { color: var(--soft); margin-left: .5rem; }
.failure-note { margin: 1rem 0; padding: 1rem clamp(.9rem, 2.5vw, 1.25rem); background: var(--card);
  border: 1px solid var(--rule); border-left: 4px solid var(--bad); border-radius: .5rem; }
.shape { padding: .1rem .4rem; font-weight: 700; color: var(--bad); background: var(--bad-paper);
  border-radius: .25rem; }
mark { padding: 0 .15rem; font-weight: 700; color: var(--bad); background: var(--bad-paper); }
.message { max-height: 24rem; overflow: auto; }
.of-rows { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; margin: .35rem 0; padding: 0;
  list-style: none; font-size: .9375rem; }
.notes { padding-left: 1.1rem; }
.defs { position: absolute; }
pattern rect { fill: var(--c); }
pattern path { fill: var(--hatch); stroke: var(--hatch); stroke-width: 1.5; }
.outs path { stroke: none; }
.h0 { --c: var(--h0); } .h1 { --c: var(--h1); } .h2 { --c: var(--h2); } .h3 { --c: var(--h3); }
.h4 { --c: var(--h4); } .h5 { --c: var(--h5); } .h6 { --c: var(--h6); } .h7 { --c: var(--h7); }
pattern.temp { --c: var(--temp); } pattern.args { --c: var(--args); }
pattern.outs { --c: var(--outs); } pattern.code { --c: var(--code-part); }
pattern.taken { --c: var(--taken); } pattern.compute { --c: var(--compute); }
pattern.memory { --c: var(--memory); } pattern.wire { --c: var(--wire); }
.inner { padding-left: 1rem; border-left: 1px solid var(--rule); }
@media (min-width: 60rem) {
  tbody th { white-space: nowrap; }
  .sortable th:first-child { position: sticky; left: 0; background: var(--card); }
}
@media (max-width: 36rem) {
  .copyable.has-button pre { padding-right: .9rem; padding-top: 2.75rem; }
  .facts { gap: 1rem; }
  .facts dd { font-size: 1rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .chart, .swatch, .glyph { forced-color-adjust: none; } }
@media print { body { max-width: none; padding: 0; } nav, .copy { display: none; } }
)css";

// Adds what needs a script: buttons to copy and to sort. The page is whole without it.
constexpr std::string_view kScript = R"js(
"use strict";
const said = document.getElementById("said");
for (const box of document.querySelectorAll(".copyable")) {
  const text = box.querySelector("pre");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-describedby", text.id);
  button.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      getSelection().selectAllChildren(text);
      done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Selected";
    said.textContent = done ? "Copied" : "Selected: press Ctrl+C";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  box.classList.add("has-button");
  box.append(button);
}
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const body = table.tBodies[0];
      const key = (row) => {
        const cell = row.cells[column];
        return "sort" in cell.dataset ? Number(cell.dataset.sort) : cell.textContent;
      };
      // Cells without a number come last either way.
      const numbers = head.classList.contains("n");
      const none = (value) => numbers && typeof value !== "number";
      const rows = [...body.rows].sort((a, b) => {
        const x = key(a), y = key(b);
        if (none(x) || none(y)) return none(x) - none(y);
        const order = typeof x === "number" && typeof y === "number"
            ? x - y : String(x).localeCompare(String(y), "en", {numeric: true});
        return up ? order : -order;
      });
      body.append(...rows);
      said.textContent = "Sorted by " + button.textContent;
    });
  });
}
)js";

}  // namespace

std::string_view Style() { return kStyle; }
std::string_view Script() { return kScript; }

}  // namespace logphead::html
