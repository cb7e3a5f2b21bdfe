import { refuseInput } from "./refused.ts";

// The text field that every transaction has and that no document shows to the other party.
const NOTE_MAX = 4000;

/** The mark inside a note by which a record of ours is found again. */
function markOf(reference: string): string {
  return `[${reference}]`;
}

/**
 * The private note: the person's own words first, the mark behind them. @throws WriteRefused when the
 * words would make the ledger's record count as voided (rule 6), or do not fit
 */
export function noteWith(memo: string | undefined, reference: string): string {
  checkMemo(memo, reference.length + 3);
  return memo === undefined || memo === "" ? markOf(reference) : `${memo} ${markOf(reference)}`;
}

/** A new note of an existing record: a mark of ours in the old one is kept. @throws WriteRefused as above */
export function noteKeepingMark(memo: string, before: string | undefined): string {
  const mark = /\[tieout-[a-z0-9-]+\]/.exec(before ?? "")?.[0];
  checkMemo(memo, mark === undefined ? 0 : mark.length + 1);
  if (mark === undefined || memo.includes(mark)) return memo;
  return memo === "" ? mark : `${memo} ${mark}`;
}

/** True when a note carries the mark of this reference; voiding puts a word in front and keeps the rest. */
export function bearsMark(note: string | undefined, reference: string): boolean {
  return note?.includes(markOf(reference)) ?? false;
}

function checkMemo(memo: string | undefined, room: number): void {
  if (memo === undefined) return;
  if (memo.startsWith("Voided"))
    refuseInput("memo", "In this ledger, a memo that begins with “Voided” marks a voided transaction. Begin the memo with another word.");
  if (memo.length + room > NOTE_MAX) refuseInput("memo", `The memo can have up to ${NOTE_MAX - room} characters.`);
}
