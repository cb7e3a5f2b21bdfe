import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { documentNumbers } from "#main/store/documents/documents.ts";
import { type EntityKind, listEntities, listJournals, listPayments } from "#main/store/documents/records.ts";
import type { ClientSource, OpInput, OpName, OpResult } from "#main/workers/protocol.ts";
import { bare, type Comparable, differences, readable } from "./mirror-compare.ts";

/** Kinds of record that oracles state. */
export type Kind =
  | "documents"
  | "parties"
  | "accounts"
  | "payments"
  | "orders"
  | "journals"
  | "items"
  | "dimensions"
  | "batchPayments"
  | "linkedTransactions"
  | "taxRates"
  | "periods";

export const KINDS: readonly Kind[] = [
  "documents",
  "parties",
  "accounts",
  "payments",
  "orders",
  "journals",
  "items",
  "dimensions",
  "batchPayments",
  "linkedTransactions",
  "taxRates",
  "periods",
];

/** What a correct mirror holds, kind by kind. */
export type Expected = Readonly<Partial<Record<Kind, readonly Comparable[]>>>;

/** An operation on one client's mirror. */
export type Perform = <O extends OpName>(op: O, input: Omit<OpInput<O>, keyof ClientSource>) => Promise<OpResult<O>>;

const ENTITIES: Readonly<Partial<Record<Kind, EntityKind>>> = {
  parties: "party",
  accounts: "account",
  orders: "order",
  items: "item",
  dimensions: "dimension",
  batchPayments: "batch_payment",
  linkedTransactions: "linked_transaction",
  taxRates: "tax_rate",
  periods: "period",
};
const ALL = 1_000_000;
/** Every record of a kind with the mirror's own facts, removed ones included. */
export function readAll(mirror: MirrorReader, kind: Kind): Comparable[] {
  const entity = ENTITIES[kind];
  if (entity !== undefined) return listEntities(mirror, entity, { limit: ALL });
  if (kind === "documents") return mirror.documents(documentNumbers(mirror, {}, 0, ALL)) as unknown as Comparable[];
  const { rows } = kind === "payments" ? listPayments(mirror, 0, ALL) : listJournals(mirror, 0, ALL);
  return rows as unknown as Comparable[];
}

/** What differs between mirrored and stated records of a kind, as lines. */
export function compareKind(kind: Kind, mirrored: readonly Comparable[], stated: Expected): string[] {
  const theirs = stated[kind] ?? [];
  return readable(
    differences(
      mirrored.map((record) => bareOf(kind, record)),
      theirs.map((record) => bareOf(kind, record)),
    ),
  );
}

// No oracle states the provenance of a dimension, which is composed of many records.
function bareOf(kind: Kind, record: Comparable): Comparable {
  const { source, ...rest } = bare(record);
  return kind === "dimensions" || source === undefined ? rest : { ...rest, source };
}
