// The list of tournaments: those of the player who uses this phone stand first, under their own heading.
"use strict";
(() => {
  const own = document.getElementById("playing"), plays = [...document.querySelectorAll(".listed li:not(.own):has([data-plays]:not([hidden]))")];
  if (!own || !plays.length) return;
  for (const card of plays) {
    const { id } = card.closest(".listed"), count = document.querySelector(`.pills [href="#${id}"] b`);
    if (count) count.textContent -= 1;
    card.querySelector("[data-plays]").hidden = true; // the heading says it
    own.querySelector("ul").append(card);
  }
  own.hidden = false;
  for (const group of document.querySelectorAll(".listed:not(:has(li))")) {
    document.querySelector(`.pills [href="#${group.id}"]`)?.remove();
    group.remove();
  }
})();
