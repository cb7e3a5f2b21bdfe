import type { EntityKind } from "#main/services/records.ts";
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
const PAGE = 500;
/** Every record of a kind with the mirror's own facts, removed ones included. */
export async function readAll(perform: Perform, kind: Kind): Promise<Comparable[]> {
  const entity = ENTITIES[kind];
  const found: Comparable[] = [];
  if (entity !== undefined) {
    for (;;) {
      const after = found.at(-1)?.id as string | undefined;
      const rows = await perform("entities.list", { entity, limit: PAGE, ...(after === undefined ? {} : { after }) });
      found.push(...rows);
      if (rows.length < PAGE) return found;
    }
  }
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const page: { readonly rows: readonly unknown[]; readonly last: number | null } =
      kind === "documents"
        ? await perform("documents.full", { filter: {}, after: from, limit: PAGE })
        : await perform(kind === "payments" ? "payments.full" : "journals.full", { after: from, limit: PAGE });
    found.push(...(page.rows as Comparable[]));
    after = page.last;
  }
  return found;
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
