// Where a queue is kept by programs of Node: a file, also one that the Python client has begun.
import { open, readFile } from "node:fs/promises";
import type { Lines } from "./queue.js";

export class FileLines implements Lines {
  constructor(readonly path: string) {}

  async read(): Promise<string[]> {
    try {
      return (await readFile(this.path, "utf8")).split("\n");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") {
        return [];
      }
      throw error;
    }
  }

  async add(line: string): Promise<void> {
    const file = await open(this.path, "a");
    try {
      await file.write(`\n${line}`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
