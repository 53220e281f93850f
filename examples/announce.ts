// Rounds in a chat: when a round is published, its pairings are posted to a channel. One tournament, or all of yours.
//
//     export KIERROS_TOKEN=kie_...     a token that reads; none is needed for one public tournament
//     npx tsx announce.ts https://example.org https://chat.example.org/hooks/... [TOURNAMENT]
//
// The chat takes {"text": ...} by POST, as incoming webhooks of Mattermost and Slack do. Rounds of before the first start
// are not told. Where it has got to is in `announced.txt`: started again, it tells what it has missed.
//
// It needs Node 20 and clients/typescript of this project. Copy it, change it.
import { readFile, writeFile } from "node:fs/promises";
import { type AnswerOf, Follower, Refused, Server } from "kierros-client";

type Round = AnswerOf<"get", "/tournaments/{slug}/rounds/{number}">;

const CURSOR = "announced.txt";

const [address, chat, only] = process.argv.slice(2);
if (!address || !chat) {
  console.error("usage: announce.ts SERVER CHAT [TOURNAMENT]");
  process.exit(2);
}
const server = new Server(address, { token: process.env.KIERROS_TOKEN ?? "" });
const follower = new Follower(server, only, await readFile(CURSOR, "utf8").catch(() => ""));

if (!follower.cursor) {
  follower.cursor = "0";
  for await (const _event of follower.read()) {
    // What was before is passed over.
  }
}
console.log(`I follow ${only ?? "all tournaments"}.`);
for await (const event of follower.forever()) {
  const slug = event.tournament ?? only;
  for (const { number, status } of event.rounds) {
    if (slug && status === "published") {
      await announce(slug, number);
    }
  }
  await writeFile(CURSOR, follower.cursor);
}

async function announce(slug: string, number: number): Promise<void> {
  try {
    const [tournament, round] = await Promise.all([
      server.get("/tournaments/{slug}", { path: { slug } }),
      server.get("/tournaments/{slug}/rounds/{number}", { path: { slug, number } }),
    ]);
    await post([`${tournament.name}, round ${number}: ${address}/t/${slug}/`, ...lines(round)].join("\n"));
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    console.error(`Round ${number} of ${slug}: ${error.message}`); // it was taken back in the meantime
  }
}

function lines(round: Round): string[] {
  const tables = round.pairings.map(
    ({ table, first, second, others }) => `${table}. ${[first, second, ...(others ?? [])].map((side) => side.name).join(" – ")}`,
  );
  return [...tables, ...round.byes.map(({ player }) => `Bye: ${player.name}`)];
}

async function post(text: string): Promise<void> {
  const answer = await fetch(chat!, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text }),
  });
  if (!answer.ok) {
    throw new Error(`The chat answered ${answer.status}.`);
  }
}
