/** What became of one record. */
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
  /** True when the books changed by it. */
  readonly applied: boolean;
  /** True when it was answered from memory, because its request id had been seen. */
  readonly replayed: boolean;
  readonly effects: readonly WriteEffect[];
}
