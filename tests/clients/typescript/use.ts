// A round over a bad network by the client of clients/typescript, as it is packed; what came of it, as JSON.
// Arguments: a proxy that loses, doubles and cuts what is sent, the server behind it, a token of an account, a folder.
import { Follower, Queue, Refused, Server, Unreachable } from "kierros-client";
import { FileLines } from "kierros-client/node";

const [proxy = "", address = "", token = "", folder = ""] = process.argv.slice(2);
const patient = { token, tries: 200, firstPause: 10, longestPause: 50 };
const server = new Server(proxy, patient);
const direct = new Server(address, { token });

const cup = await server.post("/tournaments", {
  body: { name: "Cup", starts_on: "2026-09-12", game: "chess", planned_rounds: 3 },
});
const path = { slug: cup.slug };
await server.post("/tournaments/{slug}/players", {
  path,
  body: { players: ["Ann", "Bo", "Cy", "Di"].map((name) => ({ name })) },
});
await server.post("/tournaments/{slug}/rounds", { path, body: { number: 1 } });
await server.post("/tournaments/{slug}/rounds/{number}/{verb}", { path: { ...path, number: 1, verb: "publish" } });
const { pairings } = await server.get("/tournaments/{slug}/rounds/{number}", { path: { ...path, number: 1 } });
const [first, second] = pairings;
if (!first || !second) {
  throw new Error("two tables are missing");
}

// What is entered while the network is down outlives the program; a second entry stands on the first.
const lines = new FileLines(`${folder}/queue.jsonl`);
const before = await Queue.open(lines);
await before.note({ type: "result", pairing: first.id, result: { notation: "1-0" }, ...before.seen(first) });
await before.note({ type: "result", pairing: first.id, result: { notation: "0-1" }, ...before.seen(first) });
await before.note({ type: "result", pairing: second.id, result: { notation: "1-0" }, ...before.seen(second) });
await direct.put("/tournaments/{slug}/pairings/{pairing_id}/result", {
  path: { ...path, pairing_id: second.id },
  body: { notation: "0-1" },
  version: second.version,
});
const queue = await Queue.open(lines);
const toLookAt = await queue.send(server, cup.slug);
const open = queue.open.length;
await queue.settle(toLookAt[0]?.id ?? "");

// What has not changed is not sent again.
const asked = { path, query: { live: true } };
const same = (await direct.get("/tournaments/{slug}/standings", asked)) ===
  (await direct.get("/tournaments/{slug}/standings", asked));

const refused = await direct
  .patch("/tournaments/{slug}", { path, body: { name: "Other" }, version: 99_999 })
  .catch((error: unknown) => (error instanceof Refused ? error.code : String(error)));
const tries = new Server("http://127.0.0.1:9", { tries: 3, firstPause: 1 });
const silent = await tries.get("/systems").catch((error: unknown) => error instanceof Unreachable);

const verbs: string[] = [];
for await (const event of new Follower(server).read()) {
  verbs.push(event.entry?.verb ?? "");
}
// As it happens: the close comes while the stream is open.
const follower = new Follower(direct);
const streamed: string[] = [];
for await (const event of follower.forever()) {
  streamed.push(event.entry?.verb ?? "");
  if (streamed.length === verbs.length) {
    void server.post("/tournaments/{slug}/rounds/{number}/{verb}", { path: { ...path, number: 1, verb: "close" } });
  }
  if (streamed.length > verbs.length) {
    break;
  }
}

// What the types refuse; each of these is an error for the compiler.
export const wrong = [
  // @ts-expect-error there is no such address
  () => server.get("/tournament/{slug}", { path }),
  // @ts-expect-error a value of the address is missing
  () => server.get("/tournaments/{slug}"),
  // @ts-expect-error a change says which version it was made on
  () => server.patch("/tournaments/{slug}", { path, body: { name: "Other" } }),
  // @ts-expect-error there is no such field
  () => server.post("/tournaments/{slug}/players", { path, body: { players: [{ nam: "Ann" }] } }),
  // @ts-expect-error there is no such field in the answer
  async () => (await server.get("/tournaments/{slug}", { path })).nam,
  // @ts-expect-error there is no such kind of operation
  () => queue.note({ type: "resul", pairing: first.id }),
];

console.log(
  JSON.stringify({
    statuses: [...queue.told.values()].map((told) => told.status),
    toLookAt: toLookAt.length,
    open: [open, queue.open.length],
    waiting: queue.waiting.length,
    same,
    refused,
    silent,
    verbs,
    streamed,
  }),
);
process.exit();
