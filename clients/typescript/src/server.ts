import type { AddressOf, AnswerOf, Asked, Problem } from "./types.js";

const ROOT = "/api/v1";
/** Answers after which the same request is sent again; 409 says that somebody else was at work at this moment. */
const AGAIN = [408, 409, 425, 429];
/** How many answers are kept, so that the server need not send them again. */
const KEPT = 200;

/** There was no answer, or half of one. `pause` is how many milliseconds the server wants to be left alone. */
export class Unreachable extends Error {
  override name = "Unreachable";

  constructor(
    why: string,
    readonly pause = 0,
  ) {
    super(why);
  }
}

/** The server has answered, and sending the same again would not help. Its message says what to do. */
export class Refused extends Error {
  override name = "Refused";

  constructor(
    text: string,
    readonly status = 0,
    readonly problem: Partial<Problem> = {},
  ) {
    super(problem.errors?.map((error) => error.detail).join(" ") || text);
  }

  /** The code of the problem, as the guide of the API explains it. */
  get code(): string {
    return this.problem.code ?? "";
  }
}

export interface Options {
  /** A token: `kie_…`. Without one, everything is read that everybody may read. */
  token?: string;
  /** How often a request is sent that finds no answer. */
  tries?: number;
  /** Milliseconds for an answer. */
  timeout?: number;
  /** Milliseconds before a request is sent again: the first time, and at most. */
  firstPause?: number;
  longestPause?: number;
}

interface Answer {
  status: number;
  tag: string;
  body: unknown;
}

interface Sent {
  path?: unknown;
  query?: unknown;
  body?: unknown;
  version?: number | "*";
  key?: string;
}

/** A server, by its address. */
export class Server {
  readonly address: string;
  readonly #options: Required<Options>;
  readonly #kept = new Map<string, Answer>();

  constructor(address: string, options: Options = {}) {
    this.address = address.replace(/\/+$/, "");
    const usual = { token: "", tries: 10, timeout: 60_000, firstPause: 500, longestPause: 60_000 };
    this.#options = { ...usual, ...options };
  }

  /** What there is now; what has not changed since it was read is not sent again. */
  async get<Address extends AddressOf<"get">>(
    address: Address,
    ...[asked]: Asked<"get", Address>
  ): Promise<AnswerOf<"get", Address>> {
    return (await this.read(placed(address, asked))) as AnswerOf<"get", Address>;
  }

  /** The same by an address with all its values filled in, for addresses that a program reads from an answer. */
  async read(place: string): Promise<unknown> {
    const known = this.#kept.get(place);
    const headers = { "Cache-Control": "no-cache", ...(known && { "If-None-Match": known.tag }) };
    const answer = await this.#answer("GET", place, undefined, headers);
    this.#kept.delete(place);
    const found = answer.status === 304 && known ? known : answer;
    if (found.tag) {
      this.#kept.set(place, found);
    }
    for (const oldest of [...this.#kept.keys()].slice(0, -KEPT)) {
      this.#kept.delete(oldest);
    }
    return found.body;
  }

  /** Do something once, however often it is sent. What takes a while (202) is asked for until it is done. */
  async post<Address extends AddressOf<"post">>(
    address: Address,
    ...[asked]: Asked<"post", Address>
  ): Promise<AnswerOf<"post", Address>> {
    const { body = {}, key = uuid() }: Sent = asked ?? {};
    for (const wait of this.#pauses()) {
      const answer = await this.#answer("POST", placed(address, asked), body, { "Idempotency-Key": key });
      if (answer.status !== 202) {
        return answer.body as AnswerOf<"post", Address>;
      }
      await pause(wait);
    }
    throw new Error("unreachable");
  }

  /** Change what was seen as this version, or whatever there is: `*`. Throws Refused with the code `stale`. */
  async put<Address extends AddressOf<"put">>(address: Address, ...[asked]: Asked<"put", Address>) {
    return (await this.#change("PUT", address, asked)) as AnswerOf<"put", Address>;
  }

  /** The same for single fields. */
  async patch<Address extends AddressOf<"patch">>(address: Address, ...[asked]: Asked<"patch", Address>) {
    return (await this.#change("PATCH", address, asked)) as AnswerOf<"patch", Address>;
  }

  async delete<Address extends AddressOf<"delete">>(address: Address, ...[asked]: Asked<"delete", Address>) {
    return (await this.#change("DELETE", address, asked)) as AnswerOf<"delete", Address>;
  }

  /** A stream of server-sent events, as it comes in; once only, for a stream is opened again from where it broke. */
  async open(place: string, headers: Record<string, string>, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const answer = await this.#send("GET", place, undefined, { Accept: "text/event-stream", ...headers }, signal);
    if (!answer.body) {
      throw new Unreachable("The stream is empty.");
    }
    return answer.body;
  }

  /** Wait as long as the options say before something is tried again. */
  async rest(error: Unreachable, wait = this.#options.firstPause): Promise<void> {
    await pause(Math.max(error.pause, wait * (0.5 + Math.random() / 2)));
  }

  async #change(method: string, address: string, asked: Sent | undefined): Promise<unknown> {
    const version = asked?.version === "*" ? "*" : `"${asked?.version}"`;
    return (await this.#answer(method, placed(address, asked), asked?.body, { "If-Match": version })).body;
  }

  /** Throws Refused; and Unreachable after as many tries as there may be. */
  async #answer(method: string, place: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    let tries = 0;
    for (const wait of this.#pauses()) {
      try {
        return await this.#once(method, place, body, headers);
      } catch (error) {
        tries += 1;
        if (!(error instanceof Unreachable) || tries === this.#options.tries) {
          throw error;
        }
        await this.rest(error, wait);
      }
    }
    throw new Error("unreachable");
  }

  async #once(method: string, place: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const answer = await this.#send(method, place, body, headers, AbortSignal.timeout(this.#options.timeout));
    const tag = answer.headers.get("ETag") ?? "";
    try {
      const text = await answer.text();
      return { status: answer.status, tag, body: text ? JSON.parse(text) : undefined };
    } catch (error) {
      throw new Unreachable(String(error)); // half an answer
    }
  }

  async #send(
    method: string,
    place: string,
    body: unknown,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const { token } = this.#options;
    const sent = {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    };
    const data = body === undefined ? null : JSON.stringify(body);
    let answer: Response;
    try {
      answer = await fetch(this.address + ROOT + place, {
        method,
        headers: sent,
        body: data,
        signal: signal ?? null,
        credentials: "omit",
        cache: "no-store",
      });
    } catch (error) {
      throw new Unreachable(error instanceof Error && error.cause ? String(error.cause) : String(error));
    }
    if (answer.status >= 500 || AGAIN.includes(answer.status)) {
      throw new Unreachable(`The server answered ${answer.status}.`, 1000 * Number(answer.headers.get("Retry-After") ?? 0));
    }
    if (answer.status >= 400) {
      throw await refused(answer);
    }
    return answer;
  }

  *#pauses(): Generator<number> {
    for (let wait = this.#options.firstPause; ; wait = Math.min(2 * wait, this.#options.longestPause)) {
      yield wait;
    }
  }
}

/** An address with its values filled in. */
function placed(address: string, asked: Sent | undefined): string {
  const values = (asked?.path ?? {}) as Record<string, string | number>;
  const place = address.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked?.query ?? {})) {
    if (value !== undefined && value !== null) {
      query.set(name, String(value));
    }
  }
  return query.size ? `${place}?${query}` : place;
}

async function refused(answer: Response): Promise<Refused | Unreachable> {
  let text: string;
  try {
    text = await answer.text();
  } catch (error) {
    return new Unreachable(String(error));
  }
  try {
    const problem = JSON.parse(text) as Problem;
    return new Refused(problem.detail, answer.status, problem);
  } catch {
    return new Refused(text || `The server answered ${answer.status}.`, answer.status);
  }
}

/** A random UUID. Pages without HTTPS have no crypto.randomUUID, and a hall may have none. */
export function uuid(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-4$3-${variant}$4-`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
