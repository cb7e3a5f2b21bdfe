import { instantFromMs } from "#shared/kernel/instant.ts";
import type { BooksView } from "../books-view.ts";
import type { JournalEntry } from "../journals/journal-log.ts";
import { expectedDimensions, filled, type Plain, plain, recordId, sent, sourceOf } from "./oracle-parts.ts";

/** What the mirror must hold of the general-ledger feed. */
export function expectedJournals(view: BooksView, entries: readonly JournalEntry[]): Plain[] {
  return entries.map((entry) => {
    const source = view.transactions.get(entry.sourceId);
    return plain({
      id: `Journal:${entry.id}`,
      number: String(entry.number),
      date: entry.date,
      createdAt: instantFromMs(entry.createdMs),
      documentId: source && recordId(source),
      sourceType: entry.sourceType,
      postings: entry.lines.map((line) =>
        plain({
          id: `Journal:${entry.id}/${line.id}`,
          accountId: `Account:${line.accountId}`,
          amount: sent(line.net, view.books.baseCurrency),
          description: filled(line.description),
          dimensions: expectedDimensions(view, line.dimensions),
        }),
      ),
      source: sourceOf(view.books, "Journal", entry.id),
    });
  });
}
