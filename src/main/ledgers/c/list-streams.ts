import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { LedgerStream, MappedSource, ReadContext } from "../adapter.ts";
import { textAtPath } from "../record-field.ts";
import { requireId } from "./decode.ts";
import { factsOf } from "./facts.ts";
import { type KeyRead, readKeyPage } from "./key-pages.ts";
import { pageLimit } from "./requests.ts";
import type { TableSpec } from "./tables.ts";
import { changedSince, latestMoment, textAt } from "./transaction-pages.ts";

/** Changes are read again from a day before the watermark, because the ledger's times are in the account's own zone. */
export const OVERLAP_MS = 86_400_000;

interface ListShape {
  readonly name: string;
  readonly label: string;
  readonly spec: TableSpec;
  readonly map: (context: ReadContext, record: ExactJson) => MappedSource;
}

/** A table that is read row by row. Without a visible change time it is read whole each time. */
export function listStream(context: ReadContext, shape: ListShape): LedgerStream {
  const { spec } = shape;
  const refused = factsOf(context.discovery).refused[spec.table] ?? [];
  const timed = spec.columns.some((column) => column.name === "lastmodifieddate") && !refused.includes("lastmodifieddate");
  const read = (connection: ReadContext, since: string | null, columns = spec): KeyRead => ({
    spec: columns,
    refused,
    conditions: since === null || !timed ? [] : [changedSince(spec.alias, since)],
    key: ["id"],
    limit: pageLimit(connection),
  });
  const ids = { ...spec, columns: spec.columns.filter((column) => column.name === "id") };
  return {
    name: shape.name,
    entityType: spec.table,
    label: shape.label,
    phase: 1,
    isLookup: shape.name === "accounts" || shape.name === "items",
    delta: timed ? "since" : "full",
    overlapMs: timed ? OVERLAP_MS : 0,
    deletes: timed ? "reconcile" : "full",
    start: (since) => ({ since: timed ? since : null, last: null }),
    *readPage(connection, position) {
      const last = textAt(position, "last");
      const since = textAt(position, "since");
      const page = yield* readKeyPage(connection, read(connection, since), last === null ? null : [last]);
      const watermark = latestMoment(page.rows);
      return {
        records: page.rows.map(({ bytes }) => ({ bytes })),
        next: page.more && page.last !== null ? { since, last: page.last[0] as string } : null,
        ...(watermark === undefined ? {} : { watermark }),
        ...(last === null && page.total !== undefined ? { totalKnown: page.total } : {}),
      };
    },
    *readIds(connection, position) {
      const last = position === null ? null : textAt(position, "last");
      const page = yield* readKeyPage(connection, read(connection, null, ids), last === null ? null : [last]);
      return {
        ids: page.rows.map((row) => requireId(row, "id")),
        next: page.more && page.last !== null ? { last: page.last[0] as string } : null,
      };
    },
    map: shape.map,
    idOf: (record) => textAtPath(record, "id"),
  };
}
