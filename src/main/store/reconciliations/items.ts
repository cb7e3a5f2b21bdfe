import { z } from "zod";
import {
  ageOn,
  type Cleared,
  clearedItems,
  type ItemLife,
  type ItemPosting,
  itemIn,
  settles,
} from "#main/domain/close/reconciling-items.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import { digest } from "#main/store/database/hash.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { isDocument } from "#main/store/documents/record-number.ts";
import { contributions } from "#main/store/postings/contributions.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { type Act, type Decided, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { type ClearedItem, type OpenItem, type ReconcilingItem, reconcilingItem } from "#shared/contract/close/reconciliations.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { push } from "#shared/kernel/lists.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import { isOverdueItem } from "#shared/model/close/overdue-item.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const itemBody = reconcilingItem.omit({ itemId: true }).extend({
  what: z.literal("item"),
  accountId: z.string(),
  itemId: z.string(),
  /** The last day of the period it was raised in. */
  raisedThrough: calendarDateString,
  known: z.array(z.string()),
});
const clearedBody = z.object({
  what: z.literal("cleared"),
  on: calendarDateString,
  recordId: z.string().nullable(),
  note: z.string().nullable(),
});
const keptBody = z.object({ what: z.literal("kept_open"), recordIds: z.array(z.string()) });

type FullItem = ReconcilingItem & { readonly itemId: string };

type StoredItem = ItemLife & {
  readonly accountId: string;
  readonly item: FullItem;
  readonly decided: Decided;
  readonly cleared: OwnDecision<z.output<typeof clearedBody>> | null;
};
interface Days {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}
export interface AccountItems {
  readonly open: OpenItem[];
  readonly cleared: ClearedItem[];
}
type Done = Result<{ readonly decisionNo: number }, Failure>;

const subjectOf = (what: "item" | "cleared" | "kept", accountId: string, itemId: string) => `${what}|${accountId}|${itemId}`;

function storedItems(reader: MirrorReader, accountId?: string): StoredItem[] {
  const prefix = (what: string) => ({ prefix: accountId === undefined ? `${what}|` : `${what}|${accountId}|` });
  const cleared = new Map(
    ownDecisions(reader.db, "reconciliation", clearedBody, prefix("cleared")).map((one) => [one.subject.slice(8), one]),
  );
  const kept = new Map(ownDecisions(reader.db, "reconciliation", keptBody, prefix("kept")).map((one) => [one.subject.slice(5), one]));
  return ownDecisions(reader.db, "reconciliation", itemBody, prefix("item")).map(({ body, subject, decisionNo, person, at }) => {
    const { what: _what, accountId: account, known, raisedThrough, ...item } = body;
    const [byHand, key] = [cleared.get(subject.slice(5)) ?? null, subject.slice(5)];
    return {
      ...{ accountId: account, itemId: item.itemId, amount: item.amount, date: item.date, raisedThrough, known },
      ...{ clearedOn: byHand?.body.on ?? null, clearedWith: byHand?.body.recordId ?? null, notBy: kept.get(key)?.body.recordIds ?? [] },
      ...{ item, decided: { decisionNo, person, at }, cleared: byHand },
    };
  });
}

/** The reconciling items of a period by account: those open at its end, and those that cleared in it. */
export function periodItems(reader: MirrorReader, period: Days, today: CalendarDate): ReadonlyMap<string, AccountItems> {
  const items = storedItems(reader).filter(({ raisedThrough }) => raisedThrough <= period.end);
  const postings = postingsFor(reader, items, period.end);
  const found = new Map<string, AccountItems>();
  for (const accountId of new Set(items.map((one) => one.accountId))) {
    const own = items.filter((one) => one.accountId === accountId);
    const cleared = clearedItems(own, postings.get(accountId) ?? []);
    found.set(accountId, itemsOf(reader, own, cleared, { ...period, today }));
  }
  return found;
}

function itemsOf(
  reader: MirrorReader,
  items: readonly StoredItem[],
  cleared: ReadonlyMap<string, Cleared>,
  period: Days & { readonly today: CalendarDate },
): AccountItems {
  const open: OpenItem[] = [];
  const gone: ClearedItem[] = [];
  for (const stored of items) {
    const { item } = stored;
    const how = cleared.get(item.itemId);
    const at = itemIn(stored, how, period);
    const overdue = isOverdueItem(item.expected, period.end, period.today);
    if (at === "open") open.push({ ...item, ageDays: ageOn(period.end, item), carried: stored.raisedThrough < period.start, overdue });
    if (at === "cleared" && how !== undefined) gone.push(clearedOf(reader, stored, how));
  }
  return { open, cleared: gone };
}

function clearedOf(reader: MirrorReader, { item, cleared }: StoredItem, { on, recordId }: Cleared): ClearedItem {
  const set = cleared === null ? null : { decisionNo: cleared.decisionNo, person: cleared.person, at: cleared.at };
  const record = recordId === null ? null : documentNameOf(reader, recordId);
  const shown = recordId !== null && isDocument(reader, recordId);
  return { ...item, on, recordId, isDocument: shown, record, note: cleared?.body.note ?? null, set };
}

/** What was posted to accounts with items since the oldest of them, with the sign of the reconciliation. */
function postingsFor(
  reader: MirrorReader,
  items: readonly Pick<StoredItem, "accountId" | "date">[],
  through: CalendarDate,
): ReadonlyMap<string, readonly ItemPosting[]> {
  const from = items.reduce<CalendarDate | null>((first, { date }) => (first === null || date < first ? date : first), null);
  const found = new Map<string, ItemPosting[]>();
  if (from === null) return found;
  const chart = chartOf(reader);
  for (const { accountId, recordId, date, amount } of contributions(
    reader,
    { from, to: through },
    new Set(items.map((one) => one.accountId)),
  )) {
    if (accountId === null) continue;
    const shown = chart.get(accountId)?.class === "asset" ? amount : negateDecimal(amount);
    push(found, accountId, { recordId, date, amount: shown });
  }
  return found;
}

interface ItemsToSave extends Act {
  readonly accountId: string;
  readonly period: Days;
  readonly items: readonly ReconcilingItem[];
}

/**
 * Makes an account's items those of the list: new ones are raised in this period, changed ones are changed, and items of this
 * period that are missing are removed. Items carried from earlier periods stay until they are cleared.
 * @returns the decisions that were made
 */
export function saveItems(reader: MirrorReader, { accountId, period, items, person, nowMs }: ItemsToSave): number[] {
  const known = new Map(storedItems(reader, accountId).map((one) => [one.itemId, one]));
  const listed = new Set(items.flatMap(({ itemId }) => itemId ?? []));
  for (const { itemId, raisedThrough, cleared, decided } of known.values())
    if (!listed.has(itemId) && cleared === null && raisedThrough >= period.start && raisedThrough <= period.end)
      undoDecision(reader.db, decided.decisionNo, person, nowMs);
  return items.flatMap((item, at) => {
    const stored = item.itemId === undefined ? undefined : known.get(item.itemId);
    const itemId = stored?.itemId ?? digest(JSON.stringify([accountId, person, nowMs, at, item])).slice(0, 16);
    const full = { ...item, itemId };
    if (stored !== undefined && sameItem(stored.item, full)) return [];
    const raisedThrough = stored?.raisedThrough ?? period.end;
    const seen = postingsFor(reader, [{ accountId, date: item.date }], raisedThrough).get(accountId) ?? [];
    const free = { ...item, raisedThrough, known: [], notBy: [], clearedOn: null, clearedWith: null };
    const knownRecords = seen.filter((posting) => settles(free, posting)).map(({ recordId }) => recordId);
    const body = { what: "item", accountId, ...full, raisedThrough, known: knownRecords };
    return makeDecision(reader.db, { kind: "reconciliation", subject: subjectOf("item", accountId, itemId), body, person, nowMs });
  });
}

function sameItem(a: FullItem, b: FullItem): boolean {
  const text = ({ itemId, text: words, amount, date, documentId, owner, expected }: FullItem) =>
    JSON.stringify([itemId, words, amount, date, documentId, owner, expected]);
  return text(a) === text(b);
}

type OnItem = Act & { readonly accountId: string; readonly itemId: string };

/** Clears an item by hand on a day, with the transaction that settled it where there is one. */
export function clearItem(
  reader: MirrorReader,
  { accountId, itemId, on, recordId, note, person, nowMs }: OnItem & Omit<z.output<typeof clearedBody>, "what">,
): Done {
  const stored = storedItems(reader, accountId).find((one) => one.itemId === itemId);
  if (stored === undefined) return fail(noItem(itemId));
  if (on < stored.date)
    return fail({
      code: "invalid_input",
      message: `The item “${stored.item.text}” is dated ${dayName(stored.date)}, so it can't clear before then.`,
      field: "on",
    });
  if (recordId !== null && documentNameOf(reader, recordId) === null)
    return fail({ code: "not_found", message: `Transaction ${recordId} isn't in this client's books.`, field: "recordId" });
  const body = { what: "cleared", on, recordId, note };
  return ok({
    decisionNo: makeDecision(reader.db, { kind: "reconciliation", subject: subjectOf("cleared", accountId, itemId), body, person, nowMs }),
  });
}

/** Keeps an item open that a transaction cleared automatically: that transaction never clears it again. */
export function keepItemOpen(
  reader: MirrorReader,
  { accountId, itemId, recordId, person, nowMs }: OnItem & { readonly recordId: string },
): Done {
  const items = storedItems(reader, accountId);
  const stored = items.find((one) => one.itemId === itemId);
  if (stored === undefined) return fail(noItem(itemId));
  const refused = notClearedBy(reader, items, stored, recordId);
  if (refused !== null) return fail(refused);
  const body = { what: "kept_open", recordIds: [...new Set([...stored.notBy, recordId])] };
  return ok({
    decisionNo: makeDecision(reader.db, { kind: "reconciliation", subject: subjectOf("kept", accountId, itemId), body, person, nowMs }),
  });
}

const LAST_DAY = calendarDate("9999-12-31");

/** Why keeping an item open would open nothing: the transaction isn't what cleared it. */
function notClearedBy(
  reader: MirrorReader,
  items: readonly StoredItem[],
  { item: { itemId, text }, accountId, cleared }: StoredItem,
  recordId: string,
): Failure | null {
  if (cleared !== null)
    return {
      code: "conflict",
      message: `${cleared.person} cleared the item “${text}”, so it doesn't depend on a transaction.`,
      field: "itemId",
      next: `To reopen it, undo decision ${cleared.decisionNo}.`,
    };
  const by = clearedItems(items, postingsFor(reader, items, LAST_DAY).get(accountId) ?? []).get(itemId)?.recordId ?? null;
  if (by === recordId) return null;
  if (by === null)
    return {
      code: "conflict",
      message: `The item “${text}” is open, so there is nothing to reopen.`,
      field: "itemId",
      next: "No action is needed.",
    };
  return {
    code: "invalid_input",
    message: `Another transaction cleared the item “${text}”: ${documentNameOf(reader, by) ?? by}.`,
    field: "recordId",
    next: `To reopen the item, name the transaction ${by}.`,
  };
}

function noItem(itemId: string): Failure {
  return { code: "not_found", message: `This account has no reconciling item ${itemId}.`, field: "itemId" };
}
