import { Server, Unreachable } from "./server.js";
import type { Event } from "./types.js";

interface Page {
  events: Event[];
  cursor: string;
  more: boolean;
}

interface Message {
  id: string;
  event: string;
  data: string;
}

/**
 * What happens, from a cursor on: of one tournament, or of all that the token is for.
 *
 * Keep `cursor` where it outlives the program, after what was read has been worked off: in `read` it stands behind the
 * last whole page, in `forever` behind the event at hand.
 */
export class Follower {
  cursor: string;
  readonly #server: Server;
  readonly #path: string;

  constructor(server: Server, tournament = "", cursor = "0") {
    this.#server = server;
    this.#path = tournament ? `/tournaments/${encodeURIComponent(tournament)}/events` : "/events";
    this.cursor = cursor;
  }

  /** Everything that has happened since then, page after page. */
  async *read(): AsyncGenerator<Event, void> {
    for (let more = true; more; ) {
      const after = new URLSearchParams({ after: this.cursor });
      const page = (await this.#server.read(`${this.#path}?${after}`)) as Page;
      yield* page.events;
      this.cursor = page.cursor;
      more = page.more;
    }
  }

  /** The same by a stream, and what comes next, as it happens. A stream that breaks is opened again. */
  async *forever(signal?: AbortSignal): AsyncGenerator<Event, void> {
    while (!signal?.aborted) {
      try {
        const stream = await this.#server.open(`${this.#path}/stream`, { "Last-Event-ID": this.cursor }, signal);
        for await (const { id, event, data } of messages(stream)) {
          this.cursor = id || this.cursor;
          if (id && event !== "created") {
            yield JSON.parse(data) as Event;
          }
        }
        await this.#server.rest(new Unreachable("The stream has ended."));
      } catch (error) {
        if (signal?.aborted) {
          return;
        }
        if (!(error instanceof Unreachable)) {
          throw error;
        }
        await this.#server.rest(error);
      }
    }
  }
}

/** Whole messages of a stream of server-sent events, as HTML describes it; one that is cut short is left out. */
async function* messages(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new Unreachable(String(error));
      });
      if (done) {
        return;
      }
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      yield* parts.map(message);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function message(text: string): Message {
  const found: Message = { id: "", event: "", data: "" };
  for (const [, name, value] of text.matchAll(/^(id|event|data): ?(.*)$/gm)) {
    found[name as keyof Message] += value;
  }
  return found;
}
