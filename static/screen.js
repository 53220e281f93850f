// The screen in the hall: it turns long lists page by page. If the network is lost, it shows the age of the data.
"use strict";
(() => {
  // Milliseconds: for a page, for each of its lines, between two checks of the server, and until a lost server is reported.
  const PAGE = 6000, LINE = 150, LOOK = 5000, LOST = 12000;
  // The first page waits for the code and the clock: the number of tries, and the milliseconds between two.
  const TRIES = 40, TRY = 40;
  // In units of the font size: the height of a line, and its largest height if there is room. Letters grow as long as a page
  // holds at least FEWEST lines. WIDTH is the least width of a line.
  const HEIGHT = 1.55, TALLEST = 2, FEWEST = 6;
  // The height of a match of a bracket and the width of a round, in the same unit.
  const MATCH = 3.1, ROUND = 11;
  const WIDTH = { names: 22, pairings: 18, standings: 17, stations: 18 }, WITHOUT_OPPONENT = 13;
  // Long names get smaller letters, down to this share; even longer ones are cut off.
  const SMALLEST = 0.6;
  let turn = 0, due = 0, ahead = 0, code = null;

  // The rows, columns and pages of a list in a box, for a number of lines and a font size.
  const layout = (count, box, letter, width) => {
    const rows = Math.max(1, Math.floor(box.clientHeight / (letter * HEIGHT) + 0.01));
    const most = Math.max(1, Math.floor(box.clientWidth / (letter * width)));
    const columns = Math.min(most, Math.ceil(count / rows));
    return { letter, rows, columns, pages: Math.ceil(count / (rows * columns)) };
  };
  // The same with the largest letters that need no additional page.
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

  // The pages of a list, each a function that shows its range of lines.
  const pagesOfList = (section, letter) => {
    const list = section.querySelector("ol"), count = list.children.length, [part] = section.classList;
    let found = largest(count, list, letter, WIDTH[part]);
    // A name without its opponent takes half the width, so that two columns fit.
    const short = part === "names" && found.pages > 1 && found.columns < 2;
    if (short) found = largest(count, list, letter, WITHOUT_OPPONENT);
    section.classList.toggle("short", short);
    const { rows, columns } = found, used = found.pages > 1 ? rows : Math.ceil(count / columns);
    const height = Math.floor(Math.min((list.clientHeight - 1) / used, found.letter * TALLEST) * 8) / 8;
    list.style.setProperty("--letter", `${found.letter}px`);
    list.style.gridTemplateRows = `repeat(${used}, ${height}px)`;
    list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const size = used * columns, lines = [...list.children];
    return Array.from({ length: found.pages }, (_none, page) => () => {
      lines.forEach((line, place) => { line.hidden = Math.floor(place / size) !== page; });
    });
  };
  // The pages of a bracket. A round that is too high is split into halves, quarters or eighths, each with the later rounds
  // that it leads to. Then come the rounds from the first one that fits whole, once they have players.
  const pagesOfBracket = (section, letter) => {
    const box = section.querySelector(".rounds"), columns = [...box.children], pages = [];
    const counts = columns.map((column) => column.querySelectorAll("li").length);
    const high = box.clientHeight - letter, beside = Math.max(1, Math.floor(box.clientWidth / letter / ROUND));
    const rows = Math.max(1, Math.floor(high / letter / MATCH));
    for (let from = 0, next; from < counts.length; from = next) {
      const to = Math.min(counts.length, from + beside);
      let parts = 1;
      while (counts[from] / parts > rows) parts *= 2;
      for (let part = 0; part < parts; part += 1) {
        const shows = (at, place) => place >= counts[at] / parts * part && place < counts[at] / parts * (part + 1);
        const seen = columns.slice(from, to).map((column, at) => [...column.querySelectorAll("li")]
          .filter((_match, place) => counts[from + at] >= parts && shows(from + at, place)));
        if (!seen.flat().some((match) => match.querySelector("bdi"))) continue; // no players yet
        pages.push(() => {
          columns.forEach((column, at) => { column.hidden = !seen[at - from]?.length; });
          for (const match of box.querySelectorAll("li")) match.hidden = !seen.some((each) => each.includes(match));
          const beside = seen.filter((each) => each.length).length;
          const most = Math.min(high / MATCH / (counts[from] / parts), box.clientWidth / beside / ROUND);
          box.style.setProperty("--letter", `${Math.min(most, letter * TALLEST)}px`);
        });
      }
      const whole = counts.findIndex((count, at) => at > from && count <= rows);
      next = parts > 1 && whole > 0 ? Math.min(whole, to) : to;
    }
    return pages;
  };
  const pages = (screen) => [...screen.querySelectorAll("section")].flatMap((section) => {
    for (const other of screen.querySelectorAll("section")) other.hidden = other !== section;
    const letter = parseFloat(getComputedStyle(screen).fontSize);
    const found = (section.classList.contains("bracket") ? pagesOfBracket : pagesOfList)(section, letter);
    return found.map((draw, page) => ({ section, draw, page, count: found.length }));
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
    const { section, draw, page, count } = all[turn % all.length];
    for (const other of screen.querySelectorAll("section")) other.hidden = other !== section;
    draw();
    section.querySelector(".turn").textContent = count > 1 ? `${page + 1} / ${count}` : "";
    const seen = [...section.querySelectorAll("li")].filter((line) => line.offsetParent).length;
    section.querySelectorAll("li:not([hidden]) bdi").forEach(fit);
    if (all.length > 1) due = setTimeout(() => { turn = (turn + 1) % all.length; show(); }, PAGE + LINE * seen);
  };
  // The time of day at the tournament, by the server's clock.
  const tell = () => {
    const now = document.getElementById("now");
    const how = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: now.dataset.zone };
    now.textContent = new Date(Date.now() + ahead).toLocaleTimeString(document.documentElement.lang, how);
    now.hidden = false;
  };
  // The QR code of the tournament's page. There is none if phones cannot reach this server.
  const image = new Image();
  let asked = false;
  image.alt = document.getElementById("code").dataset.name;
  image.onload = () => { asked = true; code = image; if (document.querySelector(".turning")) show(); };
  image.onerror = () => { asked = true; };
  image.src = document.getElementById("code").dataset.image;

  // Nothing is shown before its size is known (screen.css): the code and the clock change the width of the header.
  const begin = (tries) => {
    const known = asked && !document.querySelector("#screen [data-ends][hidden]");
    if (!known && tries) setTimeout(begin, TRY, tries - 1);
    else show();
  };
  document.addEventListener("kierros:fresh", show);
  addEventListener("resize", show);
  begin(TRIES);

  const age = document.getElementById("age");
  let seen = Date.now();
  const look = async () => {
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if (answer.ok) seen = Date.now();
      ahead = (Date.parse(answer.headers.get("Date")) || seen) - seen;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network: the page stays and shows its age
    }
    const time = new Date(seen).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const minutes = Math.floor((Date.now() - seen) / 60000);
    age.textContent = age.dataset.lost.replace("%t", time).replace("%m", minutes);
    age.hidden = Date.now() - seen < LOST;
    tell();
    setTimeout(look, LOOK);
  };
  look();

  // Keep an idle screen on, if the browser can (with HTTPS or on this computer).
  const stay = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); }; // refused: the screen may turn off
  document.addEventListener("visibilitychange", stay);
  stay();
})();
