import { prepared } from "#main/store/database/query.ts";
import { ask, lockBook, wholeAsOf } from "#main/store/periods/post-check.ts";
import { type LockWithNames, standingLocks } from "#main/store/periods/standing-locks.ts";
import { instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { counted, insideSentence, periodName } from "#shared/kernel/readable.ts";
import { andList } from "#shared/language/english.ts";
import { message, t } from "#shared/language/t.ts";
import { endMs, evidence, type GateSetting, item } from "./gate.ts";

interface StreamRow {
  readonly name: string;
  readonly label: string;
  readonly state: string;
  readonly completed_ms: number | null;
}

/** What came of a data set's last sync where that left something out. */
const LAST_SYNC: Readonly<Record<string, string>> = { failed: ", last sync failed", incomplete: ", last sync incomplete" };

/** One that was synced after the period ended and has missed something since isn't called one from before. */
function behindText(behind: readonly StreamRow[], all: number, period: GateSetting["period"]): string {
  const old = behind.filter(({ completed_ms }) => completed_ms === null || completed_ms < endMs(period)).length;
  const partly = behind.length - old;
  if (old === 0) return `${partly} of ${counted(all, "data set")} not fully synced.`;
  const rest = partly === 0 ? "" : `, and ${partly} not fully synced`;
  return `${old} of ${counted(all, "data set")} not synced since ${periodName(period.label)} ended${rest}.`;
}

/** While a period is still running, no sync can come after its end. */
function runningText({ end, label }: GateSetting["period"], today: GateSetting["today"]): string | null {
  return today <= end ? `${periodName(label)} hasn't ended yet. Sync the client after it ends.` : null;
}

/** Every data set was synced completely after the period ended. */
export function streamsComplete({ reader, period, today }: GateSetting) {
  const rows = prepared(reader.db, "SELECT name, label, state, completed_ms FROM stream ORDER BY name").all() as StreamRow[];
  const after = endMs(period);
  const behind = rows.filter(
    ({ completed_ms, state }) => completed_ms === null || completed_ms < after || state === "incomplete" || state === "failed",
  );
  const items = behind.map(({ name, label, completed_ms, state }) =>
    item(
      `${label}: ${completed_ms === null ? "never fully synced" : `last synced ${instantFromMs(completed_ms)}`}${LAST_SYNC[state] ?? ""}`,
      "stream",
      name,
    ),
  );
  if (rows.length === 0) return evidence(false, "Nothing has been synced yet.");
  if (items.length > 0) return evidence(false, runningText(period, today) ?? behindText(behind, rows.length, period), items);
  const oldest = Math.min(...rows.map(({ completed_ms }) => completed_ms ?? 0));
  return evidence(true, `${counted(rows.length, "data set")} synced, as of ${instantFromMs(oldest)}.`);
}

/** The ledger's lock dates were read after the period ended. */
export function lockRead({ reader, period, today }: GateSetting) {
  const asOf = wholeAsOf(reader);
  const locks = standingLocks(reader).rows.filter(({ ownedBy }) => ownedBy === "source");
  const items = locks.map(({ id, periodLabel, lockedThrough, readAt, scope }) => {
    const name = periodLabel === null ? `${lockName(id)}:` : `${periodName(periodLabel)}: locked`;
    return item(`${name} through ${lockedThrough}${moduleText(scope.module)}, synced ${readAt}`, "lock", id);
  });
  const oldest = locks.reduce<number | null>((first, { readAt }) => Math.min(first ?? Number.POSITIVE_INFINITY, instantMs(readAt)), null);
  const readMs = oldest ?? (asOf === null ? null : instantMs(asOf));
  if (readMs === null || readMs < endMs(period))
    return evidence(
      false,
      runningText(period, today) ?? `Lock dates not synced since ${periodName(period.label)} ended. Sync to update them.`,
      items,
    );
  return evidence(
    true,
    locks.length === 0
      ? `No lock date is set in the ledger, as of ${instantFromMs(readMs)}.`
      : `${locksText(locks)}, as of ${instantFromMs(readMs)}.`,
    items,
  );
}

const LOCK_NAMES: Readonly<Record<string, string>> = { period: "Period lock", year_end: "Year-end lock", book_close: "Closing date" };

function lockName(id: string): string {
  return LOCK_NAMES[id] ?? "Lock date";
}

/** Lock dates by their names: one record of the ledger may hold two. Periods that are locked one by one are counted. */
export function locksText(locks: readonly Pick<LockWithNames, "id" | "periodLabel" | "lockedThrough">[]): string {
  const dates = locks.filter(({ periodLabel }) => periodLabel === null).map(({ id, lockedThrough }) => `${lockName(id)} ${lockedThrough}`);
  const periods = new Set(locks.map(({ periodLabel }) => periodLabel).filter((label) => label !== null)).size;
  const parts = [...dates, ...(periods === 0 ? [] : [`${counted(periods, "period")} locked in the ledger`])];
  return parts.map((part, at) => (at === 0 ? part : insideSentence(part))).join(", ");
}

const MODULES = ["ap", "ar", "gl"] as const;
const MODULE_LABELS = { ap: message("payables"), ar: message("receivables"), gl: "the general ledger" } as const;

function moduleLabel(module: (typeof MODULES)[number]): string {
  return t(MODULE_LABELS[module]);
}

/** What a lock is limited to, in parentheses. */
function moduleText(module: (typeof MODULES)[number] | "all" | undefined): string {
  return module === undefined || module === "all" ? "" : ` (${moduleLabel(module)})`;
}

/** The ledger's own lock dates cover the last day of the period. */
export function ledgerLocked({ reader, period }: Pick<GateSetting, "reader" | "period">) {
  const book = lockBook(reader);
  const open = MODULES.filter((module) => !ask(book, { date: period.end, module }).blockedBy.some(({ ownedBy }) => ownedBy === "source"));
  if (open.length === 0) return evidence(true, `The ledger is locked through ${period.end}.`);
  return evidence(
    false,
    `The ledger still allows posting to ${andList(open.map(moduleLabel))} on ${period.end}. Lock the period in the ledger, then sync.`,
  );
}
