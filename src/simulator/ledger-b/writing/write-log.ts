/** The effect of a write on one record. */
export interface WriteEffect {
  readonly entity: string;
  readonly id: string;
  readonly did: "created" | "updated" | "voided" | "deleted";
}

/** One write call as the ledger saw it, for tests that judge a client. */
export interface WriteLogEntry {
  readonly atMs: number;
  readonly path: string;
  readonly operation: string | null;
  readonly requestid: string | null;
  readonly body: string;
  readonly status: number;
  /** True when it changed the books. */
  readonly applied: boolean;
  /** True when it was answered from memory, because its request id was known. */
  readonly replayed: boolean;
  readonly effects: readonly WriteEffect[];
}
