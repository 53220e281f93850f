// The list of criteria: dragging in addition to the buttons. The form sends the order of the hidden fields.
"use strict";
(() => {
  const list = document.getElementById("chain");
  let dragged = null;
  for (const grip of list.querySelectorAll(".grip")) {
    grip.hidden = false;
    const line = grip.closest("li");
    grip.addEventListener("pointerdown", () => { line.draggable = true; });
    line.addEventListener("dragstart", (event) => {
      dragged = line;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", line.dataset.key);
      line.classList.add("dragged");
    });
    line.addEventListener("dragend", () => {
      line.draggable = false;
      line.classList.remove("dragged");
      dragged = null;
    });
    line.addEventListener("dragover", (event) => {
      if (!dragged || dragged === line) return;
      event.preventDefault();
      const box = line.getBoundingClientRect();
      list.insertBefore(dragged, event.clientY < box.top + box.height / 2 ? line : line.nextSibling);
    });
    line.addEventListener("drop", (event) => event.preventDefault());
  }
})();
