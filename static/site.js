// Public pages: find a name while typing, remember "this is me" on this phone, refresh a running round politely.
"use strict";
(() => {
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  for (const field of document.querySelectorAll("[data-find]")) {
    const show = () => {
      const wanted = plain(field.value.trim());
      for (const line of document.querySelectorAll(`${field.dataset.find} tbody tr, ${field.dataset.find} > li`)) {
        line.hidden = wanted !== "" && !plain(line.textContent).includes(wanted);
      }
    };
    field.addEventListener("input", show);
    document.addEventListener("kierros:fresh", show);
    if (field.value) show();
  }

  // The second click of a double click was meant for the page before: it does not press what has come to lie below it.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("form[method=post] .button")) event.preventDefault();
  }, true);

  for (const button of document.querySelectorAll("[data-fill]")) {
    button.form.elements[button.dataset.fill].addEventListener("change", () => button.click());
  }

  // The time zone of whoever creates a tournament, if the list has it.
  const zone = document.querySelector("form:not(:has(.error)) select[data-zone]");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && zone.value === "UTC" && [...zone.options].some((option) => option.value === own)) zone.value = own;

  const remembered = (slug) => { try { return localStorage.getItem(`me:${slug}`); } catch { return null; } };
  for (const button of document.querySelectorAll("[data-remember]")) {
    button.hidden = remembered(button.dataset.remember) === button.dataset.id;
    button.addEventListener("click", () => {
      localStorage.setItem(`me:${button.dataset.remember}`, button.dataset.id);
      button.hidden = true;
    });
  }

  const markMe = () => {
    const card = document.getElementById("me");
    const own = card && card.dataset.me.split(" ").find(remembered);
    if (!own) return;
    const me = remembered(own);
    const cells = document.querySelectorAll(`[data-player="${CSS.escape(me)}"]`);
    for (const cell of cells) cell.closest("tr").classList.add("mine");
    const link = document.createElement("a");
    link.href = `/t/${own}/players/${me}/`;
    const line = cells[0] && cells[0].closest("tr");
    for (const cell of line ? line.cells : []) {
      const copy = cell.cloneNode(true);
      for (const inner of copy.querySelectorAll("a")) inner.replaceWith(...inner.childNodes);
      link.append(...(link.childNodes.length ? ["  ·  "] : []), ...copy.childNodes);
    }
    if (line && line.dataset.room) link.append("  ·  ", line.dataset.room);
    card.replaceChildren(link);
    card.hidden = !line;
  };
  markMe();

  // Clocks count down by the server's time, whatever this device's own clock says.
  let ahead = null;
  const learn = async () => {
    try {
      const asked = performance.now();
      const answer = await fetch("/up/", { cache: "no-store" });
      const said = Date.parse(answer.headers.get("Date")); // in whole seconds, so half of one later on average
      ahead = said + 500 - (asked + performance.now()) / 2;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no network: the time of day stands there, and it is asked again
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
      clock.hidden = false;
    }
  };
  const watch = async () => {
    if (!document.hidden && document.querySelector("[data-ends]")) {
      if (ahead === null) await learn();
      tick();
    }
    setTimeout(watch, 1000);
  };
  // A device that slept counts on from where it was.
  document.addEventListener("visibilitychange", () => { ahead = null; });
  watch();

  const running = document.querySelector("[data-poll]");
  if (!running) return;
  let etag = null;
  const refresh = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
        if (answer.status === 200) {
          etag = answer.headers.get("ETag");
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
          for (const part of document.querySelectorAll("[data-live]")) {
            const next = fresh.getElementById(part.id);
            if (next && next.innerHTML !== part.innerHTML) part.replaceWith(document.importNode(next, true));
          }
          markMe();
          document.dispatchEvent(new Event("kierros:fresh"));
        }
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // TypeError: no network; the page stays and is asked for again
      }
    }
    setTimeout(refresh, 20000 * (0.7 + 0.6 * Math.random()));
  };
  setTimeout(refresh, 20000 * (0.7 + 0.6 * Math.random()));
})();
