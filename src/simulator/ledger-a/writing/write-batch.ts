import { createPayment, deleteTransaction } from "../../books/events.ts";
import type { Books } from "../../books/types.ts";
import { viewOf } from "../books-view.ts";
import { derivedId } from "../derived-id.ts";
import { lockRefusal } from "../lock-check.ts";
import { batchesOf } from "../rendering/render-batch.ts";
import { readPayment } from "./write-payment.ts";
import { isSent, type Plan, type Sent, sentText, type WriteContext } from "./write-request.ts";

/** Plans one batch of a PUT to `BatchPayments`: all its payments or none. */
export function planBatch(books: Books, sent: Sent, context: WriteContext): Plan {
  const errors: string[] = [];
  const shared = { Account: sent.Account ?? null, Date: sent.Date ?? null, Reference: sent.Reference ?? null };
  const elements = Array.isArray(sent.Payments) ? sent.Payments.filter(isSent) : [];
  if (elements.length === 0) errors.push("A batch payment needs payments");
  const payments = elements.flatMap((element) => readPayment(books, { ...shared, ...element }, context, errors) ?? []);
  if (new Set(payments.map(({ kind }) => kind)).size > 1) errors.push("A batch payment goes in one direction");
  if (errors.length > 0) return { errors };
  return {
    apply: () => {
      const batchId = derivedId("batch", books.tenantId, books.transactions.length, context.nowMs);
      for (const { kind, input } of payments) createPayment(books, kind, { ...input, batchId }, context.nowMs);
      return batchId;
    },
  };
}

/** Plans the deletion of a batch: all its payments go. */
export function planBatchDeletion(books: Books, id: string, sent: Sent, context: WriteContext): Plan {
  const batch = batchesOf(viewOf(books)).find((candidate) => candidate.id === id);
  if (batch === undefined || batch.deleted) return { errors: ["The batch payment was not found or is deleted already"] };
  if (sentText(sent.Status) !== "DELETED") return { errors: ["A batch payment can only be deleted"] };
  const refusal = lockRefusal(books, batch.first.date, context.adviser);
  if (refusal !== null) return { errors: [refusal] };
  return {
    apply: () => {
      for (const payment of batch.payments) deleteTransaction(books, payment.id, context.nowMs);
      return id;
    },
  };
}
