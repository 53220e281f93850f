// Public pages: find a name while typing, remember "this is me" on this phone, refresh a running round politely.
"use strict";
(() => {
  // Letters that have no base letter for NFKD; `tournaments.core.words.names` folds them alike.
  const letters = {
    æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", ß: "ss", þ: "th", ħ: "h", ŧ: "t", ŋ: "ng",
  };
  const plain = (text) => text.replace(/['’‘\u0060´ʼʹʻ′＇׳-]/gu, "").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .replace(/[^ -~]/gu, (each) => letters[each] ?? each).replace(/[ァ-ヶ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  window.plainText = plain; // for the search of the bracket
  const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}_]+/gu) ?? [];

  for (const field of document.querySelectorAll("[data-find]")) {
    const show = () => {
      const wanted = wordsOf(field.value), table = /^\d+$/.test(wanted) && wanted[0];
      let count = 0;
      for (const line of document.querySelectorAll(`${field.dataset.find} tbody tr, ${field.dataset.find} > li`)) {
        const named = line.querySelector("th[data-player]") ?? line;
        const readings = [...named.querySelectorAll("[data-reading]")].map((name) => name.dataset.reading);
        const there = plain([named.textContent, ...readings].join(" "));
        const sits = table && line.closest(".by-name") && line.querySelector("td.number");
        line.hidden = sits ? parseInt(sits.textContent) !== Number(table) : !wanted.every((word) => there.includes(word));
        count += !line.hidden;
      }
      const summary = document.getElementById("found");
      if (summary) summary.textContent = wanted.length ? (count ? `${summary.dataset.found} ${count}` : summary.dataset.nobody) : "";
    };
    field.addEventListener("input", show);
    document.addEventListener("kierros:fresh", show);
    if (field.value) show();
  }

  // Tabs that do not fit scroll sideways. Centre the current one.
  for (const here of document.querySelectorAll(".tabs [aria-current], .sub [aria-current]")) {
    const row = here.parentElement;
    const past = here.getBoundingClientRect().x - row.getBoundingClientRect().x;
    row.scrollLeft += past - (row.clientWidth - here.offsetWidth) / 2;
  }

  // Ignore the second click of a double click: it was meant for a button of the previous page.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("form[method=post] .button")) event.preventDefault();
  }, true);

  for (const button of document.querySelectorAll("[data-fill]")) {
    button.form.elements[button.dataset.fill].addEventListener("change", () => button.click());
  }

  const remembered = (slug) => { try { return localStorage.getItem(`me:${slug}`); } catch { return null; } };
  for (const chip of document.querySelectorAll("[data-plays]")) chip.hidden = !remembered(chip.dataset.plays);
  for (const button of document.querySelectorAll("[data-remember]")) {
    button.hidden = remembered(button.dataset.remember) === button.dataset.id;
    button.addEventListener("click", () => {
      localStorage.setItem(`me:${button.dataset.remember}`, button.dataset.id);
      button.hidden = true;
    });
  }

  const own = document.querySelector("[data-mine]");
  if (own) {
    localStorage.setItem(`me:${own.dataset.mine}`, own.dataset.id);
    localStorage.setItem(`badge:${own.dataset.mine}`, "1");
  }
  for (const button of document.querySelectorAll("[data-forget]")) {
    button.addEventListener("click", () => {
      for (const what of ["me", "badge"]) localStorage.removeItem(`${what}:${button.dataset.forget}`);
      if (!button.form) button.closest("#me").hidden = true;
    });
  }

  const markMe = () => {
    const card = document.querySelector("[data-me]");
    const own = card && card.dataset.me.split(" ").find(remembered);
    if (!own) return;
    const me = remembered(own);
    const cells = document.querySelectorAll(`[data-player="${CSS.escape(me)}"]`);
    for (const cell of cells) cell.closest("tr, li").classList.add("mine");
    const link = document.createElement("a");
    link.href = `/t/${own}/players/${me}/`;
    const line = cells[0]?.closest("tr, li");
    for (const cell of line?.cells ?? []) {
      const copy = cell.cloneNode(true);
      for (const more of copy.querySelectorAll(".who small")) more.remove();
      for (const inner of copy.querySelectorAll("a")) inner.replaceWith(...inner.childNodes);
      link.append(...(link.childNodes.length ? ["  ·  "] : []), ...copy.childNodes);
    }
    if (line?.dataset.room) link.append("  ·  ", line.dataset.room);
    if (line && card.dataset.jump) {
      line.id = "mine";
      link.href = "#mine";
      link.textContent = card.dataset.jump.replace("%n", line.cells?.[0].textContent.trim());
    }
    card.replaceChildren(link);
    card.hidden = !line;
  };
  markMe();

  // The card of the player who uses this phone, on the page of the tournament, shows its age. While the stream is alive the
  // card is up to date; otherwise it is as old as the last answer.
  // A page from the service worker's cache shows its age at once. A broken stream may recover, so it is reported later.
  const kept = Number(document.body.dataset.kept ?? 0);
  let contact = performance.now() - (kept && Date.now() - kept), hears = () => {}, offline = kept > 0;
  const showCard = async (headers) => {
    const place = document.querySelector("[data-card]");
    const me = place && remembered(place.dataset.slug);
    if (!me) return;
    const answer = await fetch(place.dataset.card.replace("/0/", `/${me}/`), { headers, cache: "no-store" });
    if (!answer.ok) return; // the player is no longer on the list
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("card");
    place.querySelector("[data-slot]").replaceChildren(document.importNode(fresh, true));
    const rounds = place.querySelector("[data-rounds]");
    rounds.href = rounds.href.replace("/0/", `/${me}/`);
    place.querySelector("[data-badged]").hidden = !localStorage.getItem(`badge:${place.dataset.slug}`);
    place.hidden = false;
    age();
  };
  const age = () => {
    hears();
    const seconds = Math.round((performance.now() - contact) / 1000);
    for (const line of document.querySelectorAll("[data-age]")) {
      const text = seconds < 60 ? (seconds < 10 ? line.dataset.now : line.dataset.seconds) : line.dataset.minutes;
      const old = text.replace("%n", seconds < 60 ? seconds : Math.floor(seconds / 60));
      line.textContent = offline && (kept || seconds >= 10) ? `${line.dataset.offline} · ${old}` : old;
      line.hidden = false;
    }
    const bar = document.getElementById("kept");
    if (!bar) return;
    bar.hidden = !offline || (!kept && seconds < 10);
    if (bar.hidden) return;
    const minutes = Math.floor(seconds / 60), ago = new Intl.RelativeTimeFormat(document.documentElement.lang);
    const time = new Date(Date.now() - seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const text = bar.dataset.text.replace("%t", `${time} (${ago.format(-(minutes || seconds), minutes ? "minute" : "second")})`);
    if (bar.textContent !== text) bar.textContent = text;
  };

  // Clocks count down by the server's time, not by this device's own clock.
  let ahead = null;
  const learn = async () => {
    try {
      const asked = performance.now();
      const answer = await fetch("/up/", { cache: "no-store" });
      const said = Date.parse(answer.headers.get("Date")); // the header is in whole seconds: on average half a second too early
      ahead = said + 500 - (asked + performance.now()) / 2;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network: the time of day stays, and we ask again
    }
  };
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-ends]")) {
      if (ahead === null) break;
      const left = Math.round((Date.parse(clock.dataset.ends) - ahead - performance.now()) / 1000);
      const size = Math.abs(left), two = (number) => String(number).padStart(2, "0");
      clock.textContent = (left < 0 ? "−" : "") + (size < 3600 ? "" : `${Math.floor(size / 3600)}:`)
        + (size < 3600 ? Math.floor(size / 60) : two(Math.floor(size / 60) % 60)) + `:${two(size % 60)}`;
      clock.classList.toggle("over", left <= 0);
      clock.classList.toggle("soon", left > 0 && left <= 300); // the last five minutes
      clock.classList.toggle("long", size >= 3600);
      clock.hidden = false;
    }
  };
  const watch = async () => {
    if (!document.hidden) age();
    if (!document.hidden && document.querySelector("[data-ends]")) {
      if (ahead === null) await learn();
      tick();
    }
    setTimeout(watch, 1000);
  };
  document.addEventListener("kierros:fresh", tick);
  // The timer of a sleeping device stands still, so ask the server for the time again.
  document.addEventListener("visibilitychange", () => { ahead = null; });
  watch();

  // Refresh the parts of a page that can change. A part in which the user is typing is not replaced.
  let etag = null, after = document.body.dataset.after;
  // The ID of the last event of the stream. The server answers with nothing older than that.
  const known = () => (after ? { "X-After": after } : {});
  // The script that shows what moved. It loads with the first change: no first load contains it, and nothing waits for it.
  const move = () => {
    const { motion } = document.body.dataset;
    if (!motion || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    delete document.body.dataset.motion;
    document.head.append(Object.assign(document.createElement("script"), { src: motion }));
  };
  const refresh = async () => {
    move();
    try {
      const headers = etag ? { "If-None-Match": etag, ...known() } : known();
      const answer = await fetch(location.href, { headers, cache: "no-store" });
      if (answer.headers.has("X-Kept-At")) throw new TypeError("no network: the answer is from the cache");
      contact = performance.now();
      offline = false;
      if (answer.status !== 200) return;
      await showCard(known());
      etag = answer.headers.get("ETag");
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.dispatchEvent(new Event("kierros:stale"));
      for (const part of document.querySelectorAll("[data-live]")) {
        const next = fresh.getElementById(part.id);
        const [open, closed] = [part, next].map((each) => [...(each ? each.querySelectorAll("details") : [])]);
        if (open.length === closed.length) closed.forEach((each, place) => { each.open = open[place].open; });
        const busy = part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
        if (next && part.isConnected && !busy && next.innerHTML !== part.innerHTML) {
          const renewed = document.importNode(next, true), places = [...part.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
          part.replaceWith(renewed);
          renewed.querySelectorAll(".scroll").forEach((each, at) => { each.scrollLeft = places[at] ?? 0; });
        }
      }
      markMe();
      document.dispatchEvent(new Event("kierros:fresh"));
    } catch (error) {
      offline = true;
      if (!(error instanceof TypeError)) throw error; // TypeError: no network; the page stays, and we ask again
    }
  };
  const again = () => setTimeout(async () => {
    if (!document.hidden) await refresh();
    again();
  }, 1000 * (document.querySelector("[data-poll]")?.dataset.poll || 20) * (0.7 + 0.6 * Math.random()));
  let polls = false;
  const poll = () => {
    if (!polls) again(); // only once, even if the stream is refused several times
    polls = true;
  };

  // Show "Round 2 is out: your table is 14" on every page of the tournament.
  const tell = async (number) => {
    if (document.querySelector("[data-mine]")) return; // this page shows the table itself
    const news = document.getElementById("news"), link = document.createElement("a");
    link.href = news.dataset.page.replace("/0/", `/${number}/`);
    link.textContent = news.dataset.out.replace("%n", number);
    const me = remembered(news.dataset.slug);
    if (me) {
      const answer = await fetch(link.href, { headers: known() });
      const round = new DOMParser().parseFromString(await answer.text(), "text/html");
      const line = round.querySelector(`[data-player="${CSS.escape(me)}"]`)?.closest("tr");
      const table = line && line.cells[0].textContent.trim();
      if (table) link.textContent = news.dataset.table.replace("%t", table).replace("%n", number);
    }
    news.replaceChildren(link);
    news.hidden = location.pathname === new URL(link.href).pathname;
  };

  // The stream announces changes, and resumes after the last event. Random delays keep two thousand phones from asking at
  // the same moment. While results come in quick succession, one request covers several of them.
  const follow = (address) => {
    // The server sends a heartbeat every 15 seconds. A dead network may leave the stream open for a long time.
    const SILENCE = 22_000;
    let stream = null, due = 0, last = 0, heard = 0;
    const alive = () => { heard = contact = performance.now(); offline = false; };
    const mine = document.querySelector("[data-mine]")?.dataset.id;
    const changed = (event) => {
      alive();
      after = event.lastEventId;
      // A player's own page ignores reports, calls and results of other tables.
      if (mine && ["reports", "calls", "results"].includes(event.type) && !event.data.includes(mine)) return;
      if (event.type === "round") {
        const { round } = JSON.parse(event.data);
        if (round && round.status === "published") tell(round.number).catch(() => {}); // no network: it is shown later
      }
      const soon = 700 * Math.random(), rest = event.type === "results" ? 5000 * (0.5 + Math.random()) : 0;
      due ||= setTimeout(() => { due = 0; last = performance.now(); refresh(); },
        Math.max(soon, last && last + rest - performance.now()));
    };
    hears = () => {
      const silent = performance.now() - heard;
      if (stream?.readyState === EventSource.OPEN && silent < SILENCE) contact = performance.now();
      if (!stream || document.hidden || silent < SILENCE || stream.readyState === EventSource.CLOSED) return;
      offline = true;
      contact = Math.min(contact, performance.now() - SILENCE);
      stream.close();
      open();
    };
    const open = () => {
      heard = performance.now(); // opening may take that long, too
      stream = new EventSource(`${address}?after=${after}`);
      for (const topic of document.body.dataset.topics.split(" ")) stream.addEventListener(topic, changed);
      stream.addEventListener("beat", alive);
      stream.addEventListener("open", alive);
      stream.addEventListener("error", () => { offline = !navigator.onLine; if (stream.readyState === EventSource.CLOSED) poll(); });
    };
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) stream.close();
      else open();
    });
    if (!document.hidden) open();
  };

  // If the browser can, it caches public pages for offline use, and offers to install an icon on the home screen.
  if (document.querySelector("link[rel=manifest]")) {
    const seen = navigator.serviceWorker?.controller; // a worker that starts now has not seen this page load
    const keep = async () => {
      await navigator.serviceWorker.register("/worker.js");
      const { active } = await navigator.serviceWorker.ready;
      if (seen) return;
      const own = [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((each) => each.href || each.src);
      active.postMessage({ keep: [location.origin + location.pathname + location.search, ...own] });
    };
    if ("serviceWorker" in navigator) {
      addEventListener("load", () => { keep().catch((error) => console.warn("Nothing is kept:", error.message)); });
    }
    for (const line of document.querySelectorAll("[data-insecure]")) line.hidden = window.isSecureContext;
    const install = document.querySelector("[data-install]");
    addEventListener("beforeinstallprompt", (event) => {
      if (!install) return;
      event.preventDefault();
      install.hidden = false;
      install.addEventListener("click", () => { event.prompt(); install.hidden = true; }, { once: true });
    });
  }

  // Reload a cached page, or the offline page, when the server answers again. The browser's "online" event alone does not
  // prove that. Do not reload while the user is leaving for another page: that would cancel the navigation.
  const away = document.querySelector("[data-away]");
  // The offline page lists the cached pages, newest first.
  const listKept = async () => {
    const cache = await caches.open("kierros-1"), place = document.getElementById("saved");
    for (const request of (await cache.keys()).reverse()) {
      const answer = await cache.match(request), page = new URL(request.url).pathname;
      if (!answer.headers.get("Content-Type")?.startsWith("text/html") || page === away.dataset.away) continue;
      const [name, ...rest] = new DOMParser().parseFromString(await answer.text(), "text/html").title.trim().split(" · ");
      if (!name) continue; // a part of a page
      const link = document.createElement("a"), line = document.createElement("li");
      link.href = page;
      link.append(Object.assign(document.createElement("strong"), { textContent: name }), rest.join(" · "));
      line.append(link);
      place.querySelector("ul").append(line);
      place.hidden = false;
    }
  };
  if (away && window.caches) listKept().catch((error) => console.warn("Nothing is kept:", error.message));
  if (kept || (away && location.pathname !== away.dataset.away)) {
    let leaving = false, due = 0;
    const back = async () => {
      clearTimeout(due);
      const answer = document.hidden ? null : await fetch(location.href, { cache: "no-store" }).catch(() => null);
      if (leaving) return;
      if (answer && !answer.headers.has("X-Kept-At")) location.reload();
      else due = setTimeout(back, 3000 * (0.7 + 0.6 * Math.random()));
    };
    addEventListener("beforeunload", () => { leaving = true; });
    addEventListener("pageshow", () => { leaving = false; });
    addEventListener("online", back);
    back();
  }

  age();
  showCard(known()).catch((error) => { if (!(error instanceof TypeError)) throw error; }); // no network: no card yet
  const address = document.body.dataset.follow;
  const follows = address && document.querySelector("[data-live]");
  if (follows) follow(address);
  // Sections can share courts. The stream of one section does not report changes of the others.
  if (document.querySelector(follows ? "[data-shared]" : "[data-poll]")) poll();
})();

// Focus the first invalid field and scroll to it. Result entry has its own script for that.
(() => {
  const refused = document.querySelector("main :is(input, select, textarea)[aria-invalid=true]:not(#entry *)");
  if (refused && refused.type !== "hidden") { refused.focus(); refused.scrollIntoView({ block: "center" }); }
})();
