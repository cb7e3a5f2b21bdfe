import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { PurchaseOrder, PurchaseOrderLine } from "#shared/model/books/purchase-order.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { orderPayload } from "../schemas.ts";
import {
  compact,
  deletedSource,
  mapped,
  money,
  readRecord,
  refId,
  refValue,
  requiredDay,
  requiredDecimal,
  sentText,
  sourceRef,
  unknownValue,
} from "./fields.ts";
import { type LineFrame, mapLines, unreadableLine } from "./lines.ts";

const ENTITY = "PurchaseOrder";

/** A purchase order with the bills that the ledger links to it (rule 13). @throws RecordMalformed */
export function mapOrder(context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource(ENTITY, record);
  if (deleted !== null) return deleted;
  const payload = readRecord(orderPayload, record);
  const id = `${ENTITY}:${payload.Id}`;
  const sourceStatus = sentText(payload.POStatus);
  const status = orderStatus(sourceStatus);
  if (status === null) return mapped(ENTITY, payload.Id, [], [unknownValue(id, "POStatus", sourceStatus)]);
  const unreadable = unreadableLine(id, payload.Line ?? []);
  if (unreadable !== null) return mapped(ENTITY, payload.Id, [], [unreadable]);
  const currency = refValue(payload.CurrencyRef) ?? context.discovery.organisation.baseCurrency;
  const frame: LineFrame = {
    ...{ context, entityType: ENTITY, sourceId: payload.Id, currency, basis: "exclusive", side: "purchases", flip: false },
    headerClass: refValue(payload.ClassRef),
    headerDepartment: refValue(payload.DepartmentRef),
  };
  const { lines, findings } = mapLines(frame, payload.Line ?? []);
  const partyId = refId("Vendor", payload.VendorRef);
  const value = compact({
    id,
    number: sentText(payload.DocNumber),
    partyId,
    partyName: partyId === undefined ? undefined : sentText(payload.VendorRef?.name),
    date: requiredDay(payload.TxnDate, "TxnDate"),
    currency,
    total: money(requiredDecimal(payload.TotalAmt, "TotalAmt"), currency),
    status,
    sourceStatus,
    lines: lines.map(orderLine),
    billIds: linkedBills(payload.LinkedTxn ?? []),
    source: sourceRef(context, ENTITY, payload.Id),
  });
  return mapped(ENTITY, payload.Id, [{ kind: "order", value }], findings);
}

function orderStatus(sent: string | undefined): PurchaseOrder["status"] | null {
  if (sent === "Open") return "open";
  return sent === "Closed" ? "billed" : null;
}

function orderLine({ tax: _tax, billable: _billable, source: _source, ...line }: DocumentLine): PurchaseOrderLine {
  return line;
}

function linkedBills(links: readonly { TxnId?: string | null | undefined; TxnType?: string | null | undefined }[]): string[] {
  const ids = links.flatMap((link) => (link.TxnType === "Bill" && sentText(link.TxnId) !== undefined ? [`Bill:${link.TxnId}`] : []));
  return [...new Set(ids)];
}
