import { type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { differingParts, fieldWords, valueWords } from "#shared/model/labels/change-words.ts";
import type { FieldChange } from "./field-changes.ts";

/** A document that is older than this when it is first seen was entered late. */
export const BACK_DATED_AFTER_DAYS = 7;

/** The history field that records when a record was created, removed or restored. */
export const RECORD_FIELD = "record";
export const RECORD_CREATED = "created";
export const RECORD_PRESENT = "present";
export const RECORD_REMOVED = "removed";

export const CHANGE_FINDING_CODES = ["deleted_document", "back_dated_document", "edited_in_closed_period"] as const;
export type ChangeFindingCode = (typeof CHANGE_FINDING_CODES)[number];

/** A document or payment that changed, described for people. */
export interface ChangedRecord {
  /** For example `Bill SVC-20417 from Elm (842.60 NZD, 2026-10-05)`. */
  readonly name: string;
  readonly date: CalendarDate;
  readonly status: string;
  /** The latest date of the locks that bind its date or the one it was moved from; null when none does. */
  readonly lockedThrough: CalendarDate | null;
  /** When the change was read, and the day of the reading before: what is new was not there then. */
  readonly seenOn: CalendarDate;
  readonly lookedOn: CalendarDate | null;
  /** Everything that moved, in order. */
  readonly changes: readonly FieldChange[];
}

/** What follows from one record's changes: the current finding, if any, for each code they concern. */
export type ChangeVerdict = { readonly [code in ChangeFindingCode]?: string | null };

/** What a payment or a credit does to what it settles, and how the ledger words it: no edit of the document itself. */
export const SETTLEMENT_FIELDS = ["outstanding", "allocations", "unapplied", "sourceStatus"] as const;
export const SETTLEMENT_STATUSES = ["open", "part_paid", "paid"] as const;
const NOT_POSTED = new Set(["draft", "awaiting_approval"]);
const POSTS_NOTHING = new Set([...NOT_POSTED, "voided", "voided_or_zero", "deleted"]);
const SHOWN_FIELDS_MAX = 4;

/**
 * Decides what happened to one record (rules 8 and 25): removed, entered with a date in a locked period, or edited in a
 * locked period. At most one finding results, because other changes belong to the same event. A code that is left out
 * isn't affected; null clears its finding.
 */
export function judgeChanges(record: ChangedRecord): ChangeVerdict {
  const moved = netChanges(record.changes);
  const came = moved.find(({ field }) => field === RECORD_FIELD);
  const status = moved.find(({ field }) => field === "status");
  const before = status?.before ?? record.status;
  if (came?.after === RECORD_REMOVED || status?.after === "deleted") {
    // A record created and removed between two syncs was never mirrored.
    const wasSeen = came === undefined || came.before !== null;
    return wasSeen && !NOT_POSTED.has(before) ? { deleted_document: goneMessage(record), edited_in_closed_period: null } : {};
  }
  if (came?.before === null && came.after === RECORD_CREATED) return backDated(record);
  const edits = editsOf(moved);
  return {
    ...(cameBack(record.changes) ? { deleted_document: null } : {}),
    edited_in_closed_period: edits.length > 0 && record.lockedThrough !== null ? editedMessage(record, edits) : null,
  };
}

/** The changes that are edits of the document itself, and not what settling it does to it. */
export function editsOf(changes: readonly FieldChange[]): FieldChange[] {
  return changes.filter(({ field, before, after }) => {
    if (SETTLEMENT_FIELDS.some((name) => name === field) || field === RECORD_FIELD) return false;
    if (field !== "status") return true;
    // Back from being deleted, a record is what it was.
    return before !== "deleted" && !(isSettlement(before) && isSettlement(after));
  });
}

function isSettlement(status: string | null): boolean {
  return SETTLEMENT_STATUSES.some((name) => name === status);
}

/** First before and last after of each field; fields that are back where they were fall away. */
function netChanges(changes: readonly FieldChange[]): FieldChange[] {
  const net = new Map<string, FieldChange>();
  for (const { field, before, after } of changes) net.set(field, { field, before: (net.get(field) ?? { before }).before, after });
  return [...net.values()].filter(({ before, after }) => before !== after);
}

function cameBack(changes: readonly FieldChange[]): boolean {
  return changes.some(({ field, before, after }) =>
    field === RECORD_FIELD ? before === RECORD_REMOVED : field === "status" && before === "deleted" && after !== "deleted",
  );
}

function backDated({ name, date, status, seenOn, lookedOn, lockedThrough }: ChangedRecord): ChangeVerdict {
  // A reading that comes late sees late: what counts is that the reading before did not show it.
  const notThereOn = lookedOn !== null && lookedOn < seenOn ? lookedOn : seenOn;
  if (lockedThrough === null || POSTS_NOTHING.has(status) || daysBetween(date, notThereOn) <= BACK_DATED_AFTER_DAYS) return {};
  const days = daysBetween(date, seenOn);
  return {
    back_dated_document: `${name} was first synced on ${seenOn}, ${days} days after its date. Its period is locked through ${lockedThrough}.`,
  };
}

function goneMessage({ name, lockedThrough }: ChangedRecord): string {
  const closed = lockedThrough === null ? "" : ` Its period is locked through ${lockedThrough}.`;
  return `${name} was deleted in the ledger.${closed} Tieout keeps the last known version.`;
}

function editedMessage({ name, lockedThrough }: ChangedRecord, edits: readonly FieldChange[]): string {
  const total = edits.find(({ field }) => field === "total");
  // In the base currency it says the same again.
  const told = edits.filter(({ field, before, after }) => field !== "totalBase" || before !== total?.before || after !== total?.after);
  const shown = told.slice(0, SHOWN_FIELDS_MAX).map(({ field, before, after }) => {
    const [from, to] = differingParts(valueWords(field, before), valueWords(field, after));
    return `${fieldWords(field)} from ${shownValue(from)} to ${shownValue(to)}`;
  });
  const more = told.length - shown.length;
  const rest = more === 0 ? "" : `; and ${more} more`;
  return `${name} was changed, which affects a period that's locked through ${lockedThrough}: ${shown.join("; ")}${rest}.`;
}

/** An amount in a sentence needs no quotation marks. */
const AMOUNT = /^(?:[\d.,]+|\([\d.,]+\)) [A-Z]{3}$/;

function shownValue(value: string | null): string {
  if (value === null) return "nothing";
  return value.includes(" ") && !AMOUNT.test(value) ? `“${value}”` : value;
}
