import { unpackAmount } from "#main/store/records/amounts.ts";
import { fromKindCode } from "#main/store/records/codes.ts";
import { ONE_AMOUNT } from "#main/store/records/document-writer.ts";
import { money, type RecordColumns } from "#main/store/records/row-parts.ts";
import type { Words } from "#main/store/records/words.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { push } from "#shared/kernel/lists.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Sqlite } from "./open.ts";
import { mirrorQuery, prepared, readAll } from "./query.ts";
import type { AllocationRow } from "./schema-client.ts";

/** What records say about each other: allocations and parties, which are stored once and embedded on the way out. */
export class MirrorRelations {
  readonly #db: Sqlite;
  readonly #words: Words;
  readonly #system: LedgerSystem;
  readonly #tenantId: string;

  constructor(db: Sqlite, words: Words, source: { readonly system: LedgerSystem; readonly tenantId: string }) {
    this.#db = db;
    this.#words = words;
    this.#system = source.system;
    this.#tenantId = source.tenantId;
  }

  /** Allocations from or to each id; those of a removed record no longer count. */
  allocationsOf(ids: readonly string[]): Map<string, Allocation[]> {
    const query = (column: "to_id" | "from_id") =>
      readAll(
        this.#db,
        mirrorQuery
          .selectFrom("allocation")
          .innerJoin("source_record", "source_record.rec_no", "allocation.rec_no")
          .selectAll("allocation")
          .where(`allocation.${column}`, "in", ids)
          .where("source_record.removed_ms", "is", null),
      );
    const grouped = new Map<string, Allocation[]>();
    for (const row of query("to_id")) push(grouped, row.to_id, this.#allocation(row));
    for (const row of query("from_id")) push(grouped, row.from_id, this.#allocation(row));
    for (const list of grouped.values())
      list.sort((a, b) => compare(a.date ?? "", b.date ?? "") || compare(a.fromId, b.fromId) || compare(a.toId, b.toId));
    return grouped;
  }

  /** Every allocation that came with a record, those of a credit that a payment record carries included. */
  allocationsHeldBy(recNo: number): Allocation[] {
    const rows = prepared(this.#db, "SELECT * FROM allocation WHERE rec_no = ? ORDER BY alloc_no").all(recNo) as AllocationRow[];
    return rows.map((row) => this.#allocation(row));
  }

  #allocation(row: AllocationRow): Allocation {
    return {
      fromKind: fromKindCode.decode(row.from_kind),
      fromId: row.from_id,
      toId: row.to_id,
      amount: money(unpackAmount(row.amount, row.scales, 0, ONE_AMOUNT[0], row.exact), this.#words.text(row.currency_word)),
      ...(row.day === null ? {} : { date: fromDayNumber(row.day) }),
    };
  }

  /** The mirrored parties behind interned ids. */
  parties(words: readonly (number | null)[]): Map<string, Party> {
    const ids = [...new Set(words.filter((word) => word !== null))].map((word) => this.#words.text(word));
    if (ids.length === 0) return new Map();
    const rows = readAll(
      this.#db,
      mirrorQuery.selectFrom("entity").select(["id", "body", "volatile"]).where("kind", "=", "party").where("id", "in", ids),
    );
    return new Map(rows.map((row) => [row.id, mergeVolatile(row.body, row.volatile) as Party]));
  }

  /** The mirrored party, or a stub from the payload when its own record has not been read. */
  partyOf(
    row: { party_word: number | null; party_name: string | null } & RecordColumns,
    parties: ReadonlyMap<string, Party>,
    isVendor: boolean,
  ): Party | undefined {
    if (row.party_word === null) return undefined;
    const id = this.#words.text(row.party_word);
    const known = parties.get(id);
    if (known !== undefined) return known;
    const [entityType = "", ...rest] = id.split(":");
    // Who claims expenses is neither customer nor vendor.
    const isEmployee = /^employee$/i.test(entityType);
    return {
      id,
      name: row.party_name ?? id,
      isCustomer: !isVendor && !isEmployee,
      isVendor: isVendor && !isEmployee,
      isEmployee,
      active: true,
      sources: [
        { system: this.#system, tenantId: this.#tenantId, entityType, id: rest.join(":"), fetchedAt: instantFromMs(row.fetched_ms) },
      ],
    };
  }
}

/** A stored entity with the balances that are kept beside its hashed body. */
export function mergeVolatile(body: string, volatile: string | null): unknown {
  const value = JSON.parse(body) as Record<string, unknown>;
  return volatile === null ? value : { ...value, ...(JSON.parse(volatile) as Record<string, unknown>) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
