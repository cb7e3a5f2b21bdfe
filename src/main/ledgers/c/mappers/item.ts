import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Item } from "#shared/model/books/item.ts";
import { type MappedSource, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { itemRow, type Row, readRow } from "../schemas.ts";
import { isTrue, sourceOf } from "./values.ts";

/** A row of the item table. @throws RecordMalformed */
export function mapItem(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(itemRow, record, "item");
  return { entityType: "item", sourceId: row.id, records: [{ kind: "item", value: item(context, row, row.id) }] };
}

function item(context: ReadContext, row: Row, id: string): Item {
  const name = row.itemid ?? row.fullname;
  if (name === undefined) throw new RecordMalformed(`Item ${id} has no name.`, "itemid");
  return {
    id: `item:${id}`,
    name,
    tracked: row.itemtype === "InvtPart",
    active: !isTrue(row, "isinactive"),
    source: sourceOf(context, "item", id),
    ...(row.itemid === undefined ? {} : { code: row.itemid }),
    ...(row.itemtype === undefined ? {} : { type: row.itemtype }),
    ...(row.incomeaccount === undefined ? {} : { incomeAccountId: `account:${row.incomeaccount}` }),
    ...(row.expenseaccount === undefined ? {} : { expenseAccountId: `account:${row.expenseaccount}` }),
    ...(row.assetaccount === undefined ? {} : { assetAccountId: `account:${row.assetaccount}` }),
  };
}
