import { expect } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { createDocument } from "#simulator/books/events.ts";
import type { SimAccount, SimTransaction, TransactionKind } from "#simulator/books/types.ts";
import { judgeWrites } from "#simulator/ledger-a/writing/write-log.ts";
import type { WriteLabA } from "./write-lab-a.ts";

export const nzd = (amount: string) => ({ amount, currency: "NZD" });

export function vendor({ books }: WriteLabA) {
  return `Contact:${books.parties.find((p) => (p.role === "vendor" || p.role === "both") && p.active && p.currency === "NZD")?.id}`;
}

export function customer({ books }: WriteLabA) {
  return `Contact:${books.parties.find((p) => (p.role === "customer" || p.role === "both") && p.active && p.currency === "NZD")?.id}`;
}

export function account({ books }: WriteLabA, kind: SimAccount["kind"]) {
  return `Account:${books.accounts.find((a) => a.kind === kind && a.active)?.id}`;
}

export function draft(lab: WriteLabA, type: string, changes: Record<string, unknown> = {}) {
  const isSale = type.includes("sale");
  const line = { kind: "account", accountId: account(lab, isSale ? "revenue" : "expense"), description: "Paper", net: nzd("120.50") };
  const cash = type.startsWith("cash");
  return {
    type,
    party: { id: isSale ? customer(lab) : vendor(lab) },
    issueDate: "2026-11-18",
    ...(type === "sales_invoice" || type === "purchase_bill" ? { dueDate: "2026-12-18" } : {}),
    currency: "NZD",
    reference: "PO 77",
    ...(cash ? { totalAccountId: account(lab, "bank") } : {}),
    lines: [
      { ...line, tax: { components: [{ code: isSale ? "OUTPUT2" : "INPUT2" }] } },
      { ...line, quantity: "3", unitAmount: nzd("9.99"), net: nzd("29.97"), description: 'Pens, "blue"' },
    ],
    ...changes,
  };
}

export const journal = (lab: WriteLabA) => ({
  type: "journal",
  issueDate: "2026-11-18",
  currency: "NZD",
  memo: "Accrue rent",
  lines: [
    { kind: "account", accountId: account(lab, "expense"), net: nzd("1500.00"), description: "Rent" },
    { kind: "account", accountId: account(lab, "current_liability"), net: nzd("-1500.00") },
  ],
});

export const TYPES = [
  "sales_invoice",
  "purchase_bill",
  "sales_credit",
  "purchase_credit",
  "cash_sale",
  "cash_purchase",
  "journal",
] as const;

export function made(lab: WriteLabA, document: unknown): string {
  const [result] = lab.write([{ kind: "create_document", document }]);
  if (result?.outcome !== "accepted") throw new Error(JSON.stringify(result));
  return `${result.entityType}:${result.ledgerId}`;
}

export const documentOf = (lab: WriteLabA, type: (typeof TYPES)[number]) => (type === "journal" ? journal(lab) : draft(lab, type));
export const linesOf = (lab: WriteLabA, id: string) =>
  lab.mirrored(id).lines as { id: string; net: { amount: string }; description?: string }[];
export const simOf = (lab: WriteLabA, id: string) => lab.books.transactions.find((t) => id.endsWith(t.id)) as SimTransaction;

export function clean(lab: WriteLabA) {
  expect(lab.unlikeBooks()).toEqual([]);
  expect(judgeWrites(lab.ledger.writeLog)).toEqual([]);
}

/** New documents of one party in the books, mirrored: 100.00, 101.00 and so on, without tax. */
export function given(lab: WriteLabA, kind: TransactionKind, count: number): SimTransaction[] {
  const isSale = ["sales_invoice", "sales_credit", "receipt_overpayment"].includes(kind);
  const partyId = (isSale ? customer(lab) : vendor(lab)).slice("Contact:".length);
  const hasLines = kind.endsWith("invoice") || kind.endsWith("bill") || kind.endsWith("credit");
  const accountId = account(lab, isSale ? "revenue" : "expense").slice("Account:".length);
  const documents = Array.from({ length: count }, (_, at) => {
    const amount = decimal(`${100 + at}.00`);
    const shared = { kind, partyId, date: calendarDate("2026-11-10"), currency: "NZD", number: hasLines ? `G-${kind}-${at}` : null };
    return createDocument(
      lab.books,
      { ...shared, ...(hasLines ? { lines: [{ accountId, amount }] } : { lines: [], total: amount }) },
      lab.nowMs,
    );
  });
  lab.sync();
  return documents;
}
