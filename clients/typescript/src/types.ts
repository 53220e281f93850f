// What the API's document says of each address, in the form in which a program uses it.
import type { components, paths } from "./document.js";

export type { components, paths } from "./document.js";

export type Method = "get" | "post" | "put" | "patch" | "delete";
type Schemas = components["schemas"];

/** What happened in a tournament. The feed of all tournaments says in which. */
export type Event = Schemas["FeedEventOut"] & { tournament?: string };
/** What came of an operation: `applied`, `duplicate`, `conflict` or `rejected`. */
export type Outcome = Schemas["OperationOut"];
/** What a refused request is answered with. */
export type Problem = Schemas["ProblemOut"];
/** Something that a desk does, with an id that the queue makes. */
export type Operation = Schemas["OperationInRequest"];
/** The same without its id. */
export type NewOperation = Operation extends infer Each ? (Each extends unknown ? Omit<Each, "id"> : never) : never;

type Json<Part> = Part extends { content: { "application/json": infer Body } } ? Body : never;

/** What an operation answers with when it is done. */
type Answer<Operation> = Operation extends { responses: infer All }
  ? { [Status in keyof All & (200 | 201)]: Json<All[Status]> }[keyof All & (200 | 201)]
  : never;
type Deleted<Operation> = Operation extends { responses: { 204: unknown } } ? undefined : never;

type At<Verb extends Method, Address extends string> = `/api/v1${Address}` extends keyof paths
  ? paths[`/api/v1${Address}`][Verb]
  : never;

/** The answer to a method at an address. */
export type AnswerOf<Verb extends Method, Address extends string> =
  | Answer<At<Verb, Address>>
  | Deleted<At<Verb, Address>>;

type Shortened<Whole> = Whole extends `/api/v1${infer Address}` ? Address : never;

/** The addresses that have a method and answer with JSON, without their beginning `/api/v1`. */
export type AddressOf<Verb extends Method> = {
  [Address in Shortened<keyof paths>]: [AnswerOf<Verb, Address>] extends [never] ? never : Address;
}[Shortened<keyof paths>];

type PathPart<Operation> = Operation extends { parameters: { path: infer Path } } ? { path: Path } : unknown;
type QueryPart<Operation> = Operation extends { parameters: { query?: infer Query } } ? { query?: Query } : unknown;
type BodyPart<Operation> = Operation extends { requestBody: infer Sent }
  ? { body: Json<Sent> }
  : Operation extends { requestBody?: infer Sent }
    ? { body?: Json<NonNullable<Sent>> }
    : unknown;
/** A change says which version it was made on, or `*` for whatever there is; a POST may bring its own key. */
type MethodPart<Verb extends Method> = Verb extends "put" | "patch" | "delete"
  ? { version: number | "*" }
  : Verb extends "post"
    ? { key?: string }
    : unknown;

type Needed<Verb extends Method, Operation> = PathPart<Operation> &
  QueryPart<Operation> &
  BodyPart<Operation> &
  MethodPart<Verb>;

/** What a request needs beside its address: nothing where nothing is needed. */
export type Asked<Verb extends Method, Address extends string> =
  Record<never, never> extends Needed<Verb, At<Verb, Address>>
    ? [asked?: Needed<Verb, At<Verb, Address>>]
    : [asked: Needed<Verb, At<Verb, Address>>];
