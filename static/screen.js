// The screen in the hall: long lists are turned page by page, and a lost network is said with the age of what is shown.
"use strict";
(() => {
  // Milliseconds for a page, and for each of its lines; between two looks whether the server is there; after which it is
  // said that it is not.
  const PAGE = 6000, LINE = 150, LOOK = 5000, LOST = 12000;
  // A line is so many times as high as its letters, and no narrower than so many of them.
  const HEIGHT = 1.55, WIDTH = { names: 24, pairings: 26, standings: 18 };
  let turn = 0, due = 0;

  // What fits: of each list its pages, as ranges of lines.
  const pages = (screen) => [...screen.querySelectorAll("section")].flatMap((section) => {
    const list = section.querySelector("ol"), letter = parseFloat(getComputedStyle(screen).fontSize);
    for (const other of screen.querySelectorAll("section")) other.hidden = other !== section;
    const rows = Math.max(1, Math.floor(list.clientHeight / (letter * HEIGHT)));
    const most = Math.max(1, Math.floor(list.clientWidth / (letter * WIDTH[section.className])));
    const columns = Math.min(most, Math.ceil(list.children.length / rows));
    list.style.gridTemplateRows = `repeat(${rows}, ${letter * HEIGHT}px)`;
    list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const count = Math.ceil(list.children.length / (rows * columns));
    return Array.from({ length: count }, (_none, page) => ({ section, page, count, size: rows * columns }));
  });

  const show = () => {
    clearTimeout(due);
    const screen = document.getElementById("screen");
    screen.classList.add("turning");
    const all = pages(screen);
    if (!all.length) return;
    const { section, page, count, size } = all[turn % all.length];
    for (const other of screen.querySelectorAll("section")) other.hidden = other !== section;
    const lines = [...section.querySelectorAll("li")];
    lines.forEach((line, place) => { line.hidden = Math.floor(place / size) !== page; });
    section.querySelector(".turn").textContent = count > 1 ? `${page + 1} / ${count}` : "";
    const seen = lines.filter((line) => !line.hidden).length;
    if (all.length > 1) due = setTimeout(() => { turn = (turn + 1) % all.length; show(); }, PAGE + LINE * seen);
  };
  document.addEventListener("kierros:fresh", show);
  addEventListener("resize", show);
  show();

  const age = document.getElementById("age");
  let seen = Date.now();
  const look = async () => {
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if (answer.ok) seen = Date.now();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network: what is shown stays, and its age is said
    }
    const time = new Date(seen).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const minutes = Math.floor((Date.now() - seen) / 60000);
    age.textContent = age.dataset.lost.replace("%t", time).replace("%m", minutes);
    age.hidden = Date.now() - seen < LOST;
    setTimeout(look, LOOK);
  };
  look();

  // A screen that nobody touches stays on, where the browser knows how (with HTTPS or on this computer).
  const stay = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); }; // refused: it may sleep
  document.addEventListener("visibilitychange", stay);
  stay();
})();
