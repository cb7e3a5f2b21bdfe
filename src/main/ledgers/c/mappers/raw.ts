import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { readRow, valueRow } from "../schemas.ts";

/** Keeps the rows of a table raw: discovery reads them, no normalised record stands for them. */
export function keepRaw(table: string): (context: ReadContext, record: ExactJson) => MappedSource {
  return (_context, record) => ({ entityType: table, sourceId: readRow(valueRow, record, table).id, records: [] });
}
