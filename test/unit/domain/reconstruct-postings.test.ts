import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PostingAccounts, postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { figureGaps } from "#main/domain/postings/posting-gaps.ts";
import {
  documentPostings,
  type PostedDocument,
  type PostedPayment,
  paymentPostings,
  type Reconstruction,
  type SettledDocument,
} from "#main/domain/postings/reconstruct-postings.ts";
import {
  absoluteDecimal,
  canonicalDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  fromTenThousandths,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { documentStatuses, documentTypes } from "#shared/model/books/document.ts";

const CHART = [
  { id: "ar", role: "receivable" },
  { id: "ap", role: "payable" },
  { id: "gst", role: "tax" },
  { id: "fx", role: "exchange_difference" },
  { id: "round", role: "rounding" },
] as const;
const accounts = postingAccounts(CHART, "USD");
const bare = postingAccounts([], "USD");

const cents = (units: number) => fromTenThousandths(units * 100, 2);
const money = (amount: string, currency = "USD") => ({ amount: decimal(amount), currency });
const tax = (amount?: string, currency = "USD"): PostedDocument["tax"] => ({
  basis: "exclusive",
  components: [],
  ...(amount === undefined ? {} : { amount: money(amount, currency) }),
});
const sumOf = ({ postings }: Reconstruction) => canonicalDecimal(sumDecimals(postings.map(({ amount }) => amount)));
const shown = ({ postings }: Reconstruction) => postings.map(({ accountId, amount }) => `${accountId} ${canonicalDecimal(amount)}`);

function invoice(over: Partial<PostedDocument> = {}): PostedDocument {
  const lines = [
    { id: "1", accountId: "sales", net: money("60.00"), tax: tax() },
    { id: "2", accountId: "freight", net: money("40.00"), tax: tax() },
  ];
  return {
    id: "Invoice:1",
    type: "sales_invoice",
    status: "open",
    currency: "USD",
    total: money("115.00"),
    tax: tax("15.00"),
    lines,
    ...over,
  };
}

function foreign(over: Partial<PostedDocument> = {}): PostedDocument {
  const euro = { currency: "EUR", exchangeRate: decimal("1.23456"), total: money("115.00", "EUR"), totalBase: money("141.97") };
  const lines = invoice().lines.map((line) => ({ ...line, net: { ...line.net, currency: "EUR" } }));
  return invoice({ ...euro, tax: tax("15.00", "EUR"), lines, ...over });
}

function payment(over: Partial<PostedPayment> = {}): PostedPayment {
  const allocations = [{ fromKind: "payment", fromId: "Payment:1", toId: "Invoice:1", amount: money("115.00") }] as const;
  return {
    id: "Payment:1",
    direction: "received",
    status: "posted",
    currency: "USD",
    amount: money("115.00"),
    accountId: "bank",
    allocations: [...allocations],
    ...over,
  };
}

const settles = (document?: SettledDocument) => () => document;
const euroPayment = (amount: string, over: Partial<PostedPayment> = {}) =>
  payment({
    currency: "EUR",
    exchangeRate: decimal("1.3"),
    amount: money(amount, "EUR"),
    allocations: [{ fromKind: "payment", fromId: "Payment:1", toId: "Invoice:1", amount: money(amount, "EUR") }],
    ...over,
  });

describe("a document's postings", () => {
  test("an invoice debits the control account, credits its lines and the tax account", () => {
    expect(shown(documentPostings(invoice(), accounts))).toEqual(["ar 115", "sales -60", "freight -40", "gst -15"]);
    expect(shown(documentPostings(invoice({ type: "purchase_bill", totalAccountId: "ap2" }), accounts))).toEqual([
      "ap2 -115",
      "sales 60",
      "freight 40",
      "gst 15",
    ]);
  });

  test("cash goes to the account that the record names, and to none where it names none", () => {
    const cash = documentPostings(invoice({ type: "cash_sale", totalAccountId: "bank" }), accounts);
    expect([shown(cash)[0], cash.gaps]).toEqual(["bank 115", []]);
    const unnamed = documentPostings(invoice({ type: "cash_purchase" }), accounts);
    expect([shown(unnamed)[0], unnamed.gaps]).toEqual(["null -115", ["total_account"]]);
  });

  test("an overpayment stands on the control account; its bank is not known", () => {
    const over = documentPostings(invoice({ type: "sales_credit", unappliedKind: "overpayment", lines: [], tax: tax() }), accounts);
    expect(shown(over)).toEqual(["ar -115", "null 115"]);
    expect(over.gaps).toEqual(["total_account"]);
  });

  test.each(["draft", "awaiting_approval", "voided", "deleted"] as const)("%s posts nothing", (status) =>
    expect(documentPostings(invoice({ status }), accounts)).toEqual({ postings: [], gaps: [] }),
  );

  test("rule 2: a foreign document is valued by the ledger's own base total, its lines at the ledger's rate, the rest is rounding", () => {
    const made = documentPostings(foreign(), accounts);
    expect(shown(made)).toEqual(["ar 141.97", "sales -74.07", "freight -49.38", "gst -18.52"]);
    const off = documentPostings(foreign({ totalBase: money("141.98") }), accounts);
    expect(shown(off).at(-1)).toBe("round -0.01");
    expect(documentPostings(foreign({ totalBase: money("141.98") }), bare).gaps).toContain("rounding_account");
  });

  test("rule 2: without the ledger's base amount nothing is made up", () => {
    const { totalBase: _, ...unvalued } = foreign();
    expect(documentPostings(unvalued, accounts)).toEqual({ postings: [], gaps: ["document_base"] });
    const { exchangeRate: __, ...unrated } = foreign();
    const made = documentPostings(unrated, accounts);
    expect([shown(made), made.gaps]).toEqual([["ar 141.97", "null -141.97"], ["lines_base"]]);
  });

  test("lines that do not add up leave the rest without account, however the ledger marks rounding", () => {
    const made = documentPostings(invoice({ total: money("120.00") }), accounts);
    expect([shown(made).at(-1), made.gaps]).toEqual(["null -5", ["unexplained"]]);
  });

  test("a journal posts its lines as they are, and the tax that they state", () => {
    const lines = [
      { id: "1", accountId: "rent", net: money("100.00"), tax: tax("15.00") },
      { id: "2", accountId: "accrued", net: money("-115.00"), tax: tax() },
    ];
    expect(shown(documentPostings(invoice({ type: "journal", lines, total: money("100.00") }), accounts))).toEqual([
      "rent 100",
      "accrued -115",
      "gst 15",
    ]);
  });

  test("two accounts of a role: the one of the document's currency, else none; an account is never guessed", () => {
    const two = [
      { id: "ar-usd", role: "receivable", currency: "USD" },
      { id: "ar-eur", role: "receivable", currency: "EUR" },
    ] as const;
    const of = (currency: string) => postingAccounts(two, "USD").control("receivable", currency);
    expect([of("USD"), of("EUR"), of("GBP")]).toEqual(["ar-usd", "ar-eur", null]);
  });
});

describe("a payment's postings", () => {
  test("it debits the bank and clears the control account of what it settled", () => {
    expect(shown(paymentPostings(payment(), settles(invoice()), accounts))).toEqual(["bank 115", "ar -115"]);
    expect(
      shown(paymentPostings(payment({ direction: "made" }), settles(invoice({ type: "purchase_bill", totalAccountId: "ap2" })), accounts)),
    ).toEqual(["bank -115", "ap2 115"]);
  });

  test("a credit that is paid back clears the side that the credit is on", () => {
    const refund = paymentPostings(payment({ direction: "made" }), settles(invoice({ type: "sales_credit" })), accounts);
    expect(shown(refund)).toEqual(["bank -115", "ar 115"]);
  });

  test("what was not applied stands on the control account of its direction", () => {
    const made = paymentPostings(payment({ amount: money("150.00") }), settles(invoice()), accounts);
    expect(shown(made)).toEqual(["bank 150", "ar -115", "ar -35"]);
  });

  test("a foreign payment clears the document's own base amount; what the rates differ by is a currency difference", () => {
    const whole = paymentPostings(euroPayment("115.00"), settles(foreign()), accounts);
    expect(shown(whole)).toEqual(["bank 149.5", "ar -141.97", "fx -7.53"]);
    const part = paymentPostings(euroPayment("50.00"), settles(foreign()), accounts);
    expect(shown(part)).toEqual(["bank 65", "ar -61.73", "fx -3.27"]);
    expect(whole.gaps).toEqual(["payment_rate"]);
    expect(paymentPostings(euroPayment("115.00"), settles(foreign()), bare).gaps).toContain("exchange_account");
  });

  test("rule 2: a foreign payment of a document that the ledger does not value posts nothing", () => {
    const { totalBase: _, ...unvalued } = foreign();
    expect(paymentPostings(euroPayment("115.00"), settles(unvalued), accounts)).toEqual({ postings: [], gaps: ["payment_base"] });
    const { exchangeRate: __, ...unrated } = euroPayment("115.00");
    expect(paymentPostings(unrated, settles(foreign()), accounts).gaps).toEqual(["payment_base"]);
  });

  test.each(["voided", "deleted"] as const)("%s posts nothing", (status) =>
    expect(paymentPostings(payment({ status }), settles(invoice()), accounts)).toEqual({ postings: [], gaps: [] }),
  );
});

const amount = fc.integer({ min: -9_000_00, max: 9_000_000_00 }).map(cents);
const accountId = fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined });
const present = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

const anyDocument: fc.Arbitrary<PostedDocument> = fc
  .record({
    type: fc.constantFrom(...documentTypes),
    status: fc.constantFrom(...documentStatuses),
    currency: fc.constantFrom("USD", "EUR"),
    exchangeRate: fc.option(
      fc.integer({ min: 1, max: 99_999 }).map((units) => fromTenThousandths(units, 4)),
      { nil: undefined },
    ),
    total: amount,
    totalBase: fc.option(amount, { nil: undefined }),
    tax: fc.option(amount, { nil: undefined }),
    unappliedKind: fc.constantFrom(undefined, undefined, "overpayment" as const, "deposit" as const),
    totalAccountId: accountId,
    lines: fc.array(fc.record({ accountId, net: amount, tax: fc.option(amount, { nil: undefined }) }), { maxLength: 5 }),
  })
  .map(({ currency, total, totalBase, lines, tax: sent, ...rest }) =>
    present({
      ...rest,
      id: "Document:1",
      currency,
      total: money(total, currency),
      totalBase: totalBase === undefined ? undefined : money(totalBase),
      tax: tax(sent, currency),
      lines: lines.map((line, at) =>
        present({ id: `#${at}`, accountId: line.accountId, net: money(line.net, currency), tax: tax(line.tax, currency) }),
      ),
    } as unknown as PostedDocument),
  );

const anyPayment = fc
  .record({
    direction: fc.constantFrom("received" as const, "made" as const),
    currency: fc.constantFrom("USD", "EUR"),
    exchangeRate: fc.option(
      fc.integer({ min: 1, max: 99_999 }).map((units) => fromTenThousandths(units, 4)),
      { nil: undefined },
    ),
    amount,
    accountId,
    parts: fc.array(fc.record({ amount, target: fc.option(anyDocument, { nil: undefined }) }), { maxLength: 4 }),
  })
  .map(({ parts, amount: paid, currency, ...rest }) => ({
    value: present({
      ...payment(),
      ...rest,
      currency,
      amount: money(paid, currency),
      allocations: parts.map((part, at) => ({
        fromKind: "payment" as const,
        fromId: "Payment:1",
        toId: String(at),
        amount: money(part.amount, currency),
      })),
    } as unknown as PostedPayment),
    settledBy: (id: string) => parts[Number(id)]?.target,
  }));

const anyAccounts: fc.Arbitrary<PostingAccounts> = fc.subarray([...CHART]).map((chart) => postingAccounts(chart, "USD"));

describe("whatever the record", () => {
  test("the postings of every document sum to zero, what has no account included", () => {
    fc.assert(
      fc.property(anyDocument, anyAccounts, (document, chart) => {
        const made = documentPostings(document, chart);
        // Overpayments, prepayments and journals alike.
        expect(sumOf(made)).toBe("0");
        if (made.postings.some((posting) => posting.accountId === null)) expect(made.gaps.length).toBeGreaterThan(0);
      }),
      { numRuns: 600 },
    );
  });

  test("the postings of every payment sum to zero, and each amount without account is named", () => {
    fc.assert(
      fc.property(anyPayment, anyAccounts, ({ value, settledBy }, chart) => {
        const made = paymentPostings(value, settledBy, chart);
        expect(sumOf(made)).toBe("0");
        if (made.postings.some((posting) => posting.accountId === null)) expect(made.gaps.length).toBeGreaterThan(0);
      }),
      { numRuns: 600 },
    );
  });

  test("rule 2: nothing foreign is posted that the ledger did not value, and the control account has the ledger's own amount", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const made = documentPostings({ ...document, status: "open" }, accounts);
        if (document.currency === "EUR" && document.totalBase === undefined) expect(made.postings).toEqual([]);
        else if (document.type !== "journal" && document.unappliedKind === undefined) {
          const total: DecimalString = document.currency === "USD" ? document.total.amount : (document.totalBase?.amount ?? decimal("0"));
          const first = made.postings[0]?.amount ?? decimal("0");
          expect(
            compareDecimals(absoluteDecimal(total), decimal("0")) === 0 ||
              compareDecimals(absoluteDecimal(first), absoluteDecimal(total)) === 0,
          ).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });
});

test("gaps come in one order, each with its code, its words and its records", () => {
  const gaps = figureGaps(
    new Map([
      ["total_account", { recordIds: ["Purchase:1", "Purchase:2"], count: 40 }],
      ["line_account", { recordIds: ["Bill:1"], count: 1 }],
    ]),
  );
  expect(gaps.map(({ code, count, recordIds }) => [code, count, recordIds])).toEqual([
    ["account_unknown", 1, ["Bill:1"]],
    ["account_unknown", 40, ["Purchase:1", "Purchase:2"]],
  ]);
  expect(gaps[0]?.message).not.toBe(gaps[1]?.message);
});
