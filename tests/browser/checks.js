// SPDX-License-Identifier: Apache-2.0
// What a page must hold to, as functions that return texts of what is wrong; run in the page.
"use strict";

const shown = (element) => element.checkVisibility({visibilityProperty: true});
const named = (element) => {
  const path = [];
  for (let at = element; at && at !== document.body && path.length < 3; at = at.parentElement) {
    const name = at.getAttribute("class");
    path.unshift(at.tagName.toLowerCase() + (at.id ? "#" + at.id : name ? "." + name : ""));
  }
  return path.join(" > ");
};

// --- colours -------------------------------------------------------------------------------------

// [r, g, b, alpha] of a computed colour, 0 to 1.
function parsed(colour) {
  const numbers = colour.match(/[\d.]+/g).map(Number);
  if (colour.startsWith("color(srgb")) return [...numbers, 1].slice(0, 4);
  return [numbers[0] / 255, numbers[1] / 255, numbers[2] / 255, numbers[3] ?? 1];
}
const over = (top, under) => [0, 1, 2].map((at) => top[at] * top[3] + under[at] * (1 - top[3]));
// WCAG 2.2: relative luminance and contrast ratio.
function luminance(colour) {
  const [r, g, b] = colour.slice(0, 3).map(
      (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function ratio(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
function background(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const colour = parsed(getComputedStyle(at).backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 1) break;
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return layers.reverse().reduce((under, layer) => over(layer, under), dark ? [0, 0, 0] : [1, 1, 1]);
}

function contrast(least = 4.5) {
  const problems = [];
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("script, style, title, desc")) continue;
    if (!shown(element)) continue;
    const style = getComputedStyle(element);
    const under = background(element);
    const ink = element.closest("svg") ? style.fill : style.color;
    const found = ratio(over(parsed(ink), under), under);
    ++texts;
    if (found < least) problems.push(`contrast ${found.toFixed(2)} of ${named(element)}`);
  }
  return texts > 20 ? problems : [...problems, `only ${texts} texts are shown`];
}

// --- places --------------------------------------------------------------------------------------

function overflow(width) {
  const problems = [];
  const page = document.documentElement;
  width = Math.min(width, page.clientWidth);  // without a scroll bar
  if (page.scrollWidth > width) problems.push(`the page is ${page.scrollWidth} px wide of ${width}`);
  for (const element of document.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (!shown(element) || element.closest(".scroll > *") || !box.width) continue;
    if (box.right > width + 0.5 || box.left < -0.5) {
      problems.push(`${named(element)} is at ${box.left.toFixed()} to ${box.right.toFixed()}`);
    }
  }
  return problems;
}

function charts(count, width) {
  const problems = [];
  const all = [...document.querySelectorAll("svg.chart")];
  if (all.length !== count) problems.push(`${all.length} charts of ${count}`);
  for (const chart of all) {
    const name = named(chart);
    const box = chart.getBoundingClientRect();
    if (box.width < 100 || box.height < 16) problems.push(`${name} is ${box.width} x ${box.height}`);
    for (const part of ["title", "desc"]) {
      if (!chart.querySelector(`:scope > ${part}`)?.textContent.trim()) {
        problems.push(`${name} has no ${part}`);
      }
    }
    if (chart.getAttribute("role") !== "img") problems.push(`${name} has no role`);
    for (const mark of chart.querySelectorAll("text, rect, path, line")) {
      const at = mark.getBoundingClientRect();
      if (at.left < -0.5 || at.right > width + 0.5) problems.push(`${named(mark)} is outside the page`);
      if (mark.tagName === "rect" && (at.width <= 0 || at.right > box.right + 1)) {
        problems.push(`${named(mark)} is ${at.width} px wide, to ${at.right} of ${box.right}`);
      }
    }
    const texts = [...chart.querySelectorAll("text")].map(
        (text) => [text.textContent, text.getBoundingClientRect()]);
    texts.forEach(([text, one], at) => {
      if (!one.width || !one.height) problems.push(`"${text}" has no place`);
      for (const [other, two] of texts.slice(at + 1)) {
        if (Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0.5 &&
            Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1) {
          problems.push(`"${text}" is over "${other}"`);
        }
      }
    });
  }
  return problems;
}

// --- meaning -------------------------------------------------------------------------------------

function structure() {
  const problems = [];
  const say = (wrong, text) => { if (wrong) problems.push(text); };
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  let before = 0;
  for (const heading of headings) {
    const level = Number(heading.tagName[1]);
    say(level > before + 1, `${heading.tagName} "${heading.textContent}" comes after H${before}`);
    say(!heading.textContent.trim(), `an empty ${heading.tagName}`);
    before = level;
  }
  say(document.querySelectorAll("h1").length !== 1, "not one h1");
  for (const landmark of ["header", "nav", "main"]) {
    say(document.querySelectorAll(landmark).length !== 1, `not one ${landmark}`);
  }
  say(!document.documentElement.lang, "no language");
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  say(new Set(ids).size !== ids.length,
      `ids twice: ${ids.filter((id, at) => ids.indexOf(id) !== at)}`);
  for (const attribute of ["aria-labelledby", "aria-describedby"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const target = document.getElementById(element.getAttribute(attribute));
      say(!target?.textContent.trim(), `${named(element)}: ${attribute} names nothing`);
    }
  }
  for (const link of document.querySelectorAll("a[href^='#']")) {
    say(!document.querySelector(link.getAttribute("href")), `${link.href} leads nowhere`);
  }
  for (const table of document.querySelectorAll("table")) {
    say(!table.caption?.textContent.trim(), `${named(table)} has no caption`);
    const width = table.tHead.rows[0].cells.length;
    for (const cell of table.querySelectorAll("th")) {
      say(cell.scope !== (cell.closest("thead") ? "col" : "row"), `${named(cell)} has no scope`);
    }
    for (const row of table.tBodies[0].rows) {
      say(row.cells.length !== width, `${named(table)}: ${row.cells.length} cells of ${width}`);
      say(row.cells[0].tagName !== "TH", `${named(table)}: a row without a name`);
    }
  }
  return problems;
}

// Of a page with the hostile message: it is there as text, and nothing of it is markup.
function injected(message) {
  const problems = [];
  const of = (selector, most) => {
    const count = document.querySelectorAll(selector).length;
    if (count > most) problems.push(`${count} ${selector}`);
  };
  of(".injected", 0);
  of("img, iframe, object, embed, link, base, form", 0);
  of("script", 1);
  if (!document.title.startsWith("logphead plan")) problems.push(`title ${document.title}`);
  const texts = [...document.querySelectorAll("pre.message")].map((pre) => pre.textContent);
  if (!texts.includes(message)) problems.push("the message is not there as text");
  return problems;
}

function pasted(use, command) {
  const found = [...document.querySelectorAll("#verdict .copyable pre")].map((p) => p.textContent);
  const problems = [];
  if (JSON.stringify(found) !== JSON.stringify(use)) problems.push(`to paste: ${found}`);
  const last = document.querySelector("#command pre")?.textContent;
  if (last !== command) problems.push(`command: ${last}`);
  return problems;
}

// --- keyboard ------------------------------------------------------------------------------------

// Numbers what the keyboard must reach, in the order of the document; how many there are.
function number() {
  const all = [...document.querySelectorAll(
      "a[href], button, summary, input, select, textarea, [tabindex]:not([tabindex='-1'])")]
      .filter((element) => shown(element));
  all.forEach((element, at) => { element.dataset.number = at; });
  for (const scroller of document.querySelectorAll(".scroll, pre")) {
    if (scroller.tabIndex < 0 && shown(scroller)) throw new Error(`${named(scroller)} has no focus`);
  }
  return all.length;
}

// The number of what has the focus, and what is wrong with how that shows.
function focused() {
  const element = document.activeElement;
  const problems = [];
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) {
    problems.push(`${named(element)} shows no focus`);
  } else if (ratio(parsed(style.outlineColor), background(element.parentElement)) < 3) {
    problems.push(`${named(element)} shows its focus faintly`);
  }
  if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > innerHeight) {
    problems.push(`${named(element)} has the focus out of sight`);
  }
  return {number: Number(element.dataset?.number ?? -1), problems};
}
