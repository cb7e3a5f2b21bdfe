import { type DecimalString, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { appliedTo, transactionById } from "../../books/postings.ts";
import type { Books, SimAllocation, SimParty, SimTransaction } from "../../books/types.ts";
import { plainNumeral } from "../plain-numeral.ts";
import { dimensionValue, entityId, orderedDimensions } from "../references.ts";
import { partyNames } from "../rendering/render-lists.ts";
import { ledgerTypeOf, TYPE_WORDS } from "../vocabulary.ts";

/** A record of the normalised model as plain JSON; absent fields are left out. */
export interface OracleRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface OracleMoney {
  readonly amount: DecimalString;
  readonly currency: string;
}

const REFUNDS = new Set(["CashRfnd", "CardRfnd"]);

/** The id of a transaction in the mirror. */
export function recordId(transaction: SimTransaction): string {
  return `${ledgerTypeOf(transaction)}:${transaction.id}`;
}

/** Where a record came from, without the time of the fetch. */
export function sourceOf(books: Books, entityType: string, id: string): object {
  return { system: "ledger_c", tenantId: books.tenantId, entityType, id };
}

/** An amount as the ledger sends it: no trailing zeros. */
export function money(amount: DecimalString, currency: string): OracleMoney {
  return { amount: plainNumeral(amount), currency };
}

/** The direction of a document's amounts: refunds are negative cash documents. */
export function directed(transaction: SimTransaction, amount: DecimalString): DecimalString {
  return REFUNDS.has(ledgerTypeOf(transaction)) ? negateDecimal(amount) : amount;
}

/** A party's record on one side. */
export function partyRecord(books: Books, party: SimParty, side: "customer" | "vendor"): OracleRecord {
  const names = partyNames(party);
  const id = entityId(books, party.id, side);
  return {
    id: `${side}:${id}`,
    name: names.companyname ?? names.altname ?? names.entityid,
    isCustomer: side === "customer",
    isVendor: side === "vendor",
    isEmployee: false,
    active: party.active,
    ...(party.email ? { email: party.email } : {}),
    ...(party.taxIdentifier ? { taxIdentifier: party.taxIdentifier } : {}),
    currency: party.currency,
    sources: [sourceOf(books, side, id)],
  };
}

/** The party embedded in a document; employees are no party of the ledger's customer or vendor list, so a stub stands for them. */
export function documentParty(books: Books, transaction: SimTransaction): { party?: OracleRecord } {
  const party = books.parties.find((candidate) => candidate.id === transaction.partyId);
  const { side } = TYPE_WORDS[ledgerTypeOf(transaction)];
  if (!party || side === "none") return {};
  if (side !== "employee") return { party: partyRecord(books, party, side) };
  const names = partyNames(party);
  return {
    party: {
      id: `employee:${party.id}`,
      name: names.altname ?? names.entityid,
      isCustomer: false,
      isVendor: false,
      isEmployee: true,
      active: true,
      sources: [sourceOf(books, "employee", party.id)],
    },
  };
}

/** Dimension values of a line; what only the header has is copied down and marked (rule 10). */
export function lineDimensions(books: Books, transaction: SimTransaction, own: Readonly<Record<string, string>>): object[] {
  const hasMainLine = transaction.kind !== "journal";
  return orderedDimensions(books).flatMap((dimension) => {
    const fromLine = dimensionValue(own, dimension);
    const fromHeader = hasMainLine ? dimensionValue(transaction.headerDimensions, dimension) : null;
    const valueId = fromLine ?? fromHeader;
    return valueId === null ? [] : [{ dimensionId: dimension.fieldKey, valueId, fannedFromHeader: fromLine === null }];
  });
}

/** Allocations from a transaction and to it, by date, source and target. */
export function allocationsOf(books: Books, transaction: SimTransaction): object[] {
  const incoming = appliedTo(books, transaction.id).map((one) => allocation(one.from, transaction, one));
  const outgoing = transaction.state === "approved" ? outgoingOf(books, transaction) : [];
  return [...incoming, ...outgoing].sort((a, b) => compare(a.date, b.date) || compare(a.fromId, b.fromId) || compare(a.toId, b.toId));
}

/** What is left of `total` after live allocations to it and its own ones; drafts are wholly open. */
export function openAmount(books: Books, transaction: SimTransaction): DecimalString {
  const settled = appliedTo(books, transaction.id).map(({ amount }) => amount);
  const given = transaction.allocations.map(({ amount }) => amount);
  return subtractDecimals(transaction.total, sumDecimals([...settled, ...given]));
}

/** Orders text by code unit, as the mirror's queries do. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface OracleAllocation {
  readonly fromKind: "payment" | "document";
  readonly fromId: string;
  readonly toId: string;
  readonly amount: OracleMoney;
  readonly date: string;
}

function outgoingOf(books: Books, transaction: SimTransaction): OracleAllocation[] {
  return transaction.allocations.flatMap((one) => {
    const target = transactionById(books, one.toId);
    return target ? [allocation(transaction, target, one)] : [];
  });
}

/** The ledger's link has no date: it is that of the payment or credit, or of the application between them. */
function allocation(
  from: SimTransaction,
  to: SimTransaction,
  { amount, date, viaId }: Pick<SimAllocation, "amount" | "date" | "viaId">,
): OracleAllocation {
  const isPayment = from.kind === "customer_payment" || from.kind === "vendor_payment";
  return {
    fromKind: isPayment ? "payment" : "document",
    fromId: recordId(from),
    toId: recordId(to),
    amount: money(amount, from.currency),
    date: viaId === undefined ? from.date : date,
  };
}
