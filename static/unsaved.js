// Ask before the user leaves a page with an unsent form. Search forms, which are sent by GET, do not count.
"use strict";
(() => {
  const touched = new Set();
  const changed = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (!field.options) return field.type !== "hidden" && field.type !== "submit" && field.value !== field.defaultValue;
    const options = [...field.options];
    if (field.multiple) return options.some((each) => each.selected !== each.defaultSelected);
    return field.selectedIndex !== Math.max(0, options.findLastIndex((each) => each.defaultSelected));
  };
  const isOpen = (form) => form.isConnected && [...form.querySelectorAll("input, textarea, select")].some(changed);
  // A form that the server returns, refused or filled in, contains values that are not stored yet.
  const refused = ":has(.wrong, .error:not([hidden]))";
  let answers = document.querySelector(`main form[method=post]:is([data-unsaved], ${refused})`) !== null;

  // Mark each field that differs from its stored value. A line beside the save button shows their number.
  const mark = (field) => {
    field.closest(".field")?.classList.toggle("unsaved", changed(field));
    const line = field.form.querySelector("[data-count]");
    const count = field.form.querySelectorAll(".unsaved").length;
    if (line) line.textContent = count ? line.dataset.count.replace("%n", count) : "";
  };
  document.addEventListener("input", ({ target }) => {
    if (target.form?.method !== "post") return;
    touched.add(target.form);
    mark(target);
  });
  // A submitted form is safe, but other forms of the page may still be unsent.
  document.addEventListener("submit", ({ target }) => {
    if (target.method !== "post") return;
    touched.delete(target);
    answers = false;
  });
  addEventListener("beforeunload", (event) => { if (answers || [...touched].some(isOpen)) event.preventDefault(); });
})();
