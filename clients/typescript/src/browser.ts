// Where a queue is kept by pages: IndexedDB, which also outlives the end of the browser.
import type { Lines } from "./queue.js";

const LINES = "lines";

export class BrowserLines implements Lines {
  #database: Promise<IDBDatabase> | undefined;

  /** `name`: a page with two queues gives each its own. */
  constructor(readonly name = "kierros-queue") {}

  async read(): Promise<string[]> {
    const database = await this.#open();
    return done(database.transaction(LINES).objectStore(LINES).getAll() as IDBRequest<string[]>);
  }

  async add(line: string): Promise<void> {
    const database = await this.#open();
    const transaction = database.transaction(LINES, "readwrite", { durability: "strict" });
    transaction.objectStore(LINES).add(line);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(LINES, { autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return this.#database;
  }
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
