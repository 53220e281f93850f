// Push notifications of rounds while the page is closed: subscribe and unsubscribe this phone.
"use strict";
(() => {
  const place = document.getElementById("told");
  const { slug, key, to } = place.dataset, name = `told:${slug}`;
  const [begin, end] = place.querySelectorAll("button"), word = place.querySelector("[role=status]");
  const own = () => localStorage.getItem(`me:${slug}`);
  const say = (text) => { word.textContent = text; word.hidden = !text; };
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && window.isSecureContext;

  // Remember that a subscription should end until the server has ended it: the user may leave the page before that.
  const ENDING = "ending";
  const state = () => localStorage.getItem(name);

  const show = () => {
    const active = state() && state() !== ENDING;
    place.hidden = !own();
    begin.hidden = !able || active;
    end.hidden = !able || !active;
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

  // A subscription with another key of the server is useless, so it is replaced.
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
    localStorage.setItem(name, ENDING);
    const known = await (await pushes()).getSubscription();
    const { others } = known ? await ask({ stop: "1", address: known.endpoint }) : {};
    localStorage.removeItem(name);
    if (known && !others) await known.unsubscribe();
  };
  const stopLater = (error) => console.warn("The subscription ends when this page is opened again:", error.message);

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
      if (able && state()) stop().catch(stopLater);
      place.hidden = true;
    });
  }

  show();
  // The browser's push address, or the player of this phone, may have changed.
  const renew = async () => {
    const found = await subscribed();
    if (state() !== `${own()} ${found.endpoint}`) await start();
  };
  if (able && state() === ENDING) {
    stop().then(show).catch(stopLater);
  } else if (able && own() && state() && Notification.permission === "granted") {
    renew().catch((error) => console.warn("The phone may no longer get notifications:", error.message));
  }
})();
