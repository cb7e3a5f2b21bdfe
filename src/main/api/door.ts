import type { BridgeEvent, Reply } from "#shared/contract/reply.ts";

/** The caller waiting for an answer. */
export interface Caller {
  /** Aborted when the caller stops waiting: long work ends after the request under way. */
  readonly signal?: AbortSignal;
}

/** Answers one message of the outside world: it parses, checks the role, routes, and never throws for what a person may do. */
export type Router = (method: string, input: unknown, caller?: Caller) => Promise<Reply>;

/** All that a host needs to serve people: every question and every act goes through `route`. */
export interface Door {
  readonly route: Router;
  /** News for windows, pages and commands; returns the way to stop listening. */
  subscribe(listener: (event: BridgeEvent) => void): () => void;
}

/** The door as a shell of pages needs it. */
export interface ShellDoor extends Door {
  /** What a call names of the person's disk. A shell asks the person before it hands such a call to the door. */
  namedPlaces(method: string, input: unknown): readonly string[];
}
