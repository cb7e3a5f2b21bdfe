import type { Books } from "./types.ts";

export interface PlayedEvent {
  readonly what: "create" | "edit" | "pay" | "void" | "delete" | "rename" | "archive" | "lock";
  readonly id: string;
  readonly atMs: number;
}

/** A random legal mixture of changes, spread over the seconds that follow `nowMs` (some share a second). */
export function playEvents(books: Books, seed: number, count: number, nowMs: number): PlayedEvent[] {
  throw new Error(`not written yet: ${books.name} ${seed} ${count} ${nowMs}`);
}
