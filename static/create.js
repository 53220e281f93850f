// A new tournament: "More" opens the settings of the recommendation.
"use strict";
document.addEventListener("change", ({ target }) => {
  if (target.name !== "kind" || target.value !== "more") return;
  document.getElementById("change").open = true;
  document.querySelector("[name=system]").focus();
});
