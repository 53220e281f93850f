// The bracket: the path of a player lights up where a name is pointed at, tapped or focused. The present round is in view.
"use strict";
(() => {
  // A seed is one player in every part of the bracket.
  const seedOf = (line) => line?.querySelector("i")?.textContent;
  const lineOf = (event) => event.target.closest?.(".trees p");
  let pinned = null;

  const light = (seed) => {
    for (const trees of document.querySelectorAll(".trees")) {
      trees.classList.toggle("traced", Boolean(seed));
      for (const match of trees.querySelectorAll("li")) {
        let on = false;
        for (const line of match.querySelectorAll("p")) {
          const same = Boolean(seed) && seedOf(line) === seed;
          line.classList.toggle("on", same);
          if (line.role === "button") line.ariaPressed = String(same && seed === pinned);
          on ||= same;
        }
        match.classList.toggle("path", on);
      }
    }
  };
  const pin = (line) => {
    const seed = seedOf(line) ?? null;
    pinned = seed === pinned ? null : seed;
    light(pinned);
  };

  // A name is a stop for the keys where it first comes; a finger and a mouse find all of them.
  const prepare = () => {
    const seen = new Set();
    for (const line of document.querySelectorAll(".trees p")) {
      const seed = seedOf(line);
      if (!seed) continue;
      line.role = "button";
      line.tabIndex = seen.has(seed) ? -1 : 0;
      seen.add(seed);
    }
    light(pinned);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") light(seedOf(lineOf(event)) ?? pinned);
  });
  document.addEventListener("focusin", (event) => { light(seedOf(lineOf(event)) ?? pinned); });
  document.addEventListener("focusout", () => { light(pinned); });
  document.addEventListener("click", (event) => {
    const line = lineOf(event);
    if (line && !event.target.closest("a")) pin(line);
  });
  document.addEventListener("keydown", (event) => {
    const line = lineOf(event);
    if (!line || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    pin(line);
  });
  document.addEventListener("kierros:fresh", prepare);
  prepare();

  // Where rounds do not fit beside each other, the present one is shown first.
  const trees = document.querySelector(".trees"), now = trees?.querySelector(".now");
  if (now && !location.hash) trees.scrollLeft = now.offsetLeft - trees.offsetLeft;
})();
