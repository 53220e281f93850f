// The service worker: public pages stay readable offline, as they were last loaded.
// It caches only public answers (Cache-Control: public) at public addresses. It never caches pages of the desk, of a
// player's badge or of a sign-up, or answers to a signed-in user. Without a network, these show the offline page.
"use strict";
const KEPT = "kierros-1", MOST = 80, AWAY = "/without-network/";
const PUBLIC = /^\/(|t\/[-\w]+\/(rounds\/\d+\/(names\/)?|players\/([-\w]+\/(card\/)?)?|standings\/|crosstable\/|bracket\/|schedule\/)?|e\/[-\w]+\/)$/;

const isStatic = (url) => url.pathname.startsWith("/static/") && url.search !== "";
const isOurs = (request, url) => request.method === "GET" && url.origin === location.origin
  && (isStatic(url) || (PUBLIC.test(url.pathname) && !request.headers.has("authorization")));

// Whether an answer is public and may be cached.
const keepable = (answer) => answer.status === 200 && answer.type === "basic" && !answer.redirected
  && (answer.headers.get("cache-control") ?? "").split(/[,\s]+/).includes("public");

const keep = async (url, answer) => {
  const body = await answer.blob(), headers = new Headers(answer.headers);
  headers.set("X-Kept-At", String(Date.now()));
  const cache = await caches.open(KEPT);
  await cache.put(url, new Response(body, { headers })); // replaces the previous version, which is available until then
  const keys = (await cache.keys()).filter((each) => !new URL(each.url).pathname.startsWith(AWAY));
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
};

// A cached page. Scripts cannot read its headers, so the time of caching is put into `data-kept` of the body.
const asItWas = async (found) => {
  const at = found.headers.get("X-Kept-At");
  if (!(found.headers.get("content-type") ?? "").startsWith("text/html")) return found;
  const text = (await found.text()).replace("<body", `<body data-kept="${Number(at)}"`);
  return new Response(text, { headers: found.headers });
};

const answerTo = async (event, url) => {
  const cache = await caches.open(KEPT);
  if (isStatic(url)) {
    const known = await cache.match(url.href); // its address contains a hash of its content
    if (known) return known;
  }
  try {
    const answer = await fetch(event.request);
    if (isStatic(url) ? answer.status === 200 : keepable(answer)) event.waitUntil(keep(url.href, answer.clone()));
    return answer;
  } catch (error) {
    const known = await cache.match(url.href);
    if (known) return asItWas(known);
    return (event.request.mode === "navigate" && await cache.match(AWAY)) || Promise.reject(error);
  }
};

// Files to download have addresses without a final slash. Backups are the exception.
const isPrivatePage = (request, url) => request.method === "GET" && request.mode === "navigate"
  && url.origin === location.origin && url.pathname.endsWith("/") && !url.pathname.endsWith(".zip/");

const uncached = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    return await caches.match(AWAY) ?? Promise.reject(error);
  }
};

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const answer = await fetch(AWAY, { credentials: "omit" });
    if (answer.ok) await (await caches.open(KEPT)).put(AWAY, answer);
    await skipWaiting();
  })());
});
addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await clients.claim();
  })());
});
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (isOurs(event.request, url)) event.respondWith(answerTo(event, url));
  else if (isPrivatePage(event.request, url)) event.respondWith(uncached(event.request));
});
// Cache a page that was loaded before the worker started, with its styles and scripts.
addEventListener("message", (event) => {
  const urls = (event.data?.keep ?? []).map((each) => new URL(each)).filter((url) => isOurs(new Request(url), url));
  event.waitUntil(Promise.all(urls.map(async (url) => {
    const answer = await fetch(url);
    if (isStatic(url) ? answer.status === 200 : keepable(answer)) await keep(url.href, answer);
  })));
});
// Show a push message as a notification, also when no page is open. A click opens its page.
addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, lang, tag, page } = event.data.json();
  const look = { body, lang, tag, renotify: true, dir: "auto", icon: "/static/icon-192.png", data: page };
  event.waitUntil(registration.showNotification(title, look));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data, location.origin).href;
  event.waitUntil((async () => {
    const open = (await clients.matchAll({ type: "window" })).find((each) => each.url === page);
    await (open ? open.focus() : clients.openWindow(page));
  })());
});
