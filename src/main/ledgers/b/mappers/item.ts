import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { itemPayload } from "../schemas.ts";
import { compact, deletedSource, isActive, mapped, readRecord, refId, sentText, sourceRef } from "./fields.ts";

const ENTITY = "Item";

/** A product or service with the accounts that its lines post to (rule 9). @throws RecordMalformed */
export function mapItem(context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource(ENTITY, record);
  if (deleted !== null) return deleted;
  const payload = readRecord(itemPayload, record);
  const type = sentText(payload.Type);
  const value = compact({
    id: `${ENTITY}:${payload.Id}`,
    code: sentText(payload.Sku),
    name: payload.Name,
    type,
    incomeAccountId: refId("Account", payload.IncomeAccountRef),
    expenseAccountId: refId("Account", payload.ExpenseAccountRef),
    assetAccountId: refId("Account", payload.AssetAccountRef),
    tracked: type === "Inventory",
    active: isActive(payload.Active),
    source: sourceRef(context, ENTITY, payload.Id),
  });
  return mapped(ENTITY, payload.Id, [{ kind: "item", value }]);
}
