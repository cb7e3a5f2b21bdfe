import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Item } from "#shared/model/books/item.ts";
import { type MappedSource, type MappingFinding, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { itemSchema } from "../schemas.ts";
import { mapped, present, readRow, recordId, sourceRef } from "./source.ts";

/** An item names its accounts by code. Stock items post purchases to their cost of goods. @throws RecordMalformed */
export function mapItem(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "Item";
  const row = readRow(itemSchema, record, entityType);
  const name = row.Name ?? row.Code;
  if (name === undefined) throw new RecordMalformed("The item has neither a name nor a code.", "Name");
  const findings: MappingFinding[] = [];
  const accountId = (field: string, code: string | undefined): string | undefined => {
    const found = code === undefined ? undefined : context.accountIdByCode(code);
    if (code !== undefined && found === undefined) {
      findings.push({ code: "unresolved_account", message: `Item ${name}: no account has the code ${code}.`, field });
    }
    return found;
  };
  const value: Item = {
    id: recordId(entityType, row.ItemID),
    name,
    tracked: row.IsTrackedAsInventory ?? false,
    active: true,
    source: sourceRef(context, entityType, row.ItemID),
    ...present({
      code: row.Code,
      incomeAccountId: accountId("SalesDetails.AccountCode", row.SalesDetails?.AccountCode),
      expenseAccountId: accountId("PurchaseDetails.AccountCode", row.PurchaseDetails?.AccountCode ?? row.PurchaseDetails?.COGSAccountCode),
      assetAccountId: accountId("InventoryAssetAccountCode", row.InventoryAssetAccountCode),
    }),
  };
  return mapped(entityType, row.ItemID, { kind: "item", value }, findings);
}
