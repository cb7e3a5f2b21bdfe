import { message } from "#shared/language/t.ts";
import type { LedgerStream, ReadContext } from "../adapter.ts";
import { readCount } from "../read-count.ts";
import { textAtPath } from "../record-field.ts";
import { readDimensionPage } from "./discovery/dimension-values.ts";
import { WHOLE_TABLE } from "./discovery/probes.ts";
import { factsOf } from "./facts.ts";
import { listStream, OVERLAP_MS } from "./list-streams.ts";
import { mapAccount } from "./mappers/account.ts";
import { mapDimension } from "./mappers/dimension.ts";
import { mapItem } from "./mappers/item.ts";
import { mapCustomer, mapVendor } from "./mappers/party.ts";
import { mapPeriod } from "./mappers/period.ts";
import { keepRaw } from "./mappers/raw.ts";
import { mapOtherPosting, mapTransaction } from "./mappers/transaction.ts";
import { queryRequest } from "./requests.ts";
import { accountTable, currencyTable, customerTable, itemTable, periodTable, subsidiaryTable, vendorTable } from "./tables.ts";
import { otherPostings, type TransactionKind, transactionKinds } from "./transaction-kinds.ts";
import { countText, HEADERS_PER_PAGE, readTransactionIds, readTransactionPage } from "./transaction-pages.ts";

/** Reference tables first, then transactions by type, then the payments that are applied to them. */
export function streamsC(context: ReadContext): readonly LedgerStream[] {
  const lists = [
    { name: "subsidiaries", label: "Subsidiaries", spec: subsidiaryTable, map: keepRaw("subsidiary") },
    { name: "currencies", label: "Currencies", spec: currencyTable, map: keepRaw("currency") },
    { name: "accounts", label: "Accounts", spec: accountTable, map: mapAccount },
    { name: "customers", label: "Customers", spec: customerTable, map: mapCustomer },
    { name: "vendors", label: message("Vendors"), spec: vendorTable, map: mapVendor },
    { name: "items", label: "Items", spec: itemTable, map: mapItem },
    { name: "accounting-periods", label: "Accounting periods", spec: periodTable, map: mapPeriod },
  ];
  const facts = factsOf(context.discovery);
  const { refused } = facts;
  const timed = !refused.transaction?.includes("lastmodifieddate");
  const kinds = facts.otherPostings && !hidesPostings(refused) ? [...transactionKinds, otherPostings] : transactionKinds;
  // An account with a single entity has no subsidiary table; there is nothing to read then.
  const readable = lists.filter((list) => list.name !== "subsidiaries" || !refused[list.spec.table]?.includes(WHOLE_TABLE));
  return [...readable.map((list) => listStream(context, list)), dimensionStream, ...kinds.map((kind) => transactionStream(kind, timed))];
}

function hidesPostings(refused: Readonly<Record<string, readonly string[]>>): boolean {
  return refused.transactionaccountingline?.includes(WHOLE_TABLE) === true;
}

const dimensionStream: LedgerStream = {
  name: "dimensions",
  entityType: "dimension",
  label: "Dimensions",
  phase: 1,
  delta: "full",
  overlapMs: 0,
  deletes: "full",
  start: () => ({ last: null }),
  readPage: readDimensionPage,
  map: mapDimension,
};

function transactionStream(kind: TransactionKind, timed: boolean): LedgerStream {
  return {
    name: `transactions.${kind.type.toLowerCase()}`,
    entityType: kind.role === "posting" ? "transaction" : kind.type,
    label: kind.label,
    // Payments and applications come last, so that what they are applied to is known when their allocations arrive.
    phase: kind.role === "payment" || kind.role === "application" ? 3 : 2,
    // Rule 31: no events exist here; changes are found by lastmodifieddate alone.
    // A role that may not see the column has to read everything again.
    delta: timed ? "since" : "full",
    overlapMs: timed ? OVERLAP_MS : 0,
    // Hard deletes leave no trace; comparing ids is the only sign.
    deletes: timed ? "reconcile" : "full",
    start: (since) => ({ since: timed ? since : null, last: null }),
    readPage: (context, position) => readTransactionPage(kind, context, position),
    readIds: (context, position) => readTransactionIds(kind, context, position),
    count: (context) => readCount(queryRequest(context, countText(kind), 1), ["items", 0, "n"]),
    // A page asks for the headers, their lines (often more than one answer), accounting lines and links.
    cost: { recordsPerPage: HEADERS_PER_PAGE, callsPerPage: 4 },
    map: kind.role === "posting" ? mapOtherPosting : mapTransaction,
    idOf: (record) => textAtPath(record, "transaction", "id"),
  };
}
