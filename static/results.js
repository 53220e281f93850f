// Result entry by keyboard and mouse: the next table, the meaning of each key, and the focus after htmx replaces a row.
"use strict";
(() => {
  const table = document.getElementById("entry");
  const jump = document.getElementById("jump");
  const typed = table.dataset.typed === "1";
  const numbered = table.dataset.numbered === "1"; // a number alone is never a result
  let started = false;
  let pressed = null;
  let leaving = false;
  let swapping = false;
  let held = null;
  let written = null;
  let back = null; // the table whose refusal the user has not seen yet
  let chosen = null; // the table chosen by number, arrow or pointer, not automatically
  let ready = null; // letters are results after a table was chosen, until another key is typed
  let undoing = null; // keys typed while an undo is under way

  const rows = () => [...table.querySelectorAll("tr[data-table]")];
  const rowOf = (number) => document.getElementById("t" + number);
  const open = (row) => !("done" in row.dataset) && !row.hidden && !row.classList.contains("waiting");

  // On a phone, boards have buttons: the keyboard of the phone would hide them.
  const finger = matchMedia("(max-width: 40rem) and (pointer: coarse)").matches;
  const taps = (row) => finger && row.querySelector("[data-board]");

  const unsent = (field) => field.value !== field.defaultValue && field.value !== field.dataset.sent;

  const select = (row) => {
    for (const other of table.querySelectorAll(".selected")) other.classList.remove("selected");
    row?.classList.add("selected");
    folded();
    if (!row) return;
    row.scrollIntoView({ block: started && !finger ? "center" : "nearest" });
    if (typed && !taps(row)) { row.querySelector("[name=typed]").focus(); row.querySelector("[name=typed]").select(); }
  };
  const folded = () => {
    for (const button of table.querySelectorAll(".opens")) button.ariaExpanded = button.closest("tr").matches(".selected");
  };
  const selected = () => table.querySelector(".selected");
  const choose = (row) => {
    chosen = row?.id;
    ready = true;
    select(row);
  };
  const next = (after) => {
    const all = rows();
    const from = after ? all.indexOf(after) : -1;
    select(all.slice(from + 1).find(open) || all.find((row) => row !== after && open(row)));
  };

  // The refused row is next. First the user finishes the entry begun before the refusal arrived. It is sent if its table was
  // chosen; otherwise it stays in its field.
  const begun = (row) => {
    const at = document.activeElement;
    if (at === jump) return jump.value !== "";
    const here = at.name === "typed" ? at.closest("tr") : selected();
    if (!here || here === row) return false;
    return chosen === here.id || (at.name === "typed" && unsent(at) && !at.closest(".held"));
  };
  const goBack = () => {
    const row = document.getElementById(back);
    back = null;
    if (leaving || !row) return;
    choose(row);
    const wrong = row.querySelector("[name=typed][aria-invalid]");
    if (wrong && !taps(row)) wrong.select(); else if (!typed) document.activeElement.blur(); // otherwise select() has focused it
  };
  table.addEventListener("outbox:refused", ({ target: row }) => {
    undoing = null;
    back = row.id;
    if (!begun(row)) goBack();
  });
  table.addEventListener("input", ({ target }) => target.closest("tr").classList.remove("held"));

  // In a field that was selected automatically, the number of a table is not a result: it chooses that table.
  const named = (row, field) => {
    const at = numbered && !leaving && !back && chosen !== row.id && /^\d+$/.test(field.value.trim()) && rowOf(field.value.trim());
    if (at) { field.value = field.defaultValue; choose(at); }
    return at;
  };

  // A user who ends an entry by leaving the field keeps the new focus. A focused button of the row keeps its focus.
  table.addEventListener("submit", (event) => {
    const row = event.target.closest("tr");
    const { typed: field } = event.target.elements;
    if (field && !field.defaultValue && !field.value.trim()) { // Enter pressed twice
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (field && named(row, field)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const stays = back !== null && chosen !== row.id;
    row.toggleAttribute("data-left", leaving);
    row.toggleAttribute("data-chosen", chosen === row.id);
    row.classList.toggle("held", stays);
    if (stays) { event.preventDefault(); event.stopPropagation(); }
    if (back) goBack(); else if (!leaving && !("more" in row.dataset)) next(row);
    const at = document.activeElement;
    if (!leaving && !typed && at.name === "typed" && at.closest("tr") === row) {
      swapping = true; // the next keys are not for this field
      at.blur();
      swapping = false;
    }
  }, true);

  // Undo chooses the table at once; the answer brings its row. A second undo knows its table only after that.
  const undo = () => document.getElementById("undo");
  document.getElementById("take-back").addEventListener("submit", () => { if (!undo().disabled) choose(rowOf(undo().dataset.row)); }, true);
  const takeBack = () => {
    if (undo().disabled && table.querySelector(".waiting")) undoing = ["u"]; else undo().click();
  };
  table.addEventListener("outbox:stored", () => {
    const keys = undoing || [];
    undoing = null;
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  // If a row that htmx replaces has unsent text, the new row keeps it.
  table.addEventListener("htmx:beforeSwap", ({ target }) => {
    const at = document.activeElement;
    written = [...target.querySelectorAll("[name=typed]")].find(unsent);
    const stays = at.name === "typed" ? at === written : !at.name && "left" in target.dataset;
    held = stays && target.contains(at) ? at : null;
    swapping = true;
  });
  table.addEventListener("htmx:afterSettle", ({ target: row, detail }) => {
    swapping = false;
    if (detail.target.classList.contains("selected")) row.classList.add("selected");
    folded();
    const field = row.querySelector("[name=typed]");
    if (written && field) field.value = written.value;
    if (held && held.name) {
      field.focus();
      field.setSelectionRange(held.selectionStart, held.selectionEnd);
      return;
    }
    if (held) row.querySelector("button:not([name])")?.focus();
  });

  const leave = (field) => {
    if (!field || !unsent(field) || field.closest(".held")) return;
    leaving = true;
    field.form.requestSubmit();
    leaving = false;
  };
  // If a button moves away under the pointer, nothing is pressed: treat it as leaving the field.
  document.addEventListener("pointerdown", ({ target }) => {
    const button = target.closest("#entry button"), row = target.closest("#entry tr[data-table]");
    if (row && chosen !== row.id) leave(table.querySelector(`#${chosen} [name=typed]:focus`));
    if (row) { chosen = row.id; ready = true; }
    pressed = button && { button, table: row.dataset.table };
  });
  const missed = () => { if (pressed) leave(rowOf(pressed.table)?.querySelector("[name=typed]")); pressed = null; };
  document.addEventListener("pointerup", () => { if (pressed && !pressed.button.isConnected) missed(); });
  document.addEventListener("pointercancel", missed);
  document.addEventListener("click", ({ target }) => { if (pressed?.button.contains(target)) pressed = null; else missed(); }, true);
  table.addEventListener("focusout", ({ target: field }) => {
    const decided = pressed && pressed.table === field.closest("tr")?.dataset.table; // the button's result is sent instead
    if (!swapping && field.name === "typed" && !decided && document.hasFocus()) leave(field);
  });
  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-table]");
    if (row && event.target.matches(".opens")) select(row.matches(".selected") ? null : row);
    else if (row && !event.target.closest("button, input, a")) select(row);
    const opener = event.target.closest(".no-show");
    if (!opener) return;
    event.preventDefault();
    absent(opener, row);
  });

  // Only one row shows the no-show panel at a time. A second click closes it.
  const isolated = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);
  const absent = (opener, row) => {
    const there = opener.nextElementSibling?.classList.contains("panel");
    for (const panel of table.querySelectorAll(".panel")) {
      panel.previousElementSibling.removeAttribute("aria-expanded");
      panel.remove();
    }
    if (there) return;
    const [first, second] = [...row.querySelectorAll(".who > bdi, .who > a")].map((name) => isolated(name.textContent));
    opener.after(document.getElementById("absent").content.cloneNode(true));
    opener.setAttribute("aria-expanded", "true");
    for (const link of opener.nextElementSibling.querySelectorAll("a")) link.search += `${link.search ? "&" : "?"}table=${row.dataset.table}`;
    for (const button of opener.nextElementSibling.children) {
      button.textContent = button.textContent.replace("{1}", () => first).replace("{2}", () => second);
      button.classList.toggle("on", button.value === row.querySelector("[name=typed]").defaultValue);
    }
  };

  // A letter after a number is a result for that table. If there is no such table, the number stays with a message.
  const letters = new Set([...table.querySelectorAll("[data-key]")].map((button) => button.dataset.key));
  const jumped = () => { jump.value = ""; jump.blur(); };
  const meant = () => {
    const number = jump.value.trim();
    const row = rowOf(number);
    jump.setCustomValidity(row ? "" : jump.dataset.none.replace("{table}", () => number));
    if (!row) jump.reportValidity();
    return row;
  };
  jump.addEventListener("input", () => jump.setCustomValidity(""));
  // Text that is not a table number is a result. It moves into the field of the next table; Enter there sends it.
  const go = () => {
    const text = jump.value.trim();
    const row = /^\d+$/.test(text) ? meant() : selected();
    if (!row) { meant(); return; }
    jumped();
    if (/^\d*$/.test(text)) { choose(row); return; }
    const field = row.querySelector("[name=typed]");
    select(row);
    field.value = text;
    row.classList.add("held");
    if (back) goBack(); else field.focus();
  };

  const escape = (field) => {
    ready = false;
    if (field) {
      field.closest("tr")?.classList.remove("held");
      field.value = field.defaultValue;
      field.blur();
    }
    jump.value = "";
    if (back) goBack();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const field = event.target.closest("input, select, textarea");
    if (event.key === "Escape") undoing = null;
    if (undoing) { event.preventDefault(); undoing.push(event.key); return; }
    if (event.key === "Escape") { escape(field); return; }
    if (field === jump && event.key === "Enter") { event.preventDefault(); go(); return; }
    if (field && field !== jump) return;
    if (/^[0-9½=+-]$/.test(event.key)) { if (field !== jump) { event.preventDefault(); jump.value += event.key; jump.focus(); } return; }
    if (event.target.closest("button, a") && event.key === "Enter") return;
    if (event.key === "Enter") { choose(selected()); return; }
    const row = jump.value ? letters.has(event.key) && meant() : selected();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = rows();
      const step = event.key === "ArrowDown" ? 1 : -1;
      event.preventDefault();
      choose(all[Math.min(all.length - 1, Math.max(0, all.indexOf(selected()) + step))]);
      return;
    }
    if (letters.has(event.key) && !row) { event.preventDefault(); return; }
    if (!jump.value && !ready && (letters.has(event.key) || (event.key === "u" && ready === false))) {
      event.preventDefault();
      jump.setCustomValidity(jump.dataset.choose);
      jump.reportValidity();
      return;
    }
    if (event.key === "r") {
      const one = document.querySelector(jump.value ? `[data-reported="${CSS.escape(jump.value.trim())}"]` : "[data-reported]");
      event.preventDefault();
      if (one) { jumped(); one.click(); }
      return;
    }
    if (event.key === "u") { event.preventDefault(); jumped(); takeBack(); return; }
    if (event.key === "m") { event.preventDefault(); document.getElementById("only").click(); return; }
    const button = row && row.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!button) { if (event.key.length === 1) ready = false; return; }
    event.preventDefault();
    if (jump.value) { chosen = row.id; ready = true; }
    jumped();
    button.form.requestSubmit(button);
  });

  // A link to a table selects it: the bracket, the desk and the calls lead here.
  const linked = () => {
    const row = location.hash && rows().find((each) => "#" + each.id === location.hash);
    if (row) choose(row); else next(null);
  };
  linked();
  addEventListener("hashchange", linked);
  started = true;
})();
