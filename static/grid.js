// A grid by keyboard: Enter moves to the next open game, the arrows to the cell above or below. Escape restores the stored value.
// Leaving a field by Tab or by a click sends it too. The queue does the rest.
"use strict";
(() => {
  const table = document.getElementById("entry");
  const fields = () => [...table.querySelectorAll("[name=typed]")];
  const gameOf = (field) => field.closest("[data-table]");
  const unsent = (field) => field.value !== field.defaultValue && field.value !== field.dataset.sent;
  let swapping = false;
  let leaving = false;
  let held = null;
  let back = null;
  let chosen = null;

  const go = (field) => { if (field) { field.focus(); field.select(); } };
  const next = (field) => {
    const all = fields();
    const open = (other) => !("done" in gameOf(other).dataset) && other !== field && (!other.value || gameOf(other).matches(".held"));
    go(all.slice(all.indexOf(field) + 1).find(open) || all.find(open) || all[all.indexOf(field) + 1]);
  };
  // The target of an arrow key: the field above or below in the same column.
  const beside = (field, step) => {
    const { cellIndex: column } = field.closest("td");
    for (let row = field.closest("tr")[step]; row; row = row[step]) {
      const found = row.cells[column].querySelector("[name=typed]");
      if (found) return found;
    }
    return null;
  };
  const STEPS = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" };

  // A refused or disputed value is sent again unchanged; a stored value is not. A value that was begun before a refusal arrived
  // stays in its cell, unless the user chose that cell. The refused cell is next.
  table.addEventListener("submit", (event) => {
    const field = event.target.elements.typed;
    const game = gameOf(field);
    const stays = back !== null && chosen !== game.id;
    game.toggleAttribute("data-chosen", chosen === game.id);
    if (stays || (!unsent(field) && !field.matches("[aria-invalid]"))) { event.preventDefault(); event.stopPropagation(); }
    game.classList.toggle("held", stays);
    if (back) goBack(); else if (!leaving) next(field);
  }, true);
  const goBack = () => {
    const game = document.getElementById(back);
    back = null;
    chosen = game.id;
    if (!leaving) go(game.querySelector("[name=typed]"));
  };
  const begun = (field) => unsent(field) && !gameOf(field).matches(".held");
  table.addEventListener("outbox:refused", ({ target: game }) => {
    const at = document.activeElement;
    back = game.id;
    if (at.name !== "typed" || gameOf(at) === game || (chosen !== gameOf(at).id && !begun(at))) goBack();
  });
  table.addEventListener("input", ({ target: field }) => gameOf(field).classList.remove("held"));
  table.addEventListener("pointerdown", ({ target }) => { chosen = target.closest("[data-table]")?.id; });
  table.addEventListener("focusout", ({ target: field }) => {
    if (swapping || field.name !== "typed" || !unsent(field) || !document.hasFocus() || gameOf(field).matches(".held")) return;
    leaving = true;
    field.form.requestSubmit();
    leaving = false;
  });
  table.addEventListener("keydown", (event) => {
    const field = event.target;
    if (field.name !== "typed" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") { field.value = field.defaultValue; gameOf(field).classList.remove("held"); }
    if (event.key === "Escape" && back) goBack();
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    const to = beside(field, STEPS[event.key]);
    if (to) chosen = gameOf(to).id;
    go(to);
  });
  // If the user is typing in a game that htmx replaces, the new row keeps the typed text.
  table.addEventListener("htmx:beforeSwap", ({ target }) => {
    const at = document.activeElement;
    held = at.name === "typed" && target.contains(at) ? at : null;
    swapping = true;
  });
  table.addEventListener("htmx:afterSettle", ({ target: game }) => {
    swapping = false;
    if (!held || !game.matches("[data-table]")) return; // htmx replaces the other half of the table too
    const field = game.querySelector("[name=typed]");
    if (unsent(held)) field.value = held.value;
    field.focus();
    held = null;
  });

  // On a phone, buttons below the grid enter the result of the chosen game, instead of the keyboard of the phone.
  const pad = document.getElementById("pad");
  if (pad && matchMedia("(max-width: 40rem) and (pointer: coarse)").matches) {
    pad.hidden = false;
    const game = document.getElementById("pad-game");
    const buttons = [...pad.querySelectorAll("button")];
    let at = null;
    const quiet = () => { for (const field of fields()) field.inputMode = "none"; };
    const show = (field) => {
      at = field;
      game.textContent = at.getAttribute("aria-label");
      for (const button of buttons) button.classList.toggle("on", button.value !== "" && button.value === at.value);
    };
    quiet();
    table.addEventListener("htmx:afterSettle", () => {
      quiet();
      if (at && !at.isConnected) at = document.activeElement.closest("[name=typed]");
    });
    table.addEventListener("focusin", ({ target }) => { if (target.name === "typed") show(target); });
    pad.addEventListener("pointerdown", (event) => event.preventDefault()); // the game keeps the focus
    pad.addEventListener("click", ({ target }) => {
      if (!at?.isConnected || !target.matches("button")) return;
      at.value = target.value;
      at.form.requestSubmit();
    });
  }

  go(fields().find((field) => !field.value));
})();
