import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Dimension, DimensionValue } from "#shared/model/books/dimension.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { dimensionRow, member, type Row, readRow, readRows, valueRow } from "../schemas.ts";
import { isTrue, sourceOf } from "./values.ts";

/** A composed dimension record: the adapter's description and the rows of its values. @throws RecordMalformed */
export function mapDimension(context: ReadContext, record: ExactJson): MappedSource {
  const head = readRow(dimensionRow, member(record, "dimension"), "dimension");
  const values = readRows(valueRow, member(record, "values"), head.entitytype).map((row) => dimensionValue(row, row.id));
  const value: Dimension = {
    ...describeDimension({ id: head.id, name: head.name, fieldKey: head.fieldkey, active: !isFalse(head.active) }, values),
    source: sourceOf(context, head.entitytype, head.id),
  };
  return { entityType: head.entitytype, sourceId: head.id, records: [{ kind: "dimension", value }] };
}

/** A dimension of Ledger C: kept on the header and on lines, where the line overrides the header. */
export function describeDimension(
  source: { readonly id: string; readonly name: string; readonly fieldKey: string; readonly active: boolean },
  values: readonly DimensionValue[],
): Dimension {
  return {
    id: source.id,
    name: source.name,
    fieldKey: source.fieldKey,
    level: "header_and_line",
    ownedBy: "source",
    active: source.active,
    values: [...values],
  };
}

/** One row of a value table. */
export function dimensionValue(row: Row, id: string): DimensionValue {
  return {
    id,
    name: row.name ?? row.fullname ?? id,
    active: !isTrue(row, "isinactive"),
    ...(row.parent === undefined ? {} : { parentId: row.parent }),
  };
}

function isFalse(flag: string | undefined): boolean {
  return flag === "F";
}
