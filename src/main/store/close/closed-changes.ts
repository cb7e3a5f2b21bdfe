import { z } from "zod";
import { amountWriter, isEarned } from "#main/domain/postings/account-sum.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, type EntityNames, fieldName, withNames } from "#main/store/documents/record-names.ts";
import { isDocument, recordNumber } from "#main/store/documents/record-number.ts";
import { type AccountMoves, type LockedChange, lacksOnlyTaxAccount, lockedChanges } from "#main/store/periods/locked-changes.ts";
import { ownLocks, periodDecisions, periodStatusBody } from "#main/store/periods/period-states.ts";
import { lockBook } from "#main/store/periods/post-check.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { lastPostedMs } from "#main/store/tie-outs/recheck.ts";
import { type Act, notFound, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { ClosedChange } from "#shared/contract/close/close.ts";
import { monthEnd } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type ClosedInputs, periodInputs, readClosedSnapshot } from "./closed-snapshot.ts";

const dispositionBody = z.object({ verdict: z.enum(["accept", "reopen", "adjust"]), why: z.string(), effects: z.string() });

/** A change with the last day of its period. */
export type ValuedChange = ClosedChange & { readonly periodEnd: string };

interface ClosedPeriod {
  readonly id: string;
  readonly label: string;
  readonly start: ValuedChange["periodEnd"] & ReturnType<typeof ownLocks>["periods"][number]["start"];
  readonly end: ReturnType<typeof ownLocks>["periods"][number]["end"];
  readonly closedMs: number;
  readonly snapshot: string;
}

/**
 * The post-close changes, valued per account: every record of a closed period that now posts something else than when
 * it was closed, then changes behind a ledger's lock date in days that weren't closed in Tieout.
 */
export function closedChanges(reader: MirrorReader, books: SumsSetting): ValuedChange[] {
  const periods = closedPeriods(reader);
  const here = periods.flatMap((period) => changesOf(reader, books, period));
  const mirrored = lockBook(reader).periods.filter(({ ownedBy, isAdjustment }) => ownedBy === "source" && !isAdjustment);
  const told = new Set(here.map(({ recordId }) => recordId));
  const behindLocks = lockedChanges(reader, books.baseCurrency).flatMap((change) => {
    const closed = periods.find(({ start, end }) => change.date >= start && change.date <= end);
    if (closed !== undefined) return told.has(change.recordId) ? [] : withoutFigures(reader, books, closed, change);
    const own = mirrored.find(({ start, end }) => change.date >= start && change.date <= end);
    const month = { id: `month:${change.date.slice(0, 7)}`, label: change.date.slice(0, 7), end: monthEnd(change.date) };
    return [valuedChange(reader, books, own ?? month, { ...change, source: "ledger_lock", sinceMs: change.firstMs })];
  });
  return [...here, ...behindLocks];
}

/**
 * A post-close change that moves no figure: of text only, or of a record that can't be valued, such as one in a
 * foreign currency without a base amount.
 */
function withoutFigures(reader: MirrorReader, books: SumsSetting, closed: ClosedPeriod, change: LockedChange): ValuedChange[] {
  if (change.firstMs <= closed.closedMs) return [];
  const { recordId, kind, posts } = change;
  const moves: AccountMoves | null = posts ? new Map() : null;
  return [valuedChange(reader, books, closed, { recordId, kind, moves, source: "closed_here", sinceMs: closed.closedMs })];
}

function closedPeriods(reader: MirrorReader): ClosedPeriod[] {
  const mirrored = lockBook(reader).periods.filter(({ ownedBy }) => ownedBy === "source");
  const decisions = periodDecisions(reader);
  return ownLocks(reader, mirrored)
    .periods.flatMap((period) => {
      const closing = decisions.get(period.id);
      // Undoing a reopening takes no new snapshot, so the one of the earlier close still applies.
      const kept =
        closing?.body.snapshot ??
        ownDecisions(reader.db, "period_status", periodStatusBody, { subject: period.id, undone: true }).findLast(
          ({ body }) => body.snapshot !== null,
        )?.body.snapshot;
      if (closing === undefined || kept === null || kept === undefined) return [];
      const { id, label, start, end } = period;
      // Identical books are stored once, under the time of the first close.
      const closedMs = closing.body.snapshot === null ? keptMs(reader, kept) : instantMs(closing.at);
      return [{ id, label, start: start as ClosedPeriod["start"], end, closedMs, snapshot: kept }];
    })
    .sort((a, b) => (a.end < b.end ? -1 : 1));
}

function keptMs({ db }: MirrorReader, hash: string): number {
  return (prepared(db, "SELECT made_ms FROM signed_input WHERE hash = ?").pluck().get(hash) as number | undefined) ?? 0;
}

function changesOf(reader: MirrorReader, books: SumsSetting, period: ClosedPeriod): ValuedChange[] {
  if (lastChangeMs(reader) <= period.closedMs) return [];
  const then = readClosedSnapshot(reader, period.snapshot);
  if (then === null) return [];
  const moved = movedRecords(then, periodInputs(reader, period));
  if (moved.size === 0) return [];
  return [...moved].map(([recordId, moves]) => {
    const kind = kindOf(then, recordId, reader, [...moves.values()]);
    return valuedChange(reader, books, period, { recordId, kind, moves, source: "closed_here", sinceMs: period.closedMs });
  });
}

function valuedChange(
  reader: MirrorReader,
  books: SumsSetting,
  period: Pick<ClosedPeriod, "id" | "label" | "end">,
  change: Pick<ClosedChange, "recordId" | "kind" | "source"> & { readonly moves: AccountMoves | null; readonly sinceMs: number },
): ValuedChange {
  const chart = chartOf(reader);
  const write = amountWriter(books.baseCurrency);
  const { recordId, kind, source, moves, sinceMs } = change;
  const isTax = () => lacksOnlyTaxAccount(reader, books.baseCurrency, recordId);
  const effects = [...(moves ?? [])].map(([accountId, { before, after }]) => ({
    accountId: accountId === "" ? null : accountId,
    account: chart.get(accountId)?.name ?? (accountId === "" && isTax() ? "Tax" : "Unknown account"),
    before: write(before),
    after: write(after),
    effect: write(subtractDecimals(after, before)),
  }));
  const earned = effects.filter(({ accountId }) => accountId !== null && isEarned(chart.get(accountId) ?? null));
  const id = `${period.id}|${recordId}`;
  const history = historyOf(reader, recordId, sinceMs);
  return {
    ...{ id, periodId: period.id, periodLabel: period.label, periodEnd: period.end, recordId },
    isDocument: isDocument(reader, recordId),
    label: documentNameOf(reader, recordId) ?? recordId,
    ...{ kind, source, valued: moves !== null, effects, currency: books.baseCurrency, ...history },
    result: write(sumDecimals([NOTHING, ...earned.map(({ effect }) => effect)])),
    disposition: dispositionOf(reader, id, dispositionBasis({ valued: moves !== null, effects, fields: history.fields })),
  };
}

/** Saves reading a closed period's books when nothing has changed since. */
function lastChangeMs(reader: MirrorReader): number {
  const newest = prepared(reader.db, "SELECT detected_ms FROM field_change ORDER BY change_no DESC LIMIT 1").pluck();
  const changedMs = (newest.get() as number | undefined) ?? 0;
  return lastPostedMs(reader, null, changedMs) ?? changedMs;
}

const NOTHING = decimal("0");

/** Records whose postings changed, by account. */
function movedRecords(then: ClosedInputs, now: ClosedInputs): ReadonlyMap<string, AccountMoves> {
  const sums = new Map<string, { readonly recordId: string; readonly accountId: string; before: DecimalString; after: DecimalString }>();
  const add = (inputs: ClosedInputs, side: "before" | "after") => {
    for (const [recordId, account, amount] of inputs) {
      const accountId = account ?? "";
      const key = `${recordId} ${accountId}`;
      const sum = sums.get(key) ?? { recordId, accountId, before: NOTHING, after: NOTHING };
      sums.set(key, sum);
      sum[side] = addDecimals(sum[side], amount);
    }
  };
  add(then, "before");
  add(now, "after");
  const moved = new Map<string, AccountMoves>();
  for (const { recordId, accountId, before, after } of sums.values()) {
    if (compareDecimals(before, after) === 0) continue;
    const accounts = moved.get(recordId) ?? new Map();
    moved.set(recordId, accounts.set(accountId, { before, after }));
  }
  return moved;
}

function kindOf(
  then: ClosedInputs,
  recordId: string,
  reader: MirrorReader,
  moved: readonly { readonly after: DecimalString }[],
): ClosedChange["kind"] {
  if (!then.some(([id]) => id === recordId)) return "added";
  if (moved.some(({ after }) => compareDecimals(after, NOTHING) !== 0)) return "changed";
  const removed = prepared(
    reader.db,
    "SELECT after FROM field_change WHERE record_id = ? AND (field = 'record' OR (field = 'status' AND after IN ('voided', 'voided_or_zero', 'deleted'))) ORDER BY change_no DESC LIMIT 1",
  )
    .pluck()
    .get(recordId) as string | null | undefined;
  return removed === "removed" || removed === "voided" || removed === "voided_or_zero" || removed === "deleted" ? "removed" : "changed";
}

function historyOf(reader: MirrorReader, recordId: string, sinceMs: number): Pick<ClosedChange, "firstSeen" | "fields"> {
  const rows = prepared(
    reader.db,
    "SELECT field, before, after, detected_ms FROM field_change WHERE record_id = ? AND detected_ms >= ? ORDER BY change_no",
  ).all(recordId, sinceMs) as { field: string; before: string | null; after: string | null; detected_ms: number }[];
  const first = rows[0]?.detected_ms;
  return {
    firstSeen: first === undefined ? null : instantFromMs(first),
    fields: rows.map(({ field, before, after }) => ({ field, before, after })),
  };
}

/** What changed as people read it: names in place of ids, and a line by its place. A disposition is about what was stored. */
export function fieldsInWords(
  reader: MirrorReader,
  { recordId, fields }: Pick<ClosedChange, "recordId" | "fields">,
  entities: EntityNames,
): ClosedChange["fields"] {
  const recNo = recordNumber(reader, recordId, "document") ?? 0;
  const named = (value: string | null) => (value === null ? null : withNames(reader, value, entities));
  return fields.map(({ field, before, after }) => ({ field: fieldName(reader, recNo, field), before: named(before), after: named(after) }));
}

/** What a disposition is about: the effects, or the changed fields where there are none. */
function dispositionBasis({ valued, effects, fields }: Pick<ClosedChange, "valued" | "effects" | "fields">): string {
  if (!valued || effects.length === 0) return fields.map(({ field, after }) => `${field}=${after ?? ""}`).join("|");
  return effects
    .map(({ accountId, effect }) => `${accountId ?? ""} ${canonicalDecimal(effect)}`)
    .sort()
    .join("|");
}

/** The decision on a change. It applies while the change still has the same effect. */
function dispositionOf(reader: MirrorReader, id: string, basis: string): ClosedChange["disposition"] {
  const decided = ownDecisions(reader.db, "change_disposition", dispositionBody, { subject: id }).at(-1);
  if (decided === undefined) return null;
  const { decisionNo, person, at, body } = decided;
  return { decisionNo, person, at, verdict: body.verdict, why: body.why, stands: body.effects === basis };
}

/** Records the decision on a post-close change. The caller reopens the period for `reopen`. */
export function disposeChange(
  reader: MirrorReader,
  {
    changeId,
    verdict,
    why,
    books,
    person,
    nowMs,
  }: Act & {
    readonly changeId: string;
    readonly verdict: "accept" | "reopen" | "adjust";
    readonly why: string;
    readonly books: SumsSetting;
  },
): Result<{ readonly decisionNo: number; readonly periodId: string }, Failure> {
  const change = closedChanges(reader, books).find(({ id }) => id === changeId);
  if (change === undefined) return fail(notFound(`Post-close change ${changeId} doesn't exist.`, "changeId"));
  if (verdict === "reopen" && change.source === "ledger_lock")
    return fail({
      code: "invalid_input",
      message: `${periodName(change.periodLabel)} was locked in the ledger, not closed in Tieout, so Tieout can't reopen it.`,
      field: "verdict",
      next: "Accept the change or mark it for adjustment. To reopen the period, unlock it in the ledger.",
    });
  const body = { verdict, why, effects: dispositionBasis(change) };
  return ok({
    decisionNo: makeDecision(reader.db, { kind: "change_disposition", subject: changeId, body, person, nowMs }),
    periodId: change.periodId,
  });
}
