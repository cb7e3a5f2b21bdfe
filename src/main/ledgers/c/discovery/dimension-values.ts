import type { LedgerRequest, LedgerResponse, ReadContext, StreamPage } from "#main/ledgers/adapter.ts";
import { composeRecord, ownRow } from "../compose.ts";
import { factsOf } from "../facts.ts";
import { readAllRows } from "../key-pages.ts";
import { valueTable } from "../tables.ts";

/**
 * Reads every discovered dimension with all its values: one record per dimension, composed of the
 * adapter's own description and the verbatim rows of the value table.
 */
export function* readDimensionPage(context: ReadContext): Generator<LedgerRequest, StreamPage, LedgerResponse> {
  const facts = factsOf(context.discovery);
  const records: { bytes: Uint8Array }[] = [];
  for (const dimension of facts.dimensions) {
    const refused = dimension.table === null ? [] : (facts.refused[dimension.table] ?? []);
    const rows =
      dimension.table === null
        ? []
        : ((yield* readAllRows(context, { spec: valueTable(dimension.table), refused, conditions: [], key: ["id"] })) ?? []);
    records.push({ bytes: composeRecord({ dimension: ownRow(dimension), values: rows }) });
  }
  return { records, next: null };
}
