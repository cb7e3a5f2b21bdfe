import type { Books } from "../../books/types.ts";
import { viewOf } from "../books-view.ts";
import type { JournalLog } from "../journals/journal-log.ts";
import { expectedBatches, expectedLinks, expectedOrders, expectedPayments } from "./oracle-cash.ts";
import { expectedDocuments } from "./oracle-documents.ts";
import { expectedJournals } from "./oracle-journals.ts";
import { expectedParty, type Plain } from "./oracle-parts.ts";
import { expectedAccounts, expectedDimensionList, expectedItems, expectedTaxRates } from "./oracle-setup.ts";

/** What a correct mirror of the books holds, in the normalised shapes, without `fetchedAt`, `raw` and balances. */
export interface OracleA {
  readonly documents: readonly Plain[];
  readonly parties: readonly Plain[];
  readonly accounts: readonly Plain[];
  readonly payments: readonly Plain[];
  readonly batchPayments: readonly Plain[];
  readonly orders: readonly Plain[];
  readonly linkedTransactions: readonly Plain[];
  readonly journals: readonly Plain[];
  readonly items: readonly Plain[];
  readonly dimensions: readonly Plain[];
  readonly taxRates: readonly Plain[];
}

export interface OracleAOptions {
  /** The connection reads the general-ledger feed. */
  readonly journals: boolean;
  /** The log of the very ledger that was read: journal ids and numbers are its own. */
  readonly journalLog: JournalLog;
}

/** States, from the books, every record that a complete mirror holds (unit amounts as read with four decimals). */
export function oracleA(books: Books, options: OracleAOptions): OracleA {
  options.journalLog.catchUp();
  const view = viewOf(books);
  return {
    documents: expectedDocuments(view),
    parties: books.parties.map((party) => expectedParty(books, party)),
    accounts: expectedAccounts(view),
    payments: expectedPayments(view),
    batchPayments: expectedBatches(view),
    orders: expectedOrders(view),
    linkedTransactions: expectedLinks(view),
    journals: options.journals ? expectedJournals(view, options.journalLog.entries) : [],
    items: expectedItems(view),
    dimensions: expectedDimensionList(view),
    taxRates: expectedTaxRates(view),
  };
}
