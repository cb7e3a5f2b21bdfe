import type { Books } from "../../books/types.ts";
import { ledgerTypeOf } from "../vocabulary.ts";
import { isDocument, oracleDocument } from "./oracle-documents.ts";
import { oracleAccount, oracleDimensions, oracleItem, oracleParties, oraclePeriods } from "./oracle-lists.ts";
import { oracleJournal, oracleOrder, oraclePayment } from "./oracle-money.ts";
import type { OracleRecord } from "./oracle-shared.ts";

/** What a correct mirror of the books contains, kind by kind. */
export interface OracleC {
  readonly documents: readonly OracleRecord[];
  readonly parties: readonly OracleRecord[];
  readonly accounts: readonly OracleRecord[];
  readonly payments: readonly OracleRecord[];
  readonly orders: readonly OracleRecord[];
  readonly journals: readonly OracleRecord[];
  readonly items: readonly OracleRecord[];
  readonly dimensions: readonly OracleRecord[];
  readonly periods: readonly OracleRecord[];
  /** Ids of transactions in the ledger no more; a mirror that had seen them keeps them, marked as removed. */
  readonly removed: readonly string[];
}

/**
 * States, straight from the books, the normalised records that a mirror of this ledger must hold.
 * Left out because they are not compared: `fetchedAt`, `raw`, balances of parties and accounts, and
 * the source of a dimension. Removed transactions are named by ledger id only, for the ledger no
 * longer tells their fields.
 */
export function oracleC(books: Books): OracleC {
  const live = books.transactions.filter((transaction) => transaction.state !== "deleted");
  const ofType = (...types: string[]) => live.filter((transaction) => types.includes(ledgerTypeOf(transaction)));
  const goneKinds = new Set(["party", "item", "account"]);
  return {
    documents: live.filter(isDocument).map((transaction) => oracleDocument(books, transaction)),
    parties: oracleParties(books),
    accounts: books.accounts.map((account) => oracleAccount(books, account)),
    payments: ofType("CustPymt", "VendPymt").map((payment) => oraclePayment(books, payment)),
    orders: ofType("PurchOrd").map((order) => oracleOrder(books, order)),
    journals: live.flatMap((transaction) => oracleJournal(books, transaction) ?? []),
    items: books.items.map((item) => oracleItem(books, item)),
    dimensions: oracleDimensions(books),
    periods: oraclePeriods(books),
    removed: [
      ...books.transactions.filter((transaction) => transaction.state === "deleted").map((transaction) => transaction.id),
      ...books.graveyard.filter((grave) => !goneKinds.has(grave.kind)).map((grave) => grave.id),
    ],
  };
}
