import type { Books } from "../books/types.ts";
import { documentRecords } from "./oracle/documents.ts";
import { accountRecord, dimensionRecords, itemRecord, partyRecords } from "./oracle/lists.ts";
import { orderRecords } from "./oracle/orders.ts";
import { paymentRecords } from "./oracle/payments.ts";
import { NOTHING, type OracleRecord } from "./oracle/plain.ts";
import { viewOf } from "./view.ts";

/** The content of a correct mirror of the company, field by field, as plain JSON. */
export interface OracleB {
  readonly documents: readonly OracleRecord[];
  readonly parties: readonly OracleRecord[];
  readonly accounts: readonly OracleRecord[];
  readonly payments: readonly OracleRecord[];
  readonly orders: readonly OracleRecord[];
  /** This ledger has no general-ledger feed. */
  readonly journals: readonly OracleRecord[];
  readonly items: readonly OracleRecord[];
  readonly dimensions: readonly OracleRecord[];
}

/**
 * Derives the expected mirror from the books. Fetch times, raw payloads and balances of parties and accounts
 * are left out.
 * @param known the expected mirror at an earlier sync (an earlier result of this function): records deleted
 * since then stay, marked as deleted, with their last fields. Without it they are left out.
 */
export function oracleB(books: Books, known?: OracleB): OracleB {
  const view = viewOf(books);
  const parties = partyRecords(view);
  const keep = (now: readonly OracleRecord[], before: readonly OracleRecord[] | undefined, buried: Bury) => [
    ...now,
    ...gone(now, before, parties).map((record) => ({ ...record, ...buried(record) })),
  ];
  return {
    documents: keep(documentRecords(view), known?.documents, buriedDocument),
    parties,
    accounts: books.accounts.map((account) => accountRecord(view, account)),
    payments: keep(paymentRecords(view), known?.payments, () => ({ status: "deleted", allocations: [] })),
    orders: keep(orderRecords(view), known?.orders, () => ({ status: "deleted" })),
    journals: [],
    items: books.items.map((item) => itemRecord(view, item)),
    dimensions: dimensionRecords(view),
  };
}

type Bury = (record: OracleRecord) => object;

/** Nothing is open on a deleted document, and nothing is applied to it or from it. */
function buriedDocument(record: OracleRecord): object {
  return { status: "deleted", outstanding: { amount: NOTHING, currency: record.currency }, allocations: [] };
}

/** Known records that no longer exist; their party is shown with its current fields. */
function gone(now: readonly OracleRecord[], before: readonly OracleRecord[] | undefined, parties: readonly OracleRecord[]): OracleRecord[] {
  const present = new Set(now.map(({ id }) => id));
  return (before ?? [])
    .filter(({ id }) => !present.has(id))
    .map((record) => {
      const partyId = (record.party as OracleRecord | undefined)?.id;
      const party = parties.find(({ id }) => id === partyId);
      return party === undefined ? record : { ...record, party };
    });
}
