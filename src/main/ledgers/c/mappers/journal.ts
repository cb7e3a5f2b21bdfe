import type { Journal, Posting } from "#shared/model/books/posting.ts";
import { compareIds } from "../decode.ts";
import type { Row } from "../schemas.ts";
import { lineDimensions } from "./lines.ts";
import { baseCurrencyOf, entityOf, type TransactionView } from "./transaction-view.ts";
import { amountOf, isTrue, sourceOf } from "./values.ts";

const POSTINGS_TABLE = "transactionaccountingline";

/** What a transaction posted to the primary book; null when it has not posted. @throws RecordMalformed */
export function mapJournal(view: TransactionView): Journal | null {
  const { context, header, sourceId } = view;
  if (header.posting !== undefined && !isTrue(header, "posting")) return null;
  const postings = [...view.accountingLines]
    .sort((a, b) => compareIds(a.transactionline ?? "0", b.transactionline ?? "0"))
    .flatMap((row) => posting(view, row));
  if (postings.length === 0) return null;
  return {
    id: `gl:${sourceId}`,
    date: view.date,
    sourceType: view.kind.type,
    postings,
    source: sourceOf(context, POSTINGS_TABLE, sourceId),
    // Other postings and applications have no mirrored document to name.
    ...(view.kind.role === "posting" || view.kind.role === "application" ? {} : { documentId: view.id }),
    ...(header.tranid === undefined ? {} : { number: header.tranid }),
  };
}

function posting(view: TransactionView, row: Row): Posting[] {
  const amount = amountOf(row, "amount");
  if (row.account === undefined || amount === undefined) return [];
  if (row.posting !== undefined && !isTrue(row, "posting")) return [];
  const line = view.linesById.get(row.transactionline ?? "");
  // The lines of one transaction can belong to different entities, and each entity's books have their own currency.
  const entityId = entityOf(line) ?? view.entityId;
  return [
    {
      id: `gl:${view.sourceId}/${row.transactionline ?? ""}`,
      accountId: `account:${row.account}`,
      amount: { amount, currency: baseCurrencyOf(view.context, entityId) },
      ...(entityId === undefined ? {} : { entityId }),
      dimensions: lineDimensions(view, line),
      ...(line?.memo === undefined ? {} : { description: line.memo }),
    },
  ];
}
