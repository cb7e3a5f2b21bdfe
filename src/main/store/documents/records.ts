import type { MirroredJournal, MirroredPayment, MirrorReader } from "#main/store/database/mirror-reader.ts";
import { mergeVolatile } from "#main/store/database/mirror-relations.ts";
import { mirrorQuery, readAll } from "#main/store/database/query.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { PurchaseOrder } from "#shared/model/books/purchase-order.ts";

/** Kinds that are stored as one JSON body a record. */
export type EntityKind =
  | "party"
  | "account"
  | "item"
  | "dimension"
  | "tax_rate"
  | "batch_payment"
  | "order"
  | "linked_transaction"
  | "period"
  | "lock";

export interface ListOptions {
  readonly after?: string;
  readonly limit: number;
  readonly removed?: boolean;
}

/** Records of a small kind by id, with what the mirror adds. Orders come with their party. */
export function listEntities(reader: MirrorReader, kind: EntityKind, options: ListOptions): Record<string, unknown>[] {
  const rows = readAll(
    reader.db,
    mirrorQuery
      .selectFrom("entity")
      .innerJoin("source_record", "source_record.rec_no", "entity.rec_no")
      .innerJoin("stream", "stream.stream_no", "source_record.stream_no")
      .select([
        "entity.id",
        "entity.body",
        "entity.volatile",
        "entity.change_hash",
        "source_record.removed_ms",
        "source_record.fetched_ms",
        "stream.completed_ms",
      ])
      .where("entity.kind", "=", kind)
      .where("entity.id", ">", options.after ?? "")
      .$if(options.removed === true, (q) => q.where("source_record.removed_ms", "is not", null))
      .orderBy("entity.id")
      .limit(options.limit),
  );
  return rows.map((row) => {
    const value = mergeVolatile(row.body, row.volatile) as Record<string, unknown>;
    return {
      ...(kind === "order" ? withParty(reader, value) : value),
      removedDetectedAt: row.removed_ms === null ? null : instantFromMs(row.removed_ms),
      changeHash: row.change_hash.toString("hex"),
      asOf: row.completed_ms === null ? null : instantFromMs(row.completed_ms),
    };
  });
}

function withParty(reader: MirrorReader, value: Record<string, unknown>): Record<string, unknown> {
  const { partyId, partyName, ...order } = value;
  if (typeof partyId !== "string") return order;
  const row = reader.db.prepare("SELECT body, volatile FROM entity WHERE kind = 'party' AND id = ?").get(partyId) as
    | { body: string; volatile: string | null }
    | undefined;
  if (row !== undefined) return { ...order, party: mergeVolatile(row.body, row.volatile) as Party };
  const source = (order as unknown as PurchaseOrder).source;
  const [entityType = "", ...rest] = partyId.split(":");
  const stub: Party = {
    id: partyId,
    name: typeof partyName === "string" ? partyName : partyId,
    isCustomer: false,
    isVendor: true,
    isEmployee: false,
    active: true,
    sources: [{ ...source, entityType, id: rest.join(":") }],
  };
  return { ...order, party: stub };
}

/** Payments after a record number, ascending. */
export function listPayments(
  reader: MirrorReader,
  after: number,
  limit: number,
): { readonly rows: MirroredPayment[]; readonly last: number | null } {
  const recNos = numbers(reader, "payment", after, limit);
  return { rows: reader.payments(recNos), last: recNos.at(-1) ?? null };
}

/** General-ledger journals after a record number, ascending. */
export function listJournals(
  reader: MirrorReader,
  after: number,
  limit: number,
): { readonly rows: MirroredJournal[]; readonly last: number | null } {
  const recNos = numbers(reader, "journal", after, limit);
  return { rows: reader.journals(recNos), last: recNos.at(-1) ?? null };
}

function numbers(reader: MirrorReader, table: "payment" | "journal", after: number, limit: number): number[] {
  return readAll(reader.db, mirrorQuery.selectFrom(table).select("rec_no").where("rec_no", ">", after).orderBy("rec_no").limit(limit)).map(
    (row) => row.rec_no,
  );
}
