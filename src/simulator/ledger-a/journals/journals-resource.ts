import type { SimRequest, SimResponse } from "../../types.ts";
import { envelope, notFound } from "../answers.ts";
import type { BooksView } from "../books-view.ts";
import { ListRefusal } from "../lists/list-request.ts";
import { renderJournal } from "../rendering/render-journal.ts";
import { readModifiedSince } from "../vendor-time.ts";
import type { JournalEntry } from "./journal-log.ts";

const JOURNALS_PER_ANSWER = 100;

/** `/Journals`: up to 100 entries numbered above `offset`; `page` means nothing here. */
export function journalsAnswer(view: BooksView, entries: readonly JournalEntry[], request: SimRequest, nowMs: number): SimResponse {
  const offset = request.query.get("offset") ?? "0";
  if (!/^\d{1,12}$/.test(offset)) throw new ListRefusal(`Invalid value for offset: ${offset}`);
  const header = request.headers["if-modified-since"];
  const since = header === undefined ? 0 : readModifiedSince(header);
  if (since === null) throw new ListRefusal("The If-Modified-Since header is not a date and time");
  const found: JournalEntry[] = [];
  // Numbers are gapless from 1, so the offset is an index too.
  for (let at = Number(offset); at < entries.length && found.length < JOURNALS_PER_ANSWER; at++) {
    const entry = entries[at];
    // Here the header filters the moment of posting, not the journal's date.
    if (entry && entry.createdMs >= since) found.push(entry);
  }
  return envelope(
    "Journals",
    found.map((entry) => renderJournal(view, entry)),
    nowMs,
  );
}

/** `/Journals/{id or number}`. */
export function journalAnswer(view: BooksView, entries: readonly JournalEntry[], name: string, nowMs: number): SimResponse {
  const entry = entries.find((candidate) => candidate.id === name || String(candidate.number) === name);
  return entry === undefined ? notFound() : envelope("Journals", [renderJournal(view, entry)], nowMs);
}
