// Movement that explains a change: a row moves to its new place, and a result that arrives is lit for a moment.
// A page loads this script at its first change. Readers who prefer reduced motion never get it.
"use strict";
(() => {
  // Milliseconds: until a row has its new place, and until the light of a new result has gone.
  const MOVE = 600, LIGHT = 2500;
  const ROWS = "[data-live] :is(tbody tr, ol > li)";
  // What is lit when its text changes: a result, a cell of a cross table, or a player who arrives in a bracket.
  const RESULT = ".score, .met, .sum, :is(td, i):is(.w, .d, .l, .in), .rounds p:has(bdi)";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let before = new Map();

  // In a bracket only a name that wins or arrives is news: its score is none.
  const name = (part) => part.matches(".rounds p") && part.querySelector("bdi")?.textContent;
  // Where each row stands in its list and what it says. A match of a bracket has a fixed place, other rows belong to a player.
  const readRows = () => {
    const seen = new Map(), lists = new Map();
    for (const row of document.querySelectorAll(ROWS)) {
      const list = row.parentElement, box = row.getBoundingClientRect();
      if (!lists.has(list)) lists.set(list, [lists.size, list.getBoundingClientRect().top, 0]);
      const [number, top, place] = lists.get(list);
      lists.get(list)[2] += 1;
      const player = row.querySelector("[data-player]")?.dataset.player ?? row.querySelector("a[href*='/players/']")?.pathname;
      const nameOnScreen = row.closest(".standings") && row.querySelector("bdi")?.textContent; // on the screen of the hall
      const key = `${number} ${row.closest(".rounds") ? place : row.id || player || nameOnScreen || place}`;
      // Two rows of one player, for example with two byes, cannot be told apart.
      seen.set(key, seen.has(key) ? null : {
        row, box, place: box.top - top,
        parts: [...(row.cells ?? row.children)].map((part) => ({ part, text: part.className + (name(part) || part.textContent) })),
      });
    }
    return seen;
  };

  const showChanges = () => {
    const now = readRows();
    for (const [key, old] of before) {
      const next = now.get(key);
      if (!old || !next || !next.box.height || next.box.bottom < 0 || next.box.top > innerHeight) continue;
      const distance = old.box.height ? Math.max(-innerHeight, Math.min(innerHeight, old.place - next.place)) : 0;
      if (Math.abs(distance) > next.box.height / 2) {
        next.row.animate(
          [{ transform: `translateY(${distance}px)`, backgroundColor: "var(--card)" }, { transform: "none", backgroundColor: "var(--card)" }],
          { duration: MOVE, easing: "ease-in-out", id: "move" },
        );
      }
      next.parts.forEach(({ part, text }, at) => {
        const changed = old.parts[at] && old.parts[at].text !== text;
        if (changed && (part.matches(RESULT) || part.querySelector(".form"))) {
          part.animate(
            [{ backgroundColor: "color-mix(in srgb, var(--live) 35%, var(--card))", color: "var(--ink)" }, {}],
            { duration: LIGHT, easing: "ease-in", id: "light" },
          );
        }
      });
    }
  };

  document.addEventListener("kierros:stale", () => { before = still.matches ? new Map() : readRows(); });
  document.addEventListener("kierros:fresh", () => {
    showChanges();
    before = new Map();
  });
})();
