// The / key opens the search of the desk. A field with a proposed value is selected, so that typing replaces it.
"use strict";
document.querySelector("[data-select]")?.select();
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  document.getElementById("search").click();
});
