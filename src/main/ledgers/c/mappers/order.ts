import { absoluteDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import type { PurchaseOrder, PurchaseOrderLine } from "#shared/model/books/purchase-order.ts";
import type { MappedOrder } from "../../adapter.ts";
import type { Row } from "../schemas.ts";
import { linkedBills } from "./allocations.ts";
import { lineAccount, lineSign, lineSubject } from "./lines.ts";
import { inCurrency, type TransactionView } from "./transaction-view.ts";
import { amountOf, requireAmount, sourceOf } from "./values.ts";

/** A purchase order with the quantities that the ledger matched itself (rule 13). @throws RecordMalformed */
export function mapOrder(view: TransactionView, letter: string, status: PurchaseOrder["status"]): MappedOrder {
  const { context, header } = view;
  const total = absoluteDecimal(requireAmount(header, "foreigntotal"));
  return {
    id: view.id,
    date: view.date,
    currency: view.currency,
    total: inCurrency(view, total),
    status,
    sourceStatus: letter,
    lines: orderLines(view, total),
    billIds: linkedBills(view),
    source: sourceOf(context, view.kind.type, view.sourceId),
    ...(header.tranid === undefined ? {} : { number: header.tranid }),
    ...(view.partyId === undefined ? {} : { partyId: view.partyId }),
    ...(view.partyId === undefined || header.entityname === undefined ? {} : { partyName: header.entityname }),
    ...(view.entityId === undefined ? {} : { entityId: view.entityId }),
  };
}

function orderLines(view: TransactionView, total: DecimalString): PurchaseOrderLine[] {
  const sign = lineSign(view, total);
  return view.lines.map((row) => orderLine(view, row, sign));
}

function orderLine(view: TransactionView, row: Row, sign: 1 | -1): PurchaseOrderLine {
  const billed = amountOf(row, "quantitybilled");
  const received = amountOf(row, "quantityshiprecv");
  const accountId = lineAccount(view, row);
  return {
    id: `${view.id}/${row.id ?? ""}`,
    ...lineSubject(view, row, sign),
    ...(billed === undefined ? {} : { quantityBilled: billed }),
    ...(received === undefined ? {} : { quantityReceived: received }),
    ...(accountId === undefined ? {} : { accountId }),
  };
}
