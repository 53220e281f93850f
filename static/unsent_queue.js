// Entries that survive a lost network and a closed page. The browser stores them until the server has answered each one. They
// are sent one at a time, in order. A lost entry is sent again every few seconds, and as soon as the network is back.
//
// `deliver(entry)` sends the first entry. It calls `remove` when the server has settled the entry; otherwise the entry stays.
// Pages of one browser share the storage; entries of other pages stay in it. Only an answer removes an entry, so two pages may
// send the same one; the server accepts it once. Signing out clears the storage, but an open page stores its own entries again.
"use strict";
const unsentQueue = (box, deliver) => {
  const stored = () => JSON.parse(localStorage.getItem(box) || "[]");
  const entries = stored();
  const own = new Set(entries.map((entry) => entry.id));
  let busy = false, timer = null;

  const save = () => {
    const all = [...stored().filter((entry) => !own.has(entry.id)), ...entries];
    if (all.length) localStorage.setItem(box, JSON.stringify(all)); else localStorage.removeItem(box);
  };
  const add = (entry) => {
    entry.id = `${Date.now()} ${Math.random()}`;
    own.add(entry.id);
    entries.push(entry);
    save();
  };
  const remove = (...settled) => {
    for (const entry of settled) entries.splice(entries.indexOf(entry), 1);
    save();
  };
  const send = async () => {
    const [entry] = entries;
    if (busy || !entry) return;
    clearTimeout(timer);
    busy = true;
    try {
      await deliver(entry);
    } finally {
      busy = false;
      if (entries[0] === entry) timer = setTimeout(send, 3000); else send();
    }
  };
  addEventListener("online", send);
  return { entries, add, remove, save, send };
};
