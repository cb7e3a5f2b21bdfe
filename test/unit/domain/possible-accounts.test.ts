import fc from "fast-check";
import { expect, test } from "vitest";
import { documentMayPostTo, paymentMayPostTo } from "#main/domain/postings/possible-accounts.ts";
import { postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { documentPostings, type PostedDocument, type PostedPayment, paymentPostings } from "#main/domain/postings/reconstruct-postings.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { documentTypes } from "#shared/model/books/document.ts";

const CHART = [
  { id: "ar", role: "receivable" },
  { id: "ap", role: "payable" },
  { id: "ap-eur", role: "payable", currency: "EUR" },
  { id: "gst", role: "tax" },
  { id: "fx", role: "exchange_difference" },
  { id: "round", role: "rounding" },
  { id: "bank", role: "bank" },
  { id: "rent" },
] as const;
const accounts = postingAccounts(CHART, "USD");
const accountOf = (id: string) => CHART.find((account) => account.id === id) ?? { id };

const cents = fc.integer({ min: 0, max: 500 }).map((sum) => decimal(`${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, "0")}`));
const document: fc.Arbitrary<PostedDocument> = fc
  .record({
    type: fc.constantFrom(...documentTypes),
    currency: fc.constantFrom("USD", "EUR"),
    total: cents,
    tax: cents,
    net: cents,
    named: fc.constantFrom(undefined, "bank", "ap"),
    isUnapplied: fc.boolean(),
  })
  .map(({ type, currency, total, tax, net, named, isUnapplied }) => {
    const money = (amount: typeof total) => ({ amount, currency });
    const stated = { basis: "exclusive" as const, components: [], amount: money(tax) };
    return {
      id: "Invoice:1",
      type,
      status: "open",
      currency,
      exchangeRate: decimal("1.1"),
      total: money(total),
      totalBase: { amount: total, currency: "USD" },
      tax: stated,
      lines: isUnapplied ? [] : [{ id: "1", accountId: "rent", net: money(net), tax: stated }],
      ...(named === undefined ? {} : { totalAccountId: named }),
      ...(isUnapplied && type !== "journal" ? { unappliedKind: "overpayment" as const } : {}),
    };
  });

test("whatever a document posts to, it may post to", () => {
  fc.assert(
    fc.property(document, (one) => {
      for (const { accountId } of documentPostings(one, accounts).postings)
        if (accountId !== null) expect([accountId, documentMayPostTo(one, accountOf(accountId), accounts)]).toEqual([accountId, true]);
    }),
    { numRuns: 2_000 },
  );
});

test("whatever a payment posts to, it may post to", () => {
  const payment = fc.record({
    direction: fc.constantFrom("received" as const, "made" as const),
    currency: fc.constantFrom("USD", "EUR"),
    amount: cents,
    applied: cents,
    named: fc.constantFrom(undefined, "bank"),
    target: fc.option(document, { nil: undefined }),
  });
  fc.assert(
    fc.property(payment, ({ direction, currency, amount, applied, named, target }) => {
      const one: PostedPayment = {
        id: "Payment:1",
        direction,
        status: "posted",
        currency,
        exchangeRate: decimal("1.2"),
        amount: { amount, currency },
        allocations: [{ fromKind: "payment", fromId: "Payment:1", toId: "Invoice:1", amount: { amount: applied, currency } }],
        ...(named === undefined ? {} : { accountId: named }),
      };
      // A remainder of a payment in base currency is an error in its amounts, and is posted to exchange differences.
      for (const { accountId } of paymentPostings(one, () => target, accounts).postings)
        if (accountId !== null && accountId !== "fx")
          expect([accountId, paymentMayPostTo(one, accountOf(accountId), () => target, accounts)]).toEqual([accountId, true]);
    }),
    { numRuns: 2_000 },
  );
});

test("a payment may be on the control account of its side and of what it settled, and on no other", () => {
  const refund: PostedPayment = {
    id: "Payment:1",
    direction: "received",
    status: "posted",
    currency: "EUR",
    amount: { amount: decimal("10"), currency: "EUR" },
    allocations: [],
  };
  const may = (one: PostedPayment, id: string) => paymentMayPostTo(one, accountOf(id), () => undefined, accounts);
  expect(["ar", "ap", "ap-eur", "bank", "fx", "gst", "rent"].filter((id) => may(refund, id))).toEqual(["ar", "bank", "fx"]);
  const made = { ...refund, direction: "made" as const, accountId: "bank" };
  expect(["ar", "ap", "ap-eur", "bank", "fx", "gst", "rent"].filter((id) => may(made, id))).toEqual(["ap-eur", "bank", "fx"]);
});
