import { z } from "zod";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";

const dimensionSource = z.object({
  id: z.string(),
  name: z.string(),
  fieldKey: z.string(),
  /** The ledger's own noun of the dimension's values. */
  entityType: z.string(),
  /** Table that holds the values; null when this role can't read one. */
  table: z.string().nullable(),
  active: z.boolean(),
});
export type DimensionSource = z.infer<typeof dimensionSource>;

const ledgerFacts = z.object({
  /** ISO code by currency id. */
  currencies: z.record(z.string(), z.string()).default({}),
  /** Id of the primary accounting book. */
  primaryBook: z.string().default("1"),
  dimensions: z.array(dimensionSource).default([]),
  /** The postings of transactions that are no documents can be read. */
  otherPostings: z.boolean().default(false),
  /** Optional columns that this role can't select, by table; `*` stands for the whole table. */
  refused: z.record(z.string(), z.array(z.string())).default({}),
});
/** What discovery found and only this adapter reads back. */
export type LedgerFacts = z.infer<typeof ledgerFacts>;

const cache = new WeakMap<object, LedgerFacts>();

/** Reads back the facts of a stored discovery; absent ones take the defaults of a plain account. */
export function factsOf(discovery: Discovery): LedgerFacts {
  const known = cache.get(discovery.adapterFacts);
  if (known !== undefined) return known;
  const facts = ledgerFacts.parse(discovery.adapterFacts);
  cache.set(discovery.adapterFacts, facts);
  return facts;
}
