import { origin, type StreamHolding, type StreamOrigin } from "../origin.ts";
import { otherPostings, type TransactionKind, transactionKinds } from "./transaction-kinds.ts";

function holdingOf({ role, partyTable }: TransactionKind): StreamHolding {
  if (role === "payment" || role === "application") return "payments";
  if (role === "order") return "orders";
  if (role === "posting") return "postings";
  return partyTable === undefined ? "journals" : partyTable === "customer" ? "sales" : "purchases";
}

const transactions = [...transactionKinds, otherPostings].map((kind): [string, StreamOrigin] => {
  const { type, role, posts } = kind;
  return [
    `transactions.${type.toLowerCase()}`,
    // The general ledger is the accounting lines, which come with their transactions.
    origin(
      role === "posting" ? "transaction, transactionaccountingline" : `transaction, type ${type}`,
      holdingOf(kind),
      ...(posts && role !== "posting" ? (["postings"] as const) : []),
    ),
  ];
});

/** Where each stream of Ledger C is read, by its name: tables of its query language. */
export const originsC: Readonly<Record<string, StreamOrigin>> = {
  subsidiaries: origin("subsidiary", "settings"),
  currencies: origin("currency", "settings"),
  accounts: origin("account", "accounts"),
  customers: origin("customer", "parties"),
  vendors: origin("vendor", "parties"),
  items: origin("item", "settings"),
  "accounting-periods": origin("accountingperiod", "settings"),
  dimensions: origin("department, classification, location", "settings"),
  ...Object.fromEntries(transactions),
};
