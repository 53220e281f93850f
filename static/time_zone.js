// Time zone fields: list every zone that the browser knows, and propose the browser's own zone.
"use strict";
for (const field of document.querySelectorAll("[data-zone]")) {
  const shown = (zone) => zone.replaceAll("_", " ");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const fresh = field.dataset.zone && field.value === "UTC" && !field.form.querySelector(".error");
  if (fresh && /^(?!Etc\/)\w+\//.test(own)) field.value = shown(own);
  field.addEventListener("focus", () => {
    const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
    field.list.replaceChildren(...zones.map((zone) => new Option("", shown(zone))));
    field.select();
  }, { once: true });
}
