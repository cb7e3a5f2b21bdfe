import type { MappedDocument } from "#shared/model/books/mapped-record.ts";

/** True when two states of a document certainly post the same, and are settled alike: an edit of its texts changes no posting. */
export function postsAlike(before: MappedDocument, after: MappedDocument): boolean {
  return JSON.stringify(postingFacts(before)) === JSON.stringify(postingFacts(after));
}

function postingFacts(document: MappedDocument): readonly unknown[] {
  const { id, type, status, currency, exchangeRate, total, totalBase, tax, unappliedKind, totalAccountId } = document;
  const { issueDate, number, partyId, entityId, lines } = document;
  return [
    [id, type, status, currency, exchangeRate, total, totalBase, tax.amount, unappliedKind, totalAccountId],
    [issueDate, number, partyId, entityId],
    lines.map((line) => [line.id, line.accountId, line.net, line.tax.amount, line.dimensions]),
  ];
}
