import type { Books, SimTransaction } from "../../books/types.ts";

/** One call that wanted to change the ledger, as the ledger saw it. */
export interface WriteEntry {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: string;
  readonly status: number;
  /** Ids of what it made or changed; empty when it was refused, or answered from memory. */
  readonly applied: readonly string[];
  /** The key was known, and the first answer was given again. */
  readonly replayed: boolean;
  readonly atMs: number;
}

/**
 * What a client did wrong, judged from the ledger's side: a write without its idempotency key, a key
 * used for another request, a request that was refused with 400 and sent again. A replay by key does
 * not count: the client may never have heard the first answer.
 */
export function judgeWrites(log: readonly WriteEntry[]): string[] {
  const complaints: string[] = [];
  const requests = new Map<string, string>();
  const refused = new Set<string>();
  for (const { method, path, key, body, status, replayed } of log) {
    const request = `${method} ${path} ${body}`;
    if (key === null) complaints.push(`${method} ${path} came without an idempotency key`);
    else if ((requests.get(key) ?? request) !== request) complaints.push(`${key} was used for two requests`);
    else requests.set(key, request);
    if (!replayed && refused.has(request)) complaints.push(`${method} ${path} was refused with 400 and sent again`);
    if (status === 400) refused.add(request);
  }
  return complaints;
}

/** The records that carry a reference as their number or as a word of their reference or memo, whatever became of them. */
export function effectsOf(books: Books, reference: string): readonly SimTransaction[] {
  const words = (text: string | null) => (text ?? "").split(/\s+/);
  return books.transactions.filter(
    (t) => t.number === reference || words(t.reference).includes(reference) || words(t.memo).includes(reference),
  );
}
