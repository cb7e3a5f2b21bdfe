import { describe, expect, test } from "vitest";
import { account } from "#shared/model/books/account.ts";
import { type LedgerDocument, ledgerDocument } from "#shared/model/books/document.ts";
import { item } from "#shared/model/books/item.ts";
import { party } from "#shared/model/books/party.ts";
import { payment } from "#shared/model/books/payment.ts";
import { purchaseOrder } from "#shared/model/books/purchase-order.ts";
import type { Books, SimTransaction } from "#simulator/books/types.ts";
import type { OracleRecord } from "#simulator/ledger-b/oracle/plain.ts";
import { oracleB } from "#simulator/ledger-b/oracle.ts";
import { ask, at, booksB, first, type Node } from "./ledger-b-books.ts";

const books = booksB();
const oracle = oracleB(books);
const ledger = ask(books);

/** Puts in the fetch times that the oracle leaves out. */
function fetched(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fetched);
  if (typeof value !== "object" || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fetched(member)]));
  return inside.system === "ledger_b" ? { ...inside, fetchedAt: "2026-11-21T03:00:00.000Z" } : inside;
}

function document(list: readonly OracleRecord[], id: string): LedgerDocument {
  return ledgerDocument.parse(fetched(list.find((record) => record.id === id)));
}

/** Sent numeral by a path of keys, for example `TotalAmt`. */
function sent(record: Node | undefined, ...path: string[]): unknown {
  return at(record, ...path);
}

/** Books with one transaction left, changed by hand. */
function only(kind: SimTransaction["kind"], change: (transaction: SimTransaction, own: Books) => void): LedgerDocument {
  const own = booksB({ months: 3 });
  const transaction = first(own, kind, ({ currency }) => currency === "USD");
  own.transactions.splice(0, own.transactions.length, transaction);
  transaction.allocations = [];
  change(transaction, own);
  return ledgerDocument.parse(fetched(oracleB(own).documents[0]));
}

describe("the oracle of Ledger B", () => {
  test.each([
    ["documents", ledgerDocument],
    ["parties", party],
    ["accounts", account],
    ["items", item],
    ["payments", payment],
    ["orders", purchaseOrder],
  ] as const)("%s have the shapes of the model, nothing more", (list, shape) => {
    expect(oracle[list].length).toBeGreaterThan(0);
    for (const record of oracle[list]) expect(shape.parse(fetched(record))).toEqual(fetched(record));
  });

  test("shapes hold outside the United States, where lines name their tax code", () => {
    const british = booksB({ country: "GB", baseCurrency: "GBP", foreignCurrencies: ["EUR", "JPY"], months: 6 });
    const { documents } = oracleB(british);
    for (const record of documents) expect(ledgerDocument.parse(fetched(record))).toEqual(fetched(record));
    const parsed = documents.map((record) => ledgerDocument.parse(fetched(record)));
    expect(new Set(parsed.map(({ tax }) => tax.basis))).toContain("exclusive");
    const codes = new Set(parsed.flatMap(({ lines }) => lines.flatMap(({ tax }) => tax.components.map(({ code }) => code))));
    expect([...codes].every((code) => british.taxCodes.some(({ id }) => id === code))).toBe(true);
    expect(codes.size).toBeGreaterThan(1);
  });

  test("has every record that the ledger lists, and no other", () => {
    const entities = [
      "Invoice",
      "CreditMemo",
      "SalesReceipt",
      "RefundReceipt",
      "Bill",
      "VendorCredit",
      "Purchase",
      "JournalEntry",
      "Transfer",
      "Deposit",
      "CreditCardPayment",
    ];
    const listed = entities.flatMap((entity) => ledger.all(entity).map(({ Id }) => `${entity}:${Id}`));
    expect(oracle.documents.map(({ id }) => id).toSorted()).toEqual(listed.toSorted());
    const paid = ["Payment", "BillPayment"].flatMap((entity) => ledger.all(entity).map(({ Id }) => `${entity}:${Id}`));
    expect(oracle.payments.map(({ id }) => id).toSorted()).toEqual(paid.toSorted());
  });

  test("amounts are the numerals that are sent", () => {
    for (const entity of ["Invoice", "Bill", "CreditMemo", "VendorCredit"]) {
      for (const record of ledger.all(entity)) {
        const mirrored = document(oracle.documents, `${entity}:${record.Id}`);
        expect(mirrored.total.amount).toBe(sent(record, "TotalAmt"));
        expect(mirrored.totalBase?.amount).toBe(sent(record, "HomeTotalAmt"));
        if (mirrored.status !== "voided") expect(mirrored.outstanding.amount).toBe(sent(record, "Balance"));
      }
    }
    for (const record of ledger.all("Payment")) {
      const mirrored = oracle.payments.find(({ id }) => id === `Payment:${record.Id}`);
      expect(mirrored).toMatchObject({ amount: { amount: record.TotalAmt }, unapplied: { amount: record.UnappliedAmt } });
    }
  });

  test("refunds are negative throughout, but not their unit amounts", () => {
    const refund = only("cash_sale_refund", () => undefined);
    expect(refund.type).toBe("cash_sale");
    expect(refund.total.amount).toMatch(/^-/);
    expect(refund.totalBase?.amount).toBe(refund.total.amount);
    expect(refund.lines.every(({ net, unitAmount }) => net.amount.startsWith("-") && !unitAmount?.amount.startsWith("-"))).toBe(true);
    expect(refund.status).toBe("paid");
  });

  test("statuses follow rule 6 in its order", () => {
    const zero = { net: "0.00", tax: "0.00", total: "0.00", totalBase: "0.00" };
    expect(only("sales_invoice", () => undefined).status).toBe("open");
    expect(only("sales_invoice", (t) => Object.assign(t, zero)).status).toBe("voided_or_zero");
    expect(only("sales_invoice", (t) => Object.assign(t, zero, { memo: "Voided by hand" })).status).toBe("voided");
    expect(only("sales_invoice", (t) => Object.assign(t, { memo: "Voided by hand" })).status).toBe("voided");
    const voided = only("sales_invoice", (t) => Object.assign(t, { state: "voided" }));
    expect(voided).toMatchObject({ status: "voided", total: { amount: "0" }, outstanding: { amount: "0.00" } });
    expect(voided.statusIsDerived).toBe(true);
  });

  test("header dimensions are fanned down and marked; a line's own class wins", () => {
    const own = only("sales_invoice", (t, { dimensions }) => {
      const [classes, departments] = dimensions;
      const value = (index: number, at: number) => (index === 0 ? classes : departments)?.values[at]?.id ?? "";
      t.headerDimensions = { [classes?.id ?? ""]: value(0, 0), [departments?.id ?? ""]: value(1, 1) };
      t.lines.forEach((line, index) => {
        line.dimensions = index === 0 ? { [classes?.id ?? ""]: value(0, 1) } : {};
      });
      t.lines.push({ ...(t.lines[0] as SimTransaction["lines"][number]), id: "9", dimensions: {} });
    });
    expect(own.lines[0]?.dimensions).toEqual([
      { dimensionId: "Class", valueId: "5000000000000000018", fannedFromHeader: false },
      { dimensionId: "Department", valueId: "3", fannedFromHeader: true },
    ]);
    expect(own.lines.at(-1)?.dimensions[0]).toEqual({ dimensionId: "Class", valueId: "5000000000000000017", fannedFromHeader: true });
  });

  test("a discount counts against; a lone subtotal is one line without an account", () => {
    const discounted = only("sales_invoice", ({ lines }) => {
      lines.unshift({ ...(lines[0] as SimTransaction["lines"][number]), id: "9", itemId: null, net: "-5.00" as never });
    });
    expect(discounted.lines.at(-1)).toMatchObject({ kind: "account", id: expect.stringMatching(/\/9$/) });
    expect(discounted.lines.at(-1)?.net.amount).toMatch(/^-5(\.00)?$/);
    const lone = only("sales_invoice", ({ lines }) => {
      lines.splice(1);
      Object.assign(lines[0] as object, { itemId: null, quantity: null, unitPrice: null });
    });
    expect(lone.lines).toHaveLength(1);
    expect(lone.lines[0]).toMatchObject({ kind: "account", id: expect.stringMatching(/\/#1$/) });
    expect(lone.lines[0]?.accountId).toBeUndefined();
  });

  test("a credit's allocations come from the credit, and its link payment has none", () => {
    const credit = first(books, "sales_credit", ({ allocations }) => allocations.length > 0);
    const mirrored = document(oracle.documents, `CreditMemo:${credit.id}`);
    expect(mirrored.allocations.map(({ fromKind, fromId }) => `${fromKind} ${fromId}`)).toContain(`document CreditMemo:${credit.id}`);
    const target = document(oracle.documents, `Invoice:${credit.allocations[0]?.toId}`);
    expect(target.allocations).toContainEqual(mirrored.allocations[0]);
    const links = oracle.payments.filter((record) => (record.amount as { amount: string }).amount === "0" && record.status === "posted");
    expect(links.length).toBeGreaterThan(0);
    expect(links.every(({ allocations }) => (allocations as unknown[]).length === 0)).toBe(true);
  });

  test("a record deleted after it was known stays, marked; one that never was known does not appear", () => {
    const own = booksB({ months: 3 });
    const known = oracleB(own);
    const gone = first(own, "purchase_bill", ({ id }) => !own.transactions.some((t) => t.allocations.some(({ toId }) => toId === id)));
    own.transactions.splice(own.transactions.indexOf(gone), 1);
    const id = `Bill:${gone.id}`;
    expect(oracleB(own).documents.some((record) => record.id === id)).toBe(false);
    const before = document(known.documents, id);
    const after = document(oracleB(own, known).documents, id);
    expect(after).toEqual({ ...before, status: "deleted", outstanding: { amount: "0.00", currency: before.currency }, allocations: [] });
  });
});
