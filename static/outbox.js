// Entries that outlive the network and the page, as an extension of htmx: what a row's form would send goes into a queue that
// this browser keeps. One request is under way at a time, in order, and what the network loses is sent again. The answer is
// htmx's work: the row, and beside it whatever else it changes.
"use strict";
(() => {
  const box = "results:" + location.pathname;
  const table = document.getElementById("entry");
  const notice = document.getElementById("network");
  const takesBack = document.getElementById("take-back");
  const token = "#take-back [name=csrfmiddlewaretoken]";
  const stored = () => JSON.parse(localStorage.getItem(box) || "[]");
  const queue = stored();
  const known = new Set(queue.map((entry) => entry.id));
  let busy = false;
  let lost = false;
  let takeBack = false;
  let timer = null;
  let answer = null;

  // Another page of this browser may have put entries there since: they stay.
  const keep = () => {
    const all = [...stored().filter((entry) => !known.has(entry.id)), ...queue];
    if (all.length) localStorage.setItem(box, JSON.stringify(all)); else localStorage.removeItem(box);
  };
  const rowOf = (entry) => document.getElementById("t" + entry.table);
  // A game of a grid is called by its players, a row by its table.
  const nameOf = (number) => document.getElementById("t" + number)?.dataset.name || number;
  const say = (text) => { notice.textContent = text; notice.hidden = !text; };
  const waiting = () => { lost = true; say(`${notice.dataset.waiting} ${queue.length}. ${notice.dataset.again}`); };
  const later = () => { clearTimeout(timer); timer = setTimeout(send, 3000); };

  // The button says which entry it takes back: the one just made, before the server has answered.
  const name = ({ table: number, result }) => {
    const button = document.getElementById("undo");
    const text = result === "clear" ? takesBack.dataset.cleared : takesBack.dataset.take;
    button.textContent = text.replace("{table}", () => nameOf(number)).replace("{now}", () => result);
    button.disabled = false;
  };

  // What stands in a field is sent once, by whichever way the field is left.
  const put = (form, url, submitter) => {
    const field = form.elements.typed;
    const result = field ? field.value : submitter.value;
    if (field && field.dataset.sent === result) return;
    if (field) field.dataset.sent = result;
    const row = form.closest("[data-table]");
    const entry = {
      id: `${Date.now()} ${Math.random()}`, url, table: row.dataset.table, result, version: form.elements.version.value,
    };
    known.add(entry.id);
    queue.push(entry);
    keep();
    name(entry);
    row.classList.add("waiting");
    if (lost) waiting();
    send();
  };

  const send = () => {
    if (busy || !queue.length) return;
    const entry = queue[0];
    const row = rowOf(entry);
    busy = true;
    htmx.ajax("POST", entry.url, {
      source: table,
      target: row || table.tBodies[0],
      swap: `${row ? "outerHTML" : "beforeend"} settle:0ms`,
      values: {
        result: entry.result, version: entry.version, csrfmiddlewaretoken: document.querySelector(token).value,
      },
    }).then(() => heard(entry), waiting).then(() => {
      busy = false;
      if (lost) later(); else send();
      if (!queue.length && takeBack) document.getElementById("undo").click();
    });
  };

  // Only a row, or that there is none, settles an entry. Whatever else has answered knows nothing of it.
  const isRow = (xhr) => /^\s*<(tr|div)\b[^>]*\bdata-table=/.test(xhr.response);
  const heard = (entry) => {
    if (answer.getResponseHeader("HX-Redirect") || answer.status === 403) return signedOut();
    if (!isRow(answer) && (answer.status < 400 || answer.status >= 500)) return waiting();
    lost = false;
    queue.shift();
    if (answer.status !== 200) takeBack = false; // what was to be taken back has not been stored
    const row = rowOf(entry);
    const more = queue.filter((other) => other.url === entry.url);
    if (answer.status === 200) for (const other of more) other.version = row.querySelector("[name=version]").value;
    if (row) row.classList.toggle("waiting", more.length > 0);
    keep();
    if (!isRow(answer)) return gone(entry);
    const refused = [...table.querySelectorAll("[role=alert]")].map((each) => nameOf(each.closest("[data-table]").dataset.table));
    say(refused.length ? `${notice.dataset.refused} ${refused.join(", ")}.` : "");
  };
  const gone = (entry) => {
    if (!queue.length) document.getElementById("undo").disabled = true; // it names what has not been stored
    say(`${notice.dataset.gone} ${nameOf(entry.table)}.`);
  };

  // Whoever signs in anew, in another tab, has another token.
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
      // While more is to be sent, the step is not due, and the button names what was entered last.
      return event !== "htmx:oobBeforeSwap" || !["step", "undo"].includes(target.id) || queue.length === 1;
    },
  });

  takesBack.addEventListener("submit", (event) => {
    takeBack = queue.length > 0;
    if (takeBack) event.preventDefault(); // the entry that is meant is still on its way
  });
  for (const row of queue.map(rowOf)) if (row) row.classList.add("waiting");
  if (queue.length) waiting();
  addEventListener("online", send);
  document.addEventListener("DOMContentLoaded", send);
})();
