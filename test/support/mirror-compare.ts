/** One field in which two lists of records differ. */
export interface Difference {
  readonly id: string;
  /** Way to the field, `lines.0.net.amount`; empty when the whole record is missing on one side. */
  readonly path: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export type Comparable = Readonly<Record<string, unknown>>;

// What a mirror adds to a record, and what no two reads have in common.
const ADDED = new Set(["fetchedAt", "raw", "asOf", "changeHash", "removedDetectedAt"]);
const BALANCES = new Set(["receivable", "payable", "balance"]);

/** The record without the mirror's own facts; without the ledger's moving balances unless they are asked for. */
export function bare(record: unknown, options: { readonly balances?: boolean; readonly hash?: boolean } = {}): Comparable {
  const drop = (name: string) =>
    name === "changeHash" ? options.hash !== true : ADDED.has(name) || (options.balances !== true && BALANCES.has(name));
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => (drop(name) || inner === undefined ? [] : [[name, walk(inner)]])),
    );
  };
  return walk(record) as Comparable;
}

/** Every difference between two lists of records, matched by id. The order of the lists means nothing. */
export function differences(ours: readonly Comparable[], theirs: readonly Comparable[]): Difference[] {
  const found: Difference[] = [];
  const left = byId(ours, found, "twice in ours");
  const right = byId(theirs, found, "twice in theirs");
  for (const [id, record] of right) {
    const own = left.get(id);
    if (own === undefined) found.push({ id, path: "", ours: undefined, theirs: "(record)" });
    else compare(own, record, id, "", found);
  }
  for (const id of left.keys()) if (!right.has(id)) found.push({ id, path: "", ours: "(record)", theirs: undefined });
  return found;
}

/** The first differences as lines for an assertion message. */
export function readable(found: readonly Difference[], most = 12): string[] {
  const lines = found
    .slice(0, most)
    .map(({ id, path, ours, theirs }) => `${id} ${path}: ours ${JSON.stringify(ours)}, theirs ${JSON.stringify(theirs)}`);
  return found.length > most ? [...lines, `… and ${found.length - most} more`] : lines;
}

function byId(records: readonly Comparable[], found: Difference[], complaint: string): Map<string, Comparable> {
  const map = new Map<string, Comparable>();
  for (const record of records) {
    const id = String(record.id);
    if (map.has(id)) found.push({ id, path: complaint, ours: undefined, theirs: undefined });
    map.set(id, record);
  }
  return map;
}

function compare(ours: unknown, theirs: unknown, id: string, path: string, found: Difference[]): void {
  if (ours === theirs) return;
  if (
    ours === null ||
    theirs === null ||
    typeof ours !== "object" ||
    typeof theirs !== "object" ||
    Array.isArray(ours) !== Array.isArray(theirs)
  ) {
    found.push({ id, path, ours, theirs });
    return;
  }
  const left = ours as Comparable;
  const right = theirs as Comparable;
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    compare(left[name], right[name], id, path === "" ? name : `${path}.${name}`, found);
  }
}
