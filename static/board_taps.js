// The boards of a match have a button for each result. A tap sends all boards as one text: those of the newest unsent
// entry, or the stored ones. A second tap on the same button opens the board again.
"use strict";
(() => {
  const table = document.getElementById("entry");

  const boardsOf = (row) => {
    const last = table.queue.findLast((entry) => entry.table === row.dataset.table);
    const text = (last && !last.undoes ? last.result : row.querySelector("[name=typed]").defaultValue).replace("clear", "").trim();
    const found = text.includes(" ") ? text.split(/ +/) : [...text];
    return [...row.querySelectorAll(".taps")].map((_, at) => found[at] || ".");
  };
  const press = (row) => {
    const boards = row ? boardsOf(row) : [];
    for (const button of row?.querySelectorAll("[data-board]") || []) button.ariaPressed = boards[button.dataset.board - 1] === button.value;
  };

  table.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-board]"), row = button?.closest("tr");
    if (!row) return;
    const field = row.querySelector("[name=typed]"), boards = boardsOf(row);
    boards[button.dataset.board - 1] = button.ariaPressed === "true" ? "." : button.value;
    field.value = boards.join(boards.some((each) => each.length > 1) ? " " : "");
    row.toggleAttribute("data-more", boards.includes("."));
    field.form.requestSubmit();
    row.removeAttribute("data-more");
    press(row);
  });
  table.addEventListener("kierros:answered", ({ detail: row }) => press(row));
  for (const entry of table.queue) press(document.getElementById("t" + entry.table));
})();
