// Swap two players of a draft: press the arrows behind one name, then those behind the other.
"use strict";
(() => {
  let first = null;
  const hint = document.createElement("p");
  hint.className = "swap-hint";
  hint.setAttribute("role", "status");

  const choose = (button) => {
    first?.setAttribute("aria-pressed", "false");
    first = button;
    if (!button) { hint.remove(); return; }
    button.setAttribute("aria-pressed", "true");
    const table = button.closest("table"), name = button.closest(".carded").querySelector(".who bdi").textContent;
    table.after(hint);
    hint.textContent = table.dataset.swap.replace("{name}", name);
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".draft .swap"), form = document.querySelector("#swapping form");
    if (!button || !form) return;
    if (!first?.isConnected) { choose(button); return; }
    if (first === button) { choose(null); return; }
    form.elements.first.value = first.dataset.player;
    form.elements.second.value = button.dataset.player;
    choose(null);
    form.querySelector("[value=swap]").click();
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") choose(null); });
})();
