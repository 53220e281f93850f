// Pairing all sections sends the numbers of rounds typed for each. The / key opens the search of the desk. A field with a proposed value is selected, so that typing replaces it.
"use strict";
// On a phone, parts of a long page are closed, unless something needs attention there, or the address or a link leads there.
if (matchMedia("(max-width: 40rem) and (pointer: coarse)").matches) for (const part of document.querySelectorAll("[data-fold]")) {
  part.open = part.matches(":has(.wrong, .error, [aria-invalid], :focus, :target), :target") || Number(part.dataset.fold) > 0;
}
addEventListener("hashchange", () => { const part = document.querySelector(":target")?.closest("details"); if (part) part.open = true; });
// On a phone, the line of the member in use shows all fields. It stays open while a button is pressed: otherwise the button would move away.
const openLine = ({ target }) => {
  const line = target.closest?.(".members tr");
  if (line) for (const each of document.querySelectorAll(".members tr")) each.classList.toggle("open", each === line);
};
addEventListener("focusin", openLine);
// A field that the browser refuses is shown.
addEventListener("invalid", ({ target }) => {
  openLine({ target });
  for (let part = target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}, true);
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
