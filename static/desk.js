// One key opens the search of the desk; and what a field proposes to be replaced is replaced by typing.
"use strict";
document.querySelector("[data-select]")?.select();
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  document.getElementById("search").click();
});
