// A telephone is told of rounds while the page is closed: it asks for that here, and here it asks to be told no more.
"use strict";
(() => {
  const place = document.getElementById("told");
  const { slug, key, to } = place.dataset, name = `told:${slug}`;
  const [begin, end] = place.querySelectorAll("button"), word = place.querySelector("[role=status]");
  const own = () => localStorage.getItem(`me:${slug}`);
  const say = (text) => { word.textContent = text; word.hidden = !text; };
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && window.isSecureContext;

  const show = () => {
    const told = Boolean(localStorage.getItem(name));
    place.hidden = !own();
    begin.hidden = !able || told;
    end.hidden = !able || !told;
    if (!able) say(place.dataset.unable);
  };

  const ask = async (fields) => {
    const answer = await fetch(to, { method: "POST", body: new URLSearchParams(fields), keepalive: true });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.problem);
    return said;
  };
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  // A subscription that was made with another key of the server is none of it.
  const pushes = async () => {
    await navigator.serviceWorker.register("/worker.js");
    return (await navigator.serviceWorker.ready).pushManager;
  };
  const subscribed = async () => {
    const pushManager = await pushes();
    const known = await pushManager.getSubscription();
    if (known && text(known.options.applicationServerKey) === key) return known;
    await known?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  };
  const start = async () => {
    const found = await subscribed();
    await ask({
      player: own(), address: found.endpoint, key: text(found.getKey("p256dh")), secret: text(found.getKey("auth")),
    });
    localStorage.setItem(name, `${own()} ${found.endpoint}`);
  };
  const stop = async () => {
    localStorage.removeItem(name);
    const known = await (await pushes()).getSubscription();
    if (!known) return;
    const { others } = await ask({ stop: "1", address: known.endpoint });
    if (!others) await known.unsubscribe();
  };

  const carry = (what) => async () => {
    say("");
    begin.disabled = end.disabled = true;
    try {
      await what();
      show();
    } catch (error) {
      show();
      // AbortError: the browser did not reach its push service; TypeError: we did not reach the server.
      say(error.name === "AbortError" || error instanceof TypeError ? place.dataset.later : error.message);
    } finally {
      begin.disabled = end.disabled = false;
    }
  };
  begin.addEventListener("click", carry(async () => {
    if (await Notification.requestPermission() !== "granted") throw new Error(place.dataset.refused);
    await start();
  }));
  end.addEventListener("click", carry(stop));
  for (const button of document.querySelectorAll("[data-forget]")) {
    button.addEventListener("click", () => {
      if (able && localStorage.getItem(name)) stop().catch((error) => console.warn("It is told once more:", error.message));
      place.hidden = true;
    });
  }

  show();
  // The browser may have another address by now, and the telephone another player.
  const renew = async () => {
    const found = await subscribed();
    if (localStorage.getItem(name) !== `${own()} ${found.endpoint}`) await start();
  };
  if (able && own() && localStorage.getItem(name) && Notification.permission === "granted") {
    renew().catch((error) => console.warn("It may be told no more:", error.message));
  }
})();
