import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { LinkedTransaction, PurchaseOrder, PurchaseOrderLine } from "#shared/model/books/purchase-order.ts";
import type { MappedOrder, MappedSource, ReadContext } from "../../adapter.ts";
import { readDay, requireDay } from "../dates.ts";
import { linkedTransactionSchema, purchaseOrderSchema } from "../schemas.ts";
import { mapLines, taxBases } from "./line.ts";
import { keptRaw, known, mapped, optionalId, present, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

const statuses: Readonly<Record<string, PurchaseOrder["status"]>> = {
  DRAFT: "draft",
  SUBMITTED: "awaiting_approval",
  AUTHORISED: "open",
  BILLED: "billed",
  DELETED: "deleted",
};

/** Rule 13: this ledger links no bills to an order, so `billIds` stays empty. @throws RecordMalformed */
export function mapPurchaseOrder(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "PurchaseOrder";
  const row = readRow(purchaseOrderSchema, record, entityType);
  const unknown = unknownValues(entityType, [
    { field: "Status", value: row.Status, table: statuses },
    { field: "LineAmountTypes", value: row.LineAmountTypes, table: taxBases },
  ]);
  if (unknown.length > 0) return keptRaw(entityType, row.PurchaseOrderID, unknown);
  const id = recordId(entityType, row.PurchaseOrderID);
  const currency = row.CurrencyCode ?? context.discovery.organisation.baseCurrency;
  const basis = row.LineAmountTypes === undefined ? "unknown" : known(taxBases, row.LineAmountTypes, "LineAmountTypes");
  const { lines, findings } = mapLines(context, { id, entityType, currency, basis, side: "expense" }, row.LineItems);
  const value: MappedOrder = {
    id,
    date: requireDay(row.DateString, row.Date, "Date"),
    currency,
    total: { amount: row.Total, currency },
    status: known(statuses, row.Status, "Status"),
    sourceStatus: row.Status,
    lines: lines.map(({ tax: _tax, source: _source, ...line }): PurchaseOrderLine => line),
    billIds: [],
    source: sourceRef(context, entityType, row.PurchaseOrderID),
    ...present({
      number: row.PurchaseOrderNumber,
      partyId: optionalId("Contact", row.Contact?.ContactID),
      partyName: row.Contact?.Name,
      deliveryDate: readDay(row.DeliveryDateString, row.DeliveryDate, "DeliveryDate"),
    }),
  };
  return mapped(entityType, row.PurchaseOrderID, { kind: "order", value }, findings);
}

/** A cost is a line of a bill or of money spent; the target is always a sales invoice. */
const sourceNouns: Readonly<Record<string, string>> = { ACCPAY: "Invoice", SPEND: "BankTransaction" };
const linkStatuses: Readonly<Record<string, true>> = { APPROVED: true, DRAFT: true, ONDRAFT: true, BILLED: true, VOIDED: true };

/** The link that bills a cost on to a customer; the line itself does not say it. @throws RecordMalformed */
export function mapLinkedTransaction(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "LinkedTransaction";
  const row = readRow(linkedTransactionSchema, record, entityType);
  const unknown = unknownValues(entityType, [
    { field: "SourceTransactionTypeCode", value: row.SourceTransactionTypeCode, table: sourceNouns },
    { field: "Status", value: row.Status, table: linkStatuses },
  ]);
  if (unknown.length > 0) return keptRaw(entityType, row.LinkedTransactionID, unknown);
  const noun = known(sourceNouns, row.SourceTransactionTypeCode, "SourceTransactionTypeCode");
  const sourceDocumentId = recordId(noun, row.SourceTransactionID);
  const targetDocumentId = optionalId("Invoice", row.TargetTransactionID);
  const value: LinkedTransaction = {
    id: recordId(entityType, row.LinkedTransactionID),
    status: row.Status,
    sourceDocumentId,
    source: sourceRef(context, entityType, row.LinkedTransactionID),
    ...present({
      sourceLineId: lineId(sourceDocumentId, row.SourceLineItemID),
      customerId: optionalId("Contact", row.ContactID),
      targetDocumentId,
      targetLineId: lineId(targetDocumentId, row.TargetLineItemID),
    }),
  };
  return mapped(entityType, row.LinkedTransactionID, { kind: "linked_transaction", value });
}

function lineId(documentId: string | undefined, line: string | undefined): string | undefined {
  return documentId === undefined || line === undefined ? undefined : `${documentId}/${line}`;
}
