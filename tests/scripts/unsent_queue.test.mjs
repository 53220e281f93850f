// The queue of entries that outlive the network, without a browser: storage, clock and network are stand-ins.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";
import vm from "node:vm";

const source = readFileSync(new URL("../../static/unsent_queue.js", import.meta.url), "utf8");
const BOX = "results:/t/cup/";
const turn = () => new Promise((resolve) => setImmediate(resolve));

let storage;
beforeEach(() => {
  storage = new Map();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** A page of the browser: its queue, what it has sent, and how the next requests end. */
const page = () => {
  const listeners = {}, sent = [];
  const context = vm.createContext({
    localStorage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => storage.set(key, value),
      removeItem: (key) => storage.delete(key),
    },
    addEventListener: (name, listener) => { listeners[name] = listener; },
    setTimeout: (...given) => setTimeout(...given),
    clearTimeout: (...given) => clearTimeout(...given),
    Date, Math, JSON, Set,
  });
  vm.runInContext(source, context);
  const found = { sent, online: () => listeners.online(), answers: () => true };
  found.queue = vm.runInContext("unsentQueue", context)(BOX, async (entry) => {
    sent.push(entry.result);
    if (await found.answers(entry)) found.queue.remove(entry);
  });
  return found;
};
const enter = ({ queue }, result) => { queue.add({ result }); queue.send(); };
const stored = () => JSON.parse(storage.get(BOX) ?? "[]").map((entry) => entry.result);

test("an entry is stored before it is sent, and gone when it is settled", async () => {
  const { queue, ...desk } = page();
  queue.add({ result: "1-0" });
  assert.deepEqual(stored(), ["1-0"]);
  queue.send();
  await turn();
  assert.deepEqual([desk.sent, stored(), storage.has(BOX)], [["1-0"], [], false]);
});

test("one entry is sent at a time, in order", async () => {
  const desk = page();
  const settle = [];
  desk.answers = () => new Promise((resolve) => settle.push(resolve));
  for (const result of ["1-0", "0-1", "½-½"]) enter(desk, result);
  assert.deepEqual(desk.sent, ["1-0"]);
  settle.shift()(true);
  await turn();
  assert.deepEqual([desk.sent, stored()], [["1-0", "0-1"], ["0-1", "½-½"]]);
});

test("what the network loses is sent again after three seconds", async () => {
  const desk = page();
  desk.answers = () => desk.sent.length > 1;
  enter(desk, "1-0");
  await turn();
  mock.timers.tick(2999);
  assert.deepEqual(desk.sent, ["1-0"]);
  mock.timers.tick(1);
  await turn();
  assert.deepEqual([desk.sent, stored()], [["1-0", "1-0"], []]);
});

test("it is sent at once when the network is back, and only once", async () => {
  const desk = page();
  desk.answers = () => desk.sent.length > 1;
  enter(desk, "1-0");
  await turn();
  desk.online();
  await turn();
  mock.timers.tick(10_000);
  await turn();
  assert.deepEqual([desk.sent, stored()], [["1-0", "1-0"], []]);
});

test("a fault while sending keeps the entry, and is not hidden", async () => {
  const desk = page();
  desk.answers = () => { throw new RangeError("our bug"); };
  desk.queue.add({ result: "1-0" });
  await assert.rejects(desk.queue.send(), RangeError);
  assert.deepEqual(stored(), ["1-0"]);
});

test("a page that is opened later sends what another one has left", async () => {
  const closed = page();
  closed.answers = () => false;
  enter(closed, "1-0");
  await turn();
  const fresh = page();
  fresh.queue.send();
  await turn();
  assert.deepEqual([fresh.sent, stored()], [["1-0"], []]);
});

test("a page whose storage is cleared still sends its entries", async () => {
  const desk = page();
  desk.answers = () => desk.sent.length > 1;
  enter(desk, "1-0");
  await turn();
  storage.clear();
  desk.online();
  await turn();
  assert.deepEqual([desk.sent, stored()], [["1-0", "1-0"], []]);
});

test("two pages keep each other's entries", async () => {
  const first = page(), second = page();
  first.answers = second.answers = () => false;
  enter(first, "1-0");
  enter(second, "0-1");
  await turn();
  assert.deepEqual(stored(), ["1-0", "0-1"]);
  second.queue.remove(...second.queue.entries);
  assert.deepEqual(stored(), ["1-0"]);
});

test("several entries can be held back at once", async () => {
  const desk = page();
  desk.answers = () => false;
  for (const result of ["1-0", "0-1", "½-½"]) enter(desk, result);
  await turn();
  desk.queue.remove(...desk.queue.entries.slice(1));
  assert.deepEqual(stored(), ["1-0"]);
});
