/** What the records of a stream are to figures. `settings`: lists that no figure is made of. */
export type StreamHolding = "sales" | "purchases" | "journals" | "payments" | "postings" | "orders" | "accounts" | "parties" | "settings";

/** Where the records of a stream are read, for people who ask where a figure comes from. */
export interface StreamOrigin {
  /** The endpoint, or the entity or table of the query language, as the ledger itself calls it. */
  readonly endpoint: string;
  readonly holds: readonly StreamHolding[];
}

/** An origin whose records are of one kind. */
export function origin(endpoint: string, ...holds: readonly StreamHolding[]): StreamOrigin {
  return { endpoint, holds };
}
