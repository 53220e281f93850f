// A tournament from its list of players to its standings, by each of three generated clients.
// Arguments: the address of the server, a token for all tournaments of a person.
import createFetchClient from "openapi-fetch";
import type { paths } from "./by-typescript/document";
import { createClient } from "./by-hey-api/client";
import * as hey from "./by-hey-api";
import { Configuration, PlayersApi, RoundsApi, StandingsApi, TournamentsApi } from "./by-generator";

declare const process: { argv: string[] };

const [server, token] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };
const names = ["Ann", "Bo", "Cy", "Di"];
const tournament = (name: string) => ({ name, starts_on: "2026-09-12", game: "chess" as const, planned_rounds: 3 });

const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

function same(client: string, found: string[]) {
  if (found.slice().sort().join() !== names.join()) {
    throw new Error(`${client} found ${found}`);
  }
  console.log(`${client}: ${found.join(" ")}`);
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("no answer");
  }
  return value;
}

async function byTypescript() {
  const client = createFetchClient<paths>({ baseUrl: server, headers });
  const made = await client.POST("/api/v1/tournaments", { params: { header: key() }, body: tournament("Typescript") });
  const { slug } = there(made.data);
  const path = { slug };
  const body = { players: names.map((name) => ({ name })) };
  const added = await client.POST("/api/v1/tournaments/{slug}/players", { params: { path, header: key() }, body });
  const paired = await client.POST("/api/v1/tournaments/{slug}/rounds", {
    params: { path, header: key() },
    body: { number: 1 },
  });
  there(added.data);
  there(paired.data);
  const refused = await client.POST("/api/v1/tournaments/{slug}/rounds", {
    params: { path, header: key() },
    body: { number: 7 },
  });
  const code = refused.error && "code" in refused.error ? refused.error.code : "";
  if (code !== "draft-open" && code !== "wrong-number") {
    throw new Error(`an error of another kind: ${code}`);
  }
  const table = await client.GET("/api/v1/tournaments/{slug}/standings", { params: { path, query: { live: true } } });
  same("openapi-typescript", there(table.data).rows.map((row) => row.player.name));
}

async function byHeyApi() {
  const client = createClient({ baseUrl: server, headers });
  const made = await hey.createTournament({ client, headers: key(), body: tournament("Hey") });
  const { slug } = there(made.data);
  const path = { slug };
  await hey.addPlayers({ client, path, headers: key(), body: { players: names.map((name) => ({ name })) } });
  await hey.pairRound({ client, path, headers: key(), body: { number: 1 } });
  const table = await hey.standings({ client, path, query: { live: true } });
  same("hey-api", there(table.data).rows.map((row) => row.player.name));
}

async function byGenerator() {
  const configuration = new Configuration({ basePath: server, accessToken: token });
  const idempotencyKey = () => crypto.randomUUID();
  const made = await new TournamentsApi(configuration).createTournament({
    idempotencyKey: idempotencyKey(),
    newTournamentRequest: { name: "Generator", startsOn: new Date("2026-09-12"), game: "chess", plannedRounds: 3 } as never,
  });
  const slug = made.slug;
  await new PlayersApi(configuration).addPlayers({
    slug,
    idempotencyKey: idempotencyKey(),
    playersInRequest: { players: names.map((name) => ({ name })) },
  });
  await new RoundsApi(configuration).pairRound({
    slug,
    idempotencyKey: idempotencyKey(),
    pairRoundInRequest: { number: 1 },
  });
  const table = await new StandingsApi(configuration).standings({ slug, live: true });
  same("typescript-fetch", table.rows.map((row) => row.player.name));
}

await byTypescript();
await byHeyApi();
await byGenerator();
