import type { ConnectionFacts, LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { isAccepted } from "../decode.ts";
import { query } from "../query-text.ts";
import { queryRequest } from "../requests.ts";
import { fromTable, selectList, type TableSpec } from "../tables.ts";

/** Marks a table that can't be read at all in a list of refused columns. */
export const WHOLE_TABLE = "*";

/**
 * Finds the optional columns of a table that this role can't select, because one hidden column makes the ledger
 * refuse the whole query. Takes one request when nothing is hidden.
 * @returns the refused columns, `["*"]` when even the required ones are refused
 */
export function* probeTable(connection: ConnectionFacts, spec: TableSpec): Generator<LedgerRequest, string[], LedgerResponse> {
  const optional = spec.columns.filter((column) => column.optional).map((column) => column.name);
  if (yield* accepts(connection, spec, [])) return [];
  if (!(yield* accepts(connection, spec, optional))) return [WHOLE_TABLE];
  const refused: string[] = [];
  for (const name of optional) {
    const others = optional.filter((other) => other !== name);
    if (!(yield* accepts(connection, spec, others))) refused.push(name);
  }
  return refused;
}

function* accepts(
  connection: ConnectionFacts,
  spec: TableSpec,
  without: readonly string[],
): Generator<LedgerRequest, boolean, LedgerResponse> {
  const text = query`SELECT ${selectList(spec, without)} ${fromTable(spec)} ORDER BY ${orderOf(spec)}`;
  const response = yield queryRequest(connection, text, 1, true);
  return isAccepted(response);
}

function orderOf(spec: TableSpec) {
  const names = spec.columns.map((column) => column.name);
  const key = ["uniquekey", "id", "transaction", "nextdoc"].find((name) => names.includes(name));
  const first = spec.columns.find((column) => column.name === key) ?? spec.columns[0];
  return first === undefined ? query`1` : first.select;
}
