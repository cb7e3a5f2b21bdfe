import { prepared } from "#main/store/database/query.ts";
import { ask, lockBook, wholeAsOf } from "#main/store/periods/post-check.ts";
import { instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { endMs, evidence, type GateSetting, item } from "./gate.ts";

interface StreamRow {
  readonly name: string;
  readonly label: string;
  readonly state: string;
  readonly completed_ms: number | null;
}

/** Every stream was read to its end after the period was over. */
export function streamsComplete({ reader, period }: GateSetting) {
  const rows = prepared(reader.db, "SELECT name, label, state, completed_ms FROM stream ORDER BY name").all() as StreamRow[];
  const after = endMs(period);
  const behind = rows.filter(
    ({ completed_ms, state }) => completed_ms === null || completed_ms < after || state === "incomplete" || state === "failed",
  );
  const items = behind.map(({ name, label, completed_ms, state }) =>
    item(
      `${label}: ${completed_ms === null ? "never read to its end" : `read to ${instantFromMs(completed_ms)}`}, ${state.replaceAll("_", " ")}`,
      "stream",
      name,
    ),
  );
  if (rows.length === 0) return evidence(false, "Nothing was read yet.");
  if (items.length > 0) return evidence(false, `${items.length} of ${rows.length} are not read to the end of ${period.label}.`, items);
  const oldest = Math.min(...rows.map(({ completed_ms }) => completed_ms ?? 0));
  return evidence(true, `All ${rows.length} were read to ${instantFromMs(oldest)} or later.`);
}

/** The ledger's locks were read after the period was over. */
export function lockRead({ reader, period }: GateSetting) {
  const asOf = wholeAsOf(reader);
  const locks = lockBook(reader).locks.filter(({ ownedBy }) => ownedBy === "source");
  const items = locks.map(({ id, lockedThrough, readAt, scope }) =>
    item(`${id}: locked through ${lockedThrough}${scope.module === undefined ? "" : ` (${scope.module})`}, read ${readAt}`, "lock", id),
  );
  const oldest = locks.reduce<number | null>((first, { readAt }) => Math.min(first ?? Number.POSITIVE_INFINITY, instantMs(readAt)), null);
  const readMs = oldest ?? (asOf === null ? null : instantMs(asOf));
  if (readMs === null || readMs < endMs(period)) return evidence(false, `The locks were not read since ${period.label} ended.`, items);
  return evidence(
    true,
    locks.length === 0
      ? `The ledger sets no lock; read ${instantFromMs(readMs)}.`
      : `${locks.length === 1 ? "1 lock" : `${locks.length} locks`}, read ${instantFromMs(readMs)} or later.`,
    items,
  );
}

const MODULES = ["ap", "ar", "gl"] as const;

/** The ledger's own lock covers the last day for every module. */
export function ledgerLocked({ reader, period }: GateSetting) {
  const book = lockBook(reader);
  const open = MODULES.filter((module) => !ask(book, { date: period.end, module }).blockedBy.some(({ ownedBy }) => ownedBy === "source"));
  if (open.length === 0) return evidence(true, `The ledger is locked through ${period.end} for ap, ar and gl.`);
  return evidence(
    false,
    `The ledger lets ${open.join(", ")} be posted on ${period.end}. Move its lock there; it is seen at the next sync.`,
  );
}
