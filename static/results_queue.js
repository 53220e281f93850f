// An htmx extension that keeps results when the network is lost: what a row's form would send goes into the queue of
// unsent_queue.js. htmx shows the answer: the row, and everything that changes with it.
"use strict";
(() => {
  const table = document.getElementById("entry");
  const notice = document.getElementById("network");
  const takesBack = document.getElementById("take-back");
  const token = "#take-back [name=csrfmiddlewaretoken]";
  let lost = false;
  let answer = null;

  const rowOf = (entry) => document.getElementById("t" + entry.table);
  // The name of a game in a grid: its players. The name of a row: its table.
  const nameOf = (number) => document.getElementById("t" + number)?.dataset.name || number;
  const say = (text) => { notice.textContent = text; notice.hidden = !text; };
  const waiting = () => { lost = true; say(`${notice.dataset.waiting} ${queue.length}. ${notice.dataset.again}`); };
  const undo = () => document.getElementById("undo");

  // The undo button names the newest entry, before the server has answered.
  const name = ({ table: number, result }) => {
    const button = undo();
    const text = result === "clear" ? takesBack.dataset.cleared : takesBack.dataset.take;
    button.textContent = text.replace("{table}", () => nameOf(number)).replace("{now}", () => result);
    button.dataset.row = number;
    button.disabled = false;
  };

  // Send the value of a field only once, no matter how the user leaves the field.
  const put = (form, url, submitter) => {
    const field = form.elements.typed;
    const result = field ? field.value : submitter.value;
    if (field && field.dataset.sent === result) return;
    if (field) field.dataset.sent = result;
    const row = form.closest("[data-table]");
    const entry = {
      url, table: row.dataset.table, result, version: form.elements.version.value,
      follows: !lost && queue.length > 0 && !("chosen" in row.dataset),
    };
    name(entry);
    add(entry);
  };
  const add = (entry) => {
    unsent.add(entry);
    rowOf(entry)?.classList.add("waiting");
    if (lost) waiting();
    unsent.send();
  };

  // An undo is an entry of the queue too. It undoes the entry that the button names, which may still be unsent.
  const takeBack = () => {
    const { dataset, value } = undo();
    const before = queue.findLast((entry) => entry.table === dataset.row && !entry.undoes);
    undo().disabled = true;
    add({ url: takesBack.action, table: dataset.row, result: "", undoes: before ? before.id : value, entry: before ? "" : value, follows: false });
  };

  const deliver = (entry) => {
    const row = rowOf(entry);
    return htmx.ajax("POST", entry.url, {
      source: table,
      target: row || table.tBodies[0],
      swap: `${row ? "outerHTML" : "beforeend"} settle:0ms`,
      values: {
        ...(entry.undoes ? { entry: entry.entry } : { result: entry.result, version: entry.version }),
        csrfmiddlewaretoken: document.querySelector(token).value,
      },
    }).then(() => settle(entry), waiting);
  };
  const unsent = unsentQueue("results:" + location.pathname, deliver), queue = unsent.entries;
  for (const entry of queue) entry.follows = false;
  table.queue = queue; // for board_taps.js

  // Only a row, or a client error without one, settles an entry. Any other answer, such as one of a proxy, settles nothing.
  const isRow = (xhr) => /^\s*<(tr|div)\b[^>]*\bdata-table=/.test(xhr.response);
  const settle = (entry) => {
    if (answer.getResponseHeader("HX-Redirect") || answer.status === 403) return signedOut();
    if (!isRow(answer) && (answer.status < 400 || answer.status >= 500)) return waiting();
    lost = false;
    unsent.remove(entry);
    const row = rowOf(entry);
    settleUndo(entry);
    const held = answer.status === 200 ? [] : holdBack();
    if (held.length) showUndo();
    const more = queue.filter((other) => other.table === entry.table);
    if (answer.status === 200) for (const other of more) other.version = row.querySelector("[name=version]").value;
    row?.classList.toggle("waiting", more.length > 0);
    table.dispatchEvent(new CustomEvent("kierros:answered", { detail: row }));
    unsent.save();
    if (!isRow(answer)) return gone(entry);
    const names = (found) => [...found].map((each) => nameOf(each.closest("[data-table]").dataset.table)).join(", ");
    const refused = names(table.querySelectorAll("[role=alert]"));
    const kept = names(held);
    say((refused && `${notice.dataset.refused} ${refused}.`) + (kept && ` ${notice.dataset.held} ${kept}.`));
    row?.dispatchEvent(new CustomEvent(answer.status === 200 ? "outbox:stored" : "outbox:refused", { bubbles: true }));
  };

  // A stored entry can be undone by its number. A refused or unchanged one has no number.
  const settleUndo = (entry) => {
    const at = queue.findIndex((other) => other.undoes === entry.id);
    if (at < 0) return;
    const named = undoOf();
    if (answer.status === 200 && named?.dataset.row === entry.table) queue[at].entry = named.value;
    else unsent.remove(queue[at]);
    showUndo();
  };
  // The undo button of the answer, which names what is stored, replaces the button once nothing is unsent.
  const undoOf = () => {
    const parsed = Object.assign(document.createElement("template"), { innerHTML: answer.response }).content;
    return parsed.querySelector("template")?.content.getElementById("undo");
  };
  const showUndo = () => {
    const stored = undoOf();
    if (stored && !queue.length) undo().replaceWith(document.importNode(stored, true));
  };
  // Results typed for other tables before the refusal arrived stay in their fields until Enter sends them.
  const holdBack = () => {
    const back = queue.filter((entry) => entry.follows);
    unsent.remove(...back);
    return back.map(rowOf).filter(Boolean).map((row, at) => {
      const field = row.querySelector("[name=typed]");
      delete field.dataset.sent;
      field.value = back[at].result === "clear" ? "" : back[at].result;
      row.classList.replace("waiting", "held");
      return row;
    });
  };
  const gone = (entry) => {
    if (!queue.length) undo().disabled = true; // the button names an entry that was not stored
    say(`${notice.dataset.gone} ${nameOf(entry.table)}.`);
  };

  // Signing in again, in another tab, changes the CSRF token.
  const signedOut = () => {
    lost = true;
    say(notice.dataset.sign);
    if (answer.status === 403) return htmx.ajax("GET", location.href, { source: table, target: token, select: token, swap: "outerHTML" }).catch(waiting);
  };

  htmx.defineExtension("outbox", {
    onEvent: (event, { target, detail }) => {
      if (event === "htmx:confirm" && target.matches("form")) {
        put(target, detail.path, detail.triggeringEvent.submitter);
        return false;
      }
      if (event === "htmx:beforeOnLoad" && detail.requestConfig.verb === "post") {
        answer = detail.xhr;
        return isRow(answer);
      }
      if (event === "htmx:beforeOnLoad") return !detail.xhr.getResponseHeader("HX-Redirect");
      if (event === "htmx:beforeSwap") Object.assign(detail, { shouldSwap: true, isError: false });
      // While entries are unsent, keep the next step, and the undo button with the newest entry.
      return event !== "htmx:oobBeforeSwap" || !["step", "undo"].includes(target.id) || queue.length === 1;
    },
  });

  takesBack.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!undo().disabled) takeBack();
  });
  for (const entry of queue) rowOf(entry)?.classList.add("waiting");
  if (queue.length) waiting();
  document.addEventListener("DOMContentLoaded", unsent.send);
})();
