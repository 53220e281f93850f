// The bracket: hovering, tapping or focusing a name highlights the player's path. The current round is scrolled into view.
"use strict";
(() => {
  const playerOf = (line) => line?.dataset.p;
  const lineOf = (event) => event.target.closest?.(".trees p");
  const slug = document.querySelector(".trees")?.dataset.slug;
  const remembered = () => { try { return localStorage.getItem(`me:${slug}`); } catch { return null; } };
  let pinned = remembered();

  const light = (player) => {
    for (const trees of document.querySelectorAll(".trees")) {
      let found = false;
      for (const match of trees.querySelectorAll("li")) {
        let on = false;
        for (const line of match.querySelectorAll("p")) {
          const same = Boolean(player) && playerOf(line) === player;
          line.classList.toggle("on", same);
          if (line.role === "button") line.ariaPressed = String(same && player === pinned);
          on ||= same;
        }
        match.classList.toggle("path", on);
        found ||= on;
      }
      trees.classList.toggle("traced", found);
    }
  };
  // Show whose path stays highlighted, with a link to the player's page.
  const tell = () => {
    const place = document.getElementById("traced");
    const name = pinned && document.querySelector(`.trees [data-p="${CSS.escape(pinned)}"] bdi`);
    place.hidden = !name;
    if (!name) return;
    const link = document.createElement("a");
    link.href = place.dataset.page.replace("/0/", `/${pinned}/`);
    link.append(name.cloneNode(true));
    place.replaceChildren(link);
  };
  const pin = (line) => {
    const player = playerOf(line) ?? null;
    pinned = player === pinned ? null : player;
    light(pinned);
    tell();
  };

  // Only the first occurrence of a name is a tab stop. All of them can be tapped or clicked.
  const prepare = () => {
    const seen = new Set();
    for (const line of document.querySelectorAll(".trees:not(.overview) p[data-p]")) {
      line.role = "button";
      line.tabIndex = seen.has(playerOf(line)) ? -1 : 0;
      seen.add(playerOf(line));
    }
    light(pinned);
    tell();
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") light(playerOf(lineOf(event)) ?? pinned);
  });
  document.addEventListener("focusin", (event) => { light(playerOf(lineOf(event)) ?? pinned); });
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
  // Highlight the players whose name starts with or contains the typed text, and scroll to the first of them.
  const field = document.getElementById("find-in-bracket");
  const find = () => {
    const wanted = window.plainText(field.value.trim());
    const lines = [...document.querySelectorAll(".trees p[data-p]")].filter((line) => line.querySelector("bdi"));
    const has = (line) => window.plainText(line.querySelector("bdi").textContent);
    const fits = wanted ? lines.filter((line) => has(line).includes(wanted)) : [];
    const found = fits.find((line) => has(line).split(/[\s,]+/).some((word) => word.startsWith(wanted))) ?? fits[0];
    pinned = found ? playerOf(found) : remembered();
    light(pinned);
    tell();
    const nobody = document.getElementById("nobody-in-bracket");
    nobody.hidden = !wanted || Boolean(found);
    const last = [...document.querySelectorAll(".trees p.on")].pop();
    if (wanted && last) last.scrollIntoView({ block: "nearest", inline: "center" });
  };
  if (field) {
    field.closest("[hidden]").hidden = false;
    field.addEventListener("input", find);
  }

  // On phones, mark the link to the round in view.
  const phone = matchMedia("(max-width: 40rem)");
  const mark = () => {
    const trees = document.querySelector(".trees");
    if (!trees || !phone.matches) return;
    const middle = (part) => { const box = part.getBoundingClientRect(); return box.x + box.width / 2; };
    const off = (column) => Math.abs(middle(column) - middle(trees));
    const near = [...trees.querySelectorAll(".col")].reduce((best, each) => (off(each) < off(best) ? each : best));
    for (const link of document.querySelectorAll(".pills a[href^='#']")) {
      const here = link.hash === `#${near.id}`;
      if (here === (link.ariaCurrent !== null)) continue;
      link.ariaCurrent = here ? "true" : null;
      if (here) link.parentElement.scrollBy({ left: middle(link) - middle(link.parentElement) });
    }
  };
  document.addEventListener("scroll", mark, { capture: true, passive: true });

  document.addEventListener("kierros:fresh", prepare);
  document.addEventListener("kierros:fresh", mark);
  prepare();

  // If the rounds do not fit side by side, scroll to the current one.
  const trees = document.querySelector(".trees"), now = trees?.querySelector(".now");
  if (now && !location.hash) trees.scrollLeft = now.offsetLeft - trees.offsetLeft;
  mark();
})();
