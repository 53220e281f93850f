// Pairing all sections sends the numbers of rounds typed for each. The / key opens the search of the desk. A field with a proposed value is selected, so that typing replaces it.
"use strict";
document.querySelector("[data-select]")?.select();
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  document.getElementById("search").click();
});
document.getElementById("all")?.addEventListener("formdata", ({ formData }) => {
  for (const field of document.querySelectorAll(".step [name=rounds]")) {
    const section = field.form.querySelector("button").id.replace("next-", "");
    formData.append(`rounds-${section}`, field.value);
  }
});
