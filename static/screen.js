// The screen in the hall: long lists are turned page by page, and a lost network is said with the age of what is shown.
"use strict";
(() => {
  // Milliseconds for a page, and for each of its lines; between two looks whether the server is there; after which it is
  // said that it is not.
  const PAGE = 6000, LINE = 150, LOOK = 5000, LOST = 12000;
  // A line is so many times as high as its letters, or a little more where there is room, and no narrower than so many
  // of them. Letters grow until a page holds no fewer lines than this.
  const HEIGHT = 1.55, TALLEST = 2, FEWEST = 6;
  const WIDTH = { names: 22, pairings: 18, standings: 17, stations: 18 }, WITHOUT_OPPONENT = 13;
  // Long names have smaller letters, down to this share; what is longer still is cut.
  const SMALLEST = 0.6;
  let turn = 0, due = 0, ahead = 0, code = null;

  // How a list of so many lines stands in a box with such letters.
  const layout = (count, box, letter, width) => {
    const rows = Math.max(1, Math.floor(box.clientHeight / (letter * HEIGHT) + 0.01));
    const most = Math.max(1, Math.floor(box.clientWidth / (letter * width)));
    const columns = Math.min(most, Math.ceil(count / rows));
    return { letter, rows, columns, pages: Math.ceil(count / (rows * columns)) };
  };
  // The same with the largest letters that need no more pages.
  const largest = (count, box, letter, width) => {
    const usual = layout(count, box, letter, width);
    for (let rows = Math.min(FEWEST, usual.rows); rows < usual.rows; rows += 1) {
      const larger = box.clientHeight / rows / HEIGHT;
      if (larger * width > box.clientWidth) continue;
      const found = layout(count, box, larger, width);
      if (found.pages <= usual.pages) return found;
    }
    return usual;
  };

  // What fits: of each list its pages, as ranges of lines.
  const pages = (screen) => [...screen.querySelectorAll("section")].flatMap((section) => {
    const list = section.querySelector("ol"), letter = parseFloat(getComputedStyle(screen).fontSize);
    const count = list.children.length, [part] = section.classList;
    for (const other of screen.querySelectorAll("section")) other.hidden = other !== section;
    let found = largest(count, list, letter, WIDTH[part]);
    // A name without its opponent is half as wide: then two columns fit where the hall is deep.
    const short = part === "names" && found.pages > 1 && found.columns < 2;
    if (short) found = largest(count, list, letter, WITHOUT_OPPONENT);
    section.classList.toggle("short", short);
    const { rows, columns } = found, used = found.pages > 1 ? rows : Math.ceil(count / columns);
    const height = Math.floor(Math.min((list.clientHeight - 1) / used, found.letter * TALLEST) * 8) / 8;
    list.style.setProperty("--letter", `${found.letter}px`);
    list.style.gridTemplateRows = `repeat(${used}, ${height}px)`;
    list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const turns = { section, count: found.pages, size: used * columns };
    return Array.from({ length: found.pages }, (_none, page) => ({ ...turns, page }));
  });
  const fit = (name) => {
    name.style.fontSize = "";
    const share = name.clientWidth / name.scrollWidth;
    if (share < 1) name.style.fontSize = `${Math.max(SMALLEST, share * 0.98)}em`;
  };

  const show = () => {
    clearTimeout(due);
    const screen = document.getElementById("screen");
    screen.classList.add("turning");
    if (code) document.getElementById("code").replaceChildren(code);
    tell();
    const all = pages(screen);
    if (!all.length) return;
    const { section, page, count, size } = all[turn % all.length];
    for (const other of screen.querySelectorAll("section")) other.hidden = other !== section;
    const lines = [...section.querySelectorAll("li")];
    lines.forEach((line, place) => { line.hidden = Math.floor(place / size) !== page; });
    section.querySelector(".turn").textContent = count > 1 ? `${page + 1} / ${count}` : "";
    const seen = lines.filter((line) => !line.hidden).length;
    section.querySelectorAll("li:not([hidden]) bdi").forEach(fit);
    if (all.length > 1) due = setTimeout(() => { turn = (turn + 1) % all.length; show(); }, PAGE + LINE * seen);
  };
  // The time of day where the tournament is, by the server's clock.
  const tell = () => {
    const now = document.getElementById("now");
    const how = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: now.dataset.zone };
    now.textContent = new Date(Date.now() + ahead).toLocaleTimeString(document.documentElement.lang, how);
    now.hidden = false;
  };
  document.addEventListener("kierros:fresh", show);
  addEventListener("resize", show);
  show();

  // The QR code of the tournament's page, unless telephones cannot reach this server.
  const image = new Image();
  image.alt = document.getElementById("code").dataset.name;
  image.onload = () => { code = image; show(); };
  image.src = document.getElementById("code").dataset.image;

  const age = document.getElementById("age");
  let seen = Date.now();
  const look = async () => {
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if (answer.ok) seen = Date.now();
      ahead = (Date.parse(answer.headers.get("Date")) || seen) - seen;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network: what is shown stays, and its age is said
    }
    const time = new Date(seen).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const minutes = Math.floor((Date.now() - seen) / 60000);
    age.textContent = age.dataset.lost.replace("%t", time).replace("%m", minutes);
    age.hidden = Date.now() - seen < LOST;
    tell();
    setTimeout(look, LOOK);
  };
  look();

  // A screen that nobody touches stays on, where the browser knows how (with HTTPS or on this computer).
  const stay = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); }; // refused: it may sleep
  document.addEventListener("visibilitychange", stay);
  stay();
})();
