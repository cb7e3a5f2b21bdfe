import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Books, SimLine, SimParty, SimTransaction } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { lineAmountOf } from "../line-amount.ts";
import { settledBy } from "../rendering/render-cash.ts";
import { padDecimal, roundDecimal } from "../round-decimal.ts";
import { isPayment } from "../settlement.ts";
import { BANK_KINDS, CREDIT_KINDS, INVOICE_KINDS, lineAmountTypes, OVERPAYMENT_KINDS, PREPAYMENT_KINDS } from "../words.ts";

/** A normalised record as plain data. */
export type Plain = { readonly [key: string]: unknown };

/** Leaves out what is absent. */
export function plain(record: Plain): Plain {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Empty text counts as absent. */
export function filled(value: string | null): string | undefined {
  return value === null || value === "" ? undefined : value;
}

export function sent(value: DecimalString, currency: string): Plain {
  return { amount: padDecimal(value, 2), currency };
}

export function sourceOf(books: Books, entityType: string, id: string): Plain {
  return { system: "ledger_a", tenantId: books.tenantId, entityType, id };
}

/** The ledger's noun for the record that a transaction is kept as. */
export function entityTypeOf(t: SimTransaction): string {
  const kinds: readonly (readonly [readonly string[], string])[] = [
    [INVOICE_KINDS, "Invoice"],
    [CREDIT_KINDS, "CreditNote"],
    [BANK_KINDS, "BankTransaction"],
    [OVERPAYMENT_KINDS, "Overpayment"],
    [PREPAYMENT_KINDS, "Prepayment"],
    [["journal"], "ManualJournal"],
    [["purchase_order"], "PurchaseOrder"],
  ];
  const found = kinds.find(([list]) => list.includes(t.kind));
  return found?.[1] ?? "Payment";
}

export function recordId(t: SimTransaction): string {
  return `${entityTypeOf(t)}:${t.id}`;
}

export function expectedParty(books: Books, party: SimParty): Plain {
  return plain({
    id: `Contact:${party.id}`,
    name: party.name,
    isCustomer: party.role === "customer" || party.role === "both",
    isVendor: party.role === "vendor" || party.role === "both",
    isEmployee: false,
    active: party.active,
    email: filled(party.email),
    taxIdentifier: filled(party.taxIdentifier),
    sources: [sourceOf(books, "Contact", party.id)],
  });
}

export function partyOf(view: BooksView, partyId: string | null): Plain | undefined {
  const party = partyId === null ? undefined : view.parties.get(partyId);
  return party && expectedParty(view.books, party);
}

export function basisOf(t: SimTransaction): "exclusive" | "inclusive" | "none" {
  return ({ Exclusive: "exclusive", Inclusive: "inclusive", NoTax: "none" } as const)[lineAmountTypes(t)];
}

export function expectedDimensions(view: BooksView, values: Readonly<Record<string, string>>): Plain[] {
  return view.books.dimensions.flatMap((category) => {
    const option = category.values.find((value) => value.id === values[category.id]);
    return option ? [{ dimensionId: `TrackingCategory:${category.id}`, valueId: option.id, fannedFromHeader: false }] : [];
  });
}

/** What order lines and document lines have in common. */
export function expectedLine(view: BooksView, t: SimTransaction, line: SimLine): Plain {
  const amount = line.unitPrice ?? lineAmountOf(t, line);
  return {
    id: `${recordId(t)}/${line.id}`,
    kind: line.itemId === null ? "account" : "item",
    description: filled(line.description),
    quantity: roundDecimal(line.quantity ?? ("1" as DecimalString), 4),
    unitAmount: { amount: roundDecimal(amount, 4), currency: t.currency },
    accountId: `Account:${line.accountId}`,
    itemId: line.itemId === null ? undefined : `Item:${line.itemId}`,
    net: sent(line.net, t.currency),
    dimensions: expectedDimensions(view, line.dimensions),
  };
}

/** Allocations of a payment or credit that counts, as they are held with it. */
export function allocationsFrom(view: BooksView, from: SimTransaction): Plain[] {
  if (from.state !== "approved") return [];
  return from.allocations.flatMap((allocation) => {
    const target = isPayment(from) ? settledBy(view, from) : view.transactions.get(allocation.toId);
    if (!target) return [];
    return [
      {
        fromKind: isPayment(from) ? "payment" : "document",
        fromId: recordId(from),
        toId: recordId(target),
        amount: sent(allocation.amount, from.currency),
        // A payment has one date; an allocation of a credit has its own.
        date: isPayment(from) ? from.date : allocation.date,
      },
    ];
  });
}

/** Every allocation from or to a record, by date, source, target. */
export function allocationsAround(view: BooksView, t: SimTransaction): Plain[] {
  const sources = new Set(view.appliedTo(t.id).map(({ from }) => from));
  const incoming = [...sources].flatMap((from) => allocationsFrom(view, from).filter((a) => a.toId === recordId(t)));
  const key = (a: Plain) => `${a.date} ${a.fromId} ${a.toId}`;
  return [...allocationsFrom(view, t), ...incoming].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
