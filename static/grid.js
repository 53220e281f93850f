// A grid by keyboard: Enter goes on to the next open game, the arrows to the cell beside, Escape leaves as it was. What is left
// by Tab or by a click is sent too. The queue does the rest.
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
  // Where an arrow leads: the field above or below in the same column.
  const beside = (field, step) => {
    const { cellIndex: column } = field.closest("td");
    for (let row = field.closest("tr")[step]; row; row = row[step]) {
      const found = row.cells[column].querySelector("[name=typed]");
      if (found) return found;
    }
    return null;
  };
  const STEPS = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" };

  // What was refused or is disputed is sent again as it stands; what is stored is not. What was begun before a refusal was
  // seen stays in its cell, unless the cell was chosen: then the refused one is next.
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
  // A game that comes back while somebody writes in it takes over what is written.
  table.addEventListener("htmx:beforeSwap", ({ target }) => {
    const at = document.activeElement;
    held = at.name === "typed" && target.contains(at) ? at : null;
    swapping = true;
  });
  table.addEventListener("htmx:afterSettle", ({ target: game }) => {
    swapping = false;
    if (!held || !game.matches("[data-table]")) return; // the other half of the table comes back too
    const field = game.querySelector("[name=typed]");
    if (unsent(held)) field.value = held.value;
    field.focus();
    held = null;
  });

  go(fields().find((field) => !field.value));
})();
