import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, multiplyDecimals, negateDecimal } from "#shared/kernel/decimal.ts";
import { postingsOf } from "../../books/postings.ts";
import type { Books, SimPosting, SimTransaction } from "../../books/types.ts";
import { type BooksView, isCancelled, viewOf } from "../books-view.ts";
import { derivedId } from "../derived-id.ts";
import { roundDecimal } from "../round-decimal.ts";
import { ZERO } from "../settlement.ts";
import { journalSourceType } from "./journal-source.ts";

/** One entry of the general-ledger feed. Never changed once written. */
export interface JournalEntry {
  readonly id: string;
  /** Gapless, from 1. */
  readonly number: number;
  readonly date: CalendarDate;
  readonly createdMs: number;
  readonly sourceId: string;
  readonly sourceType: string;
  readonly reference: string;
  readonly lines: readonly JournalEntryLine[];
}

/** `net` and `tax` in base currency, debit positive. */
export interface JournalEntryLine {
  readonly id: string;
  readonly accountId: string;
  readonly net: DecimalString;
  readonly tax: DecimalString;
  readonly description: string;
  readonly taxType: string | null;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** The feed of one company. `catchUp` appends what changed in the books since the last call. */
export interface JournalLog {
  readonly entries: readonly JournalEntry[];
  catchUp(): void;
}

interface Posted {
  readonly mark: string;
  readonly live: JournalEntry | null;
}

interface Change {
  readonly atMs: number;
  readonly transaction: SimTransaction;
  /** Null reverses the current postings. */
  readonly postings: readonly SimPosting[] | null;
}

/** Starts the feed from the current books: each approval posted, each later void or deletion reversed. */
export function createJournalLog(books: Books): JournalLog {
  const entries: JournalEntry[] = [];
  const posted = new Map<string, Posted>();
  let seen: BooksView | null = null;
  const catchUp = () => {
    const view = viewOf(books);
    if (view === seen) return;
    seen = view;
    const changes: Change[] = [];
    for (const t of books.transactions) {
      const mark = markOf(t);
      const known = posted.get(t.id);
      if (known?.mark === mark) continue;
      changes.push(...changesOf(books, t, known));
      posted.set(t.id, { mark, live: known?.live ?? null });
    }
    changes.sort(
      (a, b) => a.atMs - b.atMs || compare(a.transaction.id, b.transaction.id) || Number(a.postings === null) - Number(b.postings === null),
    );
    for (const change of changes) append(view, entries, posted, change);
  };
  catchUp();
  return { entries, catchUp };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function markOf(t: SimTransaction): string {
  return `${t.state}/${t.version}/${t.modifiedMs}/${t.allocations.length}`;
}

function changesOf(books: Books, t: SimTransaction, known: Posted | undefined): Change[] {
  const wanted = postingsOf(books, t);
  if (known === undefined) {
    const original = wasPosted(t) ? postingsOf(books, { ...t, state: "approved" }) : wanted;
    if (original.length === 0) return [];
    const first: Change = { atMs: t.createdMs, transaction: t, postings: original };
    return isCancelled(t) ? [first, { atMs: t.modifiedMs, transaction: t, postings: null }] : [first];
  }
  if (known.live === null) return wanted.length === 0 ? [] : [{ atMs: t.modifiedMs, transaction: t, postings: wanted }];
  if (wanted.length === 0) return [{ atMs: t.modifiedMs, transaction: t, postings: null }];
  return [{ atMs: t.modifiedMs, transaction: t, postings: wanted }];
}

/** Invoices, credits and journals can be deleted only as drafts; anything else was posted before it was cancelled. */
function wasPosted(t: SimTransaction): boolean {
  const draftOnly = ["sales_invoice", "purchase_bill", "sales_credit", "purchase_credit", "journal"];
  return t.state === "voided" || (t.state === "deleted" && !draftOnly.includes(t.kind));
}

function append(view: BooksView, entries: JournalEntry[], posted: Map<string, Posted>, { atMs, transaction: t, postings }: Change): void {
  const mark = markOf(t);
  const live = posted.get(t.id)?.live ?? null;
  const next = { number: entries.length + 1, createdMs: Math.max(atMs, entries.at(-1)?.createdMs ?? atMs) };
  if (postings === null) {
    if (live !== null) entries.push(reversalOf(live, next.number, next.createdMs));
    posted.set(t.id, { mark, live: null });
    return;
  }
  const fresh = entryOf(view, t, postings, next.number, next.createdMs);
  if (live !== null && sameEffect(live, fresh)) return;
  if (live !== null) entries.push(reversalOf(live, next.number, next.createdMs));
  const entry = live === null ? fresh : entryOf(view, t, postings, next.number + 1, next.createdMs);
  entries.push(entry);
  posted.set(t.id, { mark, live: entry });
}

function sameEffect(a: JournalEntry, b: JournalEntry): boolean {
  const effect = (e: JournalEntry) =>
    JSON.stringify([e.date, e.lines.map((l) => [l.accountId, l.net, l.tax, l.description, l.taxType, l.dimensions])]);
  return effect(a) === effect(b);
}

/** The same lines with reversed signs, on the same day, so that the day's balance is as before. */
function reversalOf(entry: JournalEntry, number: number, createdMs: number): JournalEntry {
  const id = derivedId("journal", entry.sourceId, number);
  const lines = entry.lines.map((line, at) => ({
    ...line,
    id: derivedId("journal line", id, at),
    net: negateDecimal(line.net),
    tax: negateDecimal(line.tax),
  }));
  return { ...entry, id, number, createdMs, lines };
}

function entryOf(view: BooksView, t: SimTransaction, postings: readonly SimPosting[], number: number, createdMs: number): JournalEntry {
  const id = derivedId("journal", t.id, number);
  return {
    id,
    number,
    date: t.date,
    createdMs,
    sourceId: t.id,
    sourceType: journalSourceType(view, t),
    reference: t.reference ?? "",
    lines: postings.map((posting, at) => lineOf(t, posting, derivedId("journal line", id, at))),
  };
}

function lineOf(t: SimTransaction, posting: SimPosting, id: string): JournalEntryLine {
  const line = t.lines.find((candidate) => candidate.id === posting.lineId);
  const negative = posting.amountBase.startsWith("-");
  const tax = line === undefined || isZero(line.tax) ? ZERO : roundDecimal(multiplyDecimals(line.tax, t.rate), 2);
  return {
    id,
    accountId: posting.accountId,
    net: posting.amountBase,
    tax: negative ? negateDecimal(tax) : tax,
    description: line?.description ?? "",
    taxType: line === undefined ? null : (line.taxCodeId ?? "NONE"),
    dimensions: line === undefined ? {} : { ...line.dimensions },
  };
}
