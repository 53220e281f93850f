/**
 * A client for Kierros: requests that are sent until they are answered, a queue, the feed of events.
 *
 * Its types are made of the OpenAPI document. It needs nothing but `fetch`: Node 20, Deno, Bun or a browser.
 */
export { Follower } from "./follower.js";
export { Queue, type Lines } from "./queue.js";
export { Refused, Server, Unreachable, type Options } from "./server.js";
export type {
  AddressOf,
  AnswerOf,
  Asked,
  Event,
  Method,
  NewOperation,
  Operation,
  Outcome,
  Problem,
  components,
  paths,
} from "./types.js";
