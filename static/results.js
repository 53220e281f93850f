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
  let queue = JSON.parse(localStorage.getItem(box) || "[]");
  let busy = false;
  let timer = null;
  let started = false;

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
  const waiting = () => say(`${notice.dataset.waiting} ${queue.length}. ${notice.dataset.again}`);

  const enter = (form, result) => {
    const row = form.closest("tr");
    queue.push({
      url: form.getAttribute("action"), table: row.dataset.table, result,
      version: form.elements.version.value, token: form.elements.csrfmiddlewaretoken.value,
    });
    keep();
    row.classList.add("waiting");
    if (!notice.hidden) waiting();
    next(row.dataset.table);
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
      if (answer.type === "opaqueredirect" || answer.status === 403) { say(notice.dataset.sign); later(); return; }
      if (answer.status >= 500) { waiting(); later(); return; }
      queue.shift();
      take(entry, answer.status, await answer.text(), answer.headers.get("X-Missing"));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // TypeError is how fetch says that there is no network
      waiting();
      later();
    } finally {
      busy = false;
    }
    if (queue.length && notice.hidden) send();
  };

  const take = (entry, status, html, missing) => {
    const fresh = document.createElement("tbody");
    fresh.innerHTML = html;
    const row = fresh.rows[0];
    if (row) {
      const version = row.querySelector("[name=version]").value;
      for (const waitingEntry of queue) if (waitingEntry.url === entry.url && status === 200) waitingEntry.version = version;
      const old = rowOf(row.dataset.table);
      const wasSelected = old && old.classList.contains("selected");
      const again = queue.some((other) => other.url === entry.url);
      if (old) old.replaceWith(row);
      if (again) row.classList.add("waiting");
      if (status !== 200) select(row); else if (wasSelected) row.classList.add("selected");
    }
    if (missing !== null) document.getElementById("missing").textContent = missing;
    document.getElementById("undo").disabled = false;
    keep();
    say("");
  };

  table.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    const button = event.submitter;
    enter(form, button && button.name === "result" ? button.value : form.elements.typed.value);
  });
  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-table]");
    if (row && !event.target.closest("button, input")) select(row);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const field = event.target.closest("input, select, textarea");
    if (event.key === "Escape") { if (field) field.blur(); jump.value = ""; return; }
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
    if (event.key === "u") { event.preventDefault(); document.getElementById("undo").click(); return; }
    if (event.key === "m") { event.preventDefault(); document.getElementById("only").click(); return; }
    const button = row && row.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (button) { event.preventDefault(); jump.value = ""; enter(row.querySelector("form"), button.value); }
  });

  window.addEventListener("online", send);
  for (const entry of queue) { const row = rowOf(entry.table); if (row) row.classList.add("waiting"); }
  if (queue.length) { waiting(); send(); }
  next(null);
  started = true;
})();
