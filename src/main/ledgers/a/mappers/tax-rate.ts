import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { TaxRate } from "#shared/model/books/tax.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { taxRateSchema } from "../schemas.ts";
import { keptRaw, known, mapped, present, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

const active: Readonly<Record<string, boolean>> = { ACTIVE: true, DELETED: false, ARCHIVED: false, PENDING: false };

/** Tax rates have no id; their type word identifies them. @throws RecordMalformed */
export function mapTaxRate(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "TaxRate";
  const row = readRow(taxRateSchema, record, entityType);
  const unknown = unknownValues(entityType, [{ field: "Status", value: row.Status, table: active }]);
  if (unknown.length > 0) return keptRaw(entityType, row.TaxType, unknown);
  const value: TaxRate = {
    id: recordId(entityType, row.TaxType),
    name: row.Name,
    active: known(active, row.Status, "Status"),
    source: sourceRef(context, entityType, row.TaxType),
    ...present({ rate: row.EffectiveRate }),
  };
  return mapped(entityType, row.TaxType, { kind: "tax_rate", value });
}
