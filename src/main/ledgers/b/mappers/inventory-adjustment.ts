import { decimal } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { deriveStatus } from "../derive-status.ts";
import { inventoryAdjustmentPayload } from "../schemas.ts";
import { compact, deletedSource, mapped, money, readRecord, refId, requiredDay, sentDecimal, sentText, sourceRef } from "./fields.ts";

const ENTITY = "InventoryAdjustment";
const NOTHING = decimal("0.00");

/**
 * An adjustment of stock as a journal without amounts: the ledger tells quantities, and posts what they are
 * worth without saying. Figures name that as a gap. @throws RecordMalformed
 */
export function mapInventoryAdjustment(context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource(ENTITY, record);
  if (deleted !== null) return deleted;
  const payload = readRecord(inventoryAdjustmentPayload, record);
  const currency = context.discovery.organisation.baseCurrency;
  const id = `${ENTITY}:${payload.Id}`;
  const lines = (payload.Line ?? []).map((line, index) => {
    const lineId = sentText(line.Id) ?? `#${index + 1}`;
    return compact({
      id: `${id}/${lineId}`,
      kind: "item" as const,
      description: sentText(line.Description),
      quantity: sentDecimal(line.ItemAdjustmentLineDetail?.QtyDiff, "Line.QtyDiff"),
      accountId: refId("Account", payload.AdjustAccountRef),
      itemId: refId("Item", line.ItemAdjustmentLineDetail?.ItemRef),
      net: money(NOTHING, currency),
      tax: { basis: "exclusive" as const, components: [] },
      dimensions: [],
      source: sourceRef(context, ENTITY, lineId),
    });
  });
  const memo = sentText(payload.PrivateNote);
  const value = compact({
    id,
    type: "journal" as const,
    number: sentText(payload.DocNumber),
    partyId: undefined,
    partyName: undefined,
    issueDate: requiredDay(payload.TxnDate, "TxnDate"),
    currency,
    total: money(NOTHING, currency),
    totalBase: money(NOTHING, currency),
    outstanding: money(NOTHING, currency),
    tax: { basis: "exclusive" as const, components: [] },
    status: deriveStatus({ privateNote: memo, total: null, balance: NOTHING }),
    statusIsDerived: true,
    memo,
    lines,
    allocations: [],
    source: sourceRef(context, ENTITY, payload.Id),
  });
  return mapped(ENTITY, payload.Id, [{ kind: "document", value }]);
}
