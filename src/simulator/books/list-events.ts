import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { booksChanged } from "./books-index.ts";
import type { Books } from "./types.ts";

/**
 * Sets one of the company's lock dates (null lifts it). Style c has no such dates: the periods that end on or
 * before the date are locked, the others opened.
 */
export function moveLock(books: Books, lock: keyof Books["locks"], date: CalendarDate | null, nowMs: number): void {
  books.locks = { ...books.locks, [lock]: date };
  if (books.style !== "c") return;
  for (const period of books.periods) {
    const covered = date !== null && period.end <= date;
    const before = JSON.stringify(period);
    period.allLocked = covered;
    period.apLocked = covered;
    period.arLocked = covered;
    if (!covered) period.closed = false;
    if (JSON.stringify(period) !== before) period.modifiedMs = nowMs;
  }
}

/** @throws Defect when another party has the name already (Ledger B allows each name once) */
export function renameParty(books: Books, id: string, name: string, nowMs: number): void {
  const party = books.parties.find((candidate) => candidate.id === id);
  assert(party !== undefined, `no contact ${id}`);
  assert(!books.parties.some((other) => other !== party && other.name === name), `the name ${name} is taken`);
  party.name = name;
  changed(books, party, nowMs);
}

export function archiveAccount(books: Books, id: string, nowMs: number): void {
  const account = books.accounts.find((candidate) => candidate.id === id);
  assert(account !== undefined, `no account ${id}`);
  account.active = false;
  changed(books, account, nowMs);
}

function changed(books: Books, record: { modifiedMs: number; version: number }, nowMs: number): void {
  record.modifiedMs = Math.max(record.modifiedMs, nowMs);
  record.version++;
  booksChanged(books);
}
