import { Refused, type Server, uuid } from "./server.js";
import type { NewOperation, Operation, Outcome } from "./types.js";

/** Operations in one request. */
const AT_ONCE = 500;

/** Where the lines of a queue are kept: `FileLines` of kierros-client/node, `BrowserLines` of kierros-client/browser. */
export interface Lines {
  read(): Promise<string[]>;
  /** Returns when the line would outlive a crash. */
  add(line: string): Promise<void>;
}

/** Anything with an id and a version, such as a table. */
interface Row {
  id: string;
  version: number;
}

interface Line {
  asked?: Operation;
  told?: Outcome;
  settled?: { id: string };
}

/**
 * What was asked for and what came of it: lines that are only ever added, in the same form as those of the Python client.
 *
 * A line that a crash has cut short was never promised.
 */
export class Queue {
  readonly asked = new Map<string, Operation>();
  readonly told = new Map<string, Outcome>();
  readonly settled = new Set<string>();
  readonly #lines: Lines;

  private constructor(lines: Lines) {
    this.#lines = lines;
  }

  static async open(lines: Lines): Promise<Queue> {
    const queue = new Queue(lines);
    for (const line of await lines.read()) {
      try {
        queue.#take(JSON.parse(line) as Line);
      } catch {
        continue;
      }
    }
    return queue;
  }

  /** Operations without an outcome, in the order in which they were made. */
  get waiting(): Operation[] {
    return [...this.asked.values()].filter(({ id }) => !this.told.has(id));
  }

  /** Outcomes that need a decision: refused, not settled, and nothing newer was asked for of the same row. */
  get open(): Outcome[] {
    const newest = new Map([...this.asked.values()].map((operation) => [subject(operation), operation.id]));
    return [...this.told.values()].filter(({ id, problem }) => {
      const operation = this.asked.get(id);
      return problem && operation && !this.settled.has(id) && newest.get(subject(operation)) === id;
    });
  }

  /** Write an operation down, under its own id, and return the id when it is there. */
  async note(operation: NewOperation): Promise<string> {
    const asked = { id: uuid(), ...operation } as Operation;
    await this.#add({ asked });
    return asked.id;
  }

  /** Note that what was refused no longer needs a decision. */
  async settle(id: string): Promise<void> {
    if (!this.open.some((told) => told.id === id)) {
      throw new Refused(`No operation ${id} needs a decision.`);
    }
    await this.#add({ settled: { id } });
  }

  /**
   * Send what waits until all of it is answered; the outcomes that a person has to look at, each once.
   *
   * Throws Unreachable where the server cannot be reached: what waits stays, and is sent the next time.
   */
  async send(server: Server, tournament: string): Promise<Outcome[]> {
    const toLookAt: Outcome[] = [];
    for (let operations = this.waiting; operations.length; operations = this.waiting) {
      const answer = await server.post("/tournaments/{slug}/ops", {
        path: { slug: tournament },
        body: { operations: operations.slice(0, AT_ONCE) },
      });
      for (const told of answer.operations) {
        if (!this.told.has(told.id)) {
          await this.#add({ told });
          if (told.status === "conflict" || told.status === "rejected") {
            toLookAt.push(told);
          }
        }
      }
    }
    return toLookAt;
  }

  /** On what an operation on a table is made: the last one on it that still waits, else what is known of it. */
  seen(row: Row): { after: string } | { version: number } {
    const last = this.waiting.filter((operation) => of(operation, "pairing") === row.id).at(-1);
    if (last) {
      return { after: last.id };
    }
    let { version } = row;
    for (const operation of this.asked.values()) {
      const told = this.told.get(operation.id);
      if (told && of(operation, "pairing") === row.id) {
        const current = told.current as { version?: number } | null;
        version = Math.max(version, current?.version ?? told.version ?? 0);
      }
    }
    return { version };
  }

  async #add(line: Line): Promise<void> {
    await this.#lines.add(JSON.stringify(line));
    this.#take(line);
  }

  #take({ asked, told, settled }: Line): void {
    if (asked) {
      this.asked.set(asked.id, asked);
    }
    if (told && !this.told.has(told.id)) {
      this.told.set(told.id, told);
    }
    if (settled) {
      this.settled.add(settled.id);
    }
  }
}

function of(operation: Operation, name: "pairing" | "player"): string {
  return String((operation as Partial<Record<typeof name, unknown>>)[name] ?? "");
}

/** What an operation is about: a newer one on it takes its place. */
function subject(operation: Operation): string {
  return `${operation.type} ${of(operation, "pairing") || of(operation, "player") || operation.id}`;
}
