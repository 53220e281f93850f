// Add players one by one with htmx: type a name, press Enter, and type the next one at once. Additions are sent in order. A
// refused one returns to the field with the reason beside it.
"use strict";
(() => {
  const form = document.getElementById("add");
  const list = document.querySelector("#players tbody");
  const name = form.elements.name;
  let line = Promise.resolve();

  // A rating or a rank after the name, as in "Anna Virta 1900", appears in its own field at once. It is removed from the name
  // when the focus moves on. If the organiser then clears that field, the name keeps its ending.
  const endings = Object.entries(JSON.parse(form.dataset.endings || "{}"))
    .map(([field, patterns]) => [form.elements[field], patterns.map((pattern) => new RegExp(pattern, "i"))]);
  let shown = new Map();
  let taken = [];
  let typed = "";
  const split = () => {
    let rest = name.value.trim();
    const found = new Map();
    const open = endings.filter(([field]) => shown.has(field) || !field.value);
    for (let tries = open.length; tries; tries -= 1) {
      for (const [field, patterns] of open) {
        const hit = !found.has(field) && patterns.map((pattern) => pattern.exec(rest)).find(Boolean);
        if (hit) { rest = hit[1]; found.set(field, hit[2]); }
      }
    }
    return [rest, found];
  };
  const showEndings = () => {
    const found = form.elements.all_name.value ? new Map() : split()[1];
    for (const [field] of endings) {
      if (shown.has(field) || found.has(field)) field.value = found.get(field) ?? "";
      field.classList.toggle("taken", found.has(field));
    }
    shown = found;
  };
  const takeEndings = () => {
    if (!shown.size) return;
    typed = name.value;
    name.value = split()[0];
    taken = [...shown.keys()];
    shown = new Map();
  };
  const forgetEndings = () => {
    shown = new Map();
    taken = [];
    typed = form.elements.all_name.value = "";
    for (const [field] of endings) field.classList.remove("taken");
  };
  name.addEventListener("input", () => {
    typed = "";
    if (!name.value) {  // another player follows, with an ending of their own
      for (const field of taken) field.value = "";
      forgetEndings();
    }
    showEndings();
  });
  name.addEventListener("blur", takeEndings);
  for (const [field] of endings) field.addEventListener("input", () => {
    taken = taken.filter((each) => each !== field);
    if (field.value || !typed) { field.classList.remove("taken"); return; }
    name.value = typed;
    for (const [each] of endings) if (each.classList.contains("taken")) each.value = "";
    forgetEndings();
    form.elements.all_name.value = "1";
  });

  const wrong = (is) => name.closest(".field").classList.toggle("wrong", is);
  const giveBack = (data) => {
    const free = !name.value;
    for (const [key, value] of data) if (free && key !== "again" && form.elements[key]) form.elements[key].value = value;
    wrong(true);
    name.focus();
  };
  const notAdded = (data, why) => {
    const problem = document.getElementById("add-problem");
    const who = document.createElement("bdi");
    who.textContent = data.get("name");
    problem.replaceChildren(who, `: ${why}`);
    problem.hidden = false;
    giveBack(data);
  };

  let answer = null;
  const send = (path, data) => {
    answer = null;
    return htmx.ajax("POST", path, { source: list, target: list, swap: "afterbegin settle:0ms", values: Object.fromEntries(data) })
      .then(() => { if (answer === 422) giveBack(data); else if (answer !== 200) notAdded(data, form.dataset.failed); },
        () => notAdded(data, form.dataset.offline));
  };
  list.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr } = event.detail;
    answer = xhr.getResponseHeader("HX-Redirect") ? 403 : xhr.status; // without a session the typed values stay
    if (answer !== 200 && answer !== 422) event.preventDefault();
  });
  list.addEventListener("htmx:beforeSwap", ({ detail }) => Object.assign(detail, { shouldSwap: true, isError: false }));

  form.addEventListener("htmx:confirm", (event) => {
    const { path, triggeringEvent } = event.detail;
    takeEndings();
    const data = new FormData(form, triggeringEvent.submitter);
    event.preventDefault();
    form.elements.sheet.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    document.getElementById("add-problem").hidden = document.getElementById("add-again").hidden = true;
    wrong(false);
    for (const field of form.querySelectorAll("input:not([type=hidden])")) field.value = "";
    for (const each of form.querySelectorAll(".unsaved")) each.classList.remove("unsaved");
    forgetEndings();
    name.focus();
    line = line.then(() => send(path, data));
  });
  const all = document.querySelector("#players .all input");
  all?.addEventListener("change", () => {
    for (const row of list.rows) if (!row.hidden) row.querySelector("[name=player]").checked = all.checked;
  });
  name.focus();
})();
