// Result entry by keyboard and mouse. Every entry goes into a queue that this device keeps; one request is under way at
// a time, in order, and what the network loses is sent again. The server answers with the one row that changed.
"use strict";
(() => {
  const table = document.getElementById("entry");
  if (!table) return;
  const box = "results:" + location.pathname;
  const jump = document.getElementById("jump");
  const notice = document.getElementById("network");
  const typed = table.dataset.typed === "1";
  const undo = document.getElementById("undo");
  let queue = JSON.parse(localStorage.getItem(box) || "[]");
  let busy = false;
  let timer = null;
  let started = false;
  let pressed = null;
  let lost = false;
  let takeBack = false;

  const keep = () => (queue.length ? localStorage.setItem(box, JSON.stringify(queue)) : localStorage.removeItem(box));
  const rows = () => [...table.tBodies[0].rows];
  const rowOf = (number) => document.getElementById("t" + number);
  const open = (row) => !("done" in row.dataset) && !row.hidden && !row.classList.contains("waiting");

  const select = (row) => {
    for (const other of table.querySelectorAll(".selected")) other.classList.remove("selected");
    if (!row) return;
    row.classList.add("selected");
    row.scrollIntoView({ block: started ? "center" : "nearest" });
    if (typed) { row.querySelector("[name=typed]").focus(); row.querySelector("[name=typed]").select(); }
  };
  const selected = () => table.querySelector(".selected");
  const next = (after) => {
    const all = rows();
    const from = after ? all.indexOf(rowOf(after)) : -1;
    select(all.slice(from + 1).find(open) || all.find(open));
  };

  const say = (text) => { notice.textContent = text; notice.hidden = !text; };
  const waiting = () => { lost = true; say(`${notice.dataset.waiting} ${queue.length}. ${notice.dataset.again}`); };

  // The button says which entry it takes back: the one just made, before the server has answered.
  const name = (number, result) => {
    const text = result === "clear" ? undo.dataset.cleared : undo.dataset.take;
    undo.textContent = text.replace("{table}", number).replace("{now}", () => result);
    undo.disabled = false;
  };

  // `stay`: the entry was ended by leaving the field, and where to go on is the person's own choice.
  const enter = (form, result, stay = false) => {
    const row = form.closest("tr");
    queue.push({
      url: form.getAttribute("action"), table: row.dataset.table, result,
      version: form.elements.version.value, stay,
    });
    keep();
    name(row.dataset.table, result);
    row.classList.add("waiting");
    if (lost) waiting();
    if (!stay) next(row.dataset.table);
    send();
  };

  const later = () => { clearTimeout(timer); timer = setTimeout(send, 3000); };
  const send = async () => {
    if (busy || !queue.length) return;
    busy = true;
    const entry = queue[0];
    try {
      const body = new URLSearchParams({ result: entry.result, version: entry.version });
      const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
      const answer = await fetch(entry.url, { method: "POST", body, redirect: "manual", headers: { "X-CSRFToken": token, "X-Row": "1" } });
      if (answer.type === "opaqueredirect" || answer.status === 403) { lost = true; say(notice.dataset.sign); later(); return; }
      if (answer.status >= 500) { waiting(); later(); return; }
      queue.shift();
      take(entry, answer.status, await answer.text(), answer.headers);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // TypeError is how fetch says that there is no network
      waiting();
      later();
    } finally {
      busy = false;
    }
    if (queue.length && !lost) send();
    if (!queue.length && takeBack) undo.click();
  };

  const take = (entry, status, html, headers) => {
    const fragment = document.createElement("tbody");
    fragment.innerHTML = html;
    const row = fragment.rows[0];
    const old = rowOf(entry.table);
    lost = false;
    if (status !== 200) takeBack = false; // what was to be taken back has not been stored
    if (row) {
      const version = row.querySelector("[name=version]").value;
      for (const waitingEntry of queue) if (waitingEntry.url === entry.url && status === 200) waitingEntry.version = version;
      replace(old, row, entry.stay);
      if (queue.some((other) => other.url === entry.url)) row.classList.add("waiting");
      if (status !== 200 && !elsewhere(row)) select(row);
    } else if (old) {
      old.classList.remove("waiting");
    }
    const refused = rows().filter((each) => each.querySelector("[role=alert]")).map((each) => each.dataset.table);
    say(!row ? `${notice.dataset.gone} ${entry.table}.` : refused.length ? `${notice.dataset.refused} ${refused.join(", ")}.` : "");
    if (headers.has("X-Missing")) {
      document.getElementById("missing").textContent = headers.get("X-Missing");
      if (!queue.length) goOn(headers.get("X-Missing") === "0");
    }
    if (headers.has("X-Last") && !queue.length) {
      undo.form.elements.entry.value = headers.get("X-Last");
      undo.textContent = decodeURIComponent(headers.get("X-Last-Text"));
      undo.disabled = !headers.get("X-Last");
    }
    keep();
  };

  // When all are in, the page says the next step, as the server has it.
  const goOn = async (allIn) => {
    const step = document.getElementById("step");
    if (!allIn) { step.replaceChildren(); return; }
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("step");
      if (fresh && !queue.length) step.replaceChildren(...fresh.childNodes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // TypeError: no network; the desk has the step too
    }
  };

  // The focus of somebody who left the field by Tab stays with the button where it was.
  const replace = (old, row, stay) => {
    if (!old) return;
    const there = stay && old.contains(document.activeElement) && !document.activeElement.name;
    if (old.classList.contains("selected")) row.classList.add("selected");
    old.replaceWith(row);
    if (there) row.querySelector("button:not([name])").focus();
  };
  // Whoever is at another table, about to type or to press its letter, stays there: what follows is that table's.
  const elsewhere = (row) => {
    const at = document.activeElement?.closest("tr[data-table]") || selected();
    return (document.activeElement === jump && jump.value !== "") || (at !== null && at !== row);
  };

  // What stands in a field is sent once: by Enter or Save, or by leaving the row with it.
  const fresh = (field) => field.value !== field.defaultValue && field.dataset.sent !== field.value;
  const write = (field, stay) => { field.dataset.sent = field.value; enter(field.form, field.value, stay); };

  table.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.elements.typed;
    if (!field) enter(event.target, event.submitter.value);
    else if (field.dataset.sent === field.value) next(field.closest("tr").dataset.table);
    else write(field, false);
  });
  document.addEventListener("pointerdown", (event) => { pressed = event.target.closest("#entry button"); });
  document.addEventListener("click", () => { pressed = null; });
  table.addEventListener("focusout", (event) => {
    const field = event.target;
    const decided = pressed && pressed.closest("tr") === field.closest("tr"); // that button says what is sent
    if (field.name === "typed" && fresh(field) && !decided && document.hasFocus()) write(field, true);
  });
  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-table]");
    if (row && !event.target.closest("button, input")) select(row);
  });
  undo.form.addEventListener("submit", (event) => {
    takeBack = queue.length > 0;
    if (takeBack) event.preventDefault(); // the entry that is meant is still on its way
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const field = event.target.closest("input, select, textarea");
    if (event.key === "Escape") { if (field) { field.value = field.defaultValue; field.blur(); } jump.value = ""; return; }
    if (field === jump && event.key === "Enter") { event.preventDefault(); const row = rowOf(jump.value.trim()); jump.value = ""; jump.blur(); select(row); return; }
    if (field && field !== jump) return;
    if (/^[0-9]$/.test(event.key)) { if (field !== jump) { event.preventDefault(); jump.value += event.key; jump.focus(); } return; }
    if (event.target.closest("button, a, summary") && event.key === "Enter") return;
    const row = selected();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = rows();
      const step = event.key === "ArrowDown" ? 1 : -1;
      event.preventDefault();
      select(all[Math.min(all.length - 1, Math.max(0, all.indexOf(row) + step))]);
      return;
    }
    if (event.key === "u") { event.preventDefault(); undo.click(); return; }
    if (event.key === "m") { event.preventDefault(); document.getElementById("only").click(); return; }
    const button = row && row.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (button) { event.preventDefault(); jump.value = ""; enter(button.form, button.value); }
  });

  window.addEventListener("online", send);
  for (const entry of queue) { const row = rowOf(entry.table); if (row) row.classList.add("waiting"); }
  if (queue.length) { waiting(); send(); }
  next(null);
  started = true;
})();
