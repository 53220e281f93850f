// Signs in by a badge. Its code stands behind the #, which is never sent to a server: it goes from there into the form, and out
// of the history. The address of another badge, opened in the same tab, signs in by that one.
"use strict";
const badge = document.querySelector("[data-badge]");
if (badge) {
  if (location.hash.length > 1) {
    badge.elements.code.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    badge.requestSubmit();
  }
  addEventListener("hashchange", () => { location.reload(); });
}
