// Sign in with a badge. Its code is in the fragment (#), which browsers never send to a server. The script moves it into the
// form and removes it from the history. Opening another badge's address in the same tab signs in with that badge.
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
