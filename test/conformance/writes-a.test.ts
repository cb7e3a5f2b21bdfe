import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, multiplyDecimals, roundDecimal } from "#shared/kernel/decimal.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { outstandingOf } from "#simulator/books/postings.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { effectsOf } from "#simulator/ledger-a/writing/write-log.ts";
import { account, clean, documentOf, draft, given, journal, linesOf, made, nzd, simOf, TYPES } from "#test/support/drafts-a.ts";
import { createWriteLabA, type WriteLabA } from "#test/support/write-lab-a.ts";

describe("ledger a, every operation round-trips", () => {
  test.each(TYPES)("a %s is made, changed line by line, and taken back", (type) => {
    const lab = createWriteLabA();
    const id = made(lab, documentOf(lab, type));
    const first = linesOf(lab, id);
    expect(first.map((line) => line.net.amount)).toEqual(type === "journal" ? ["1500.00", "-1500.00"] : ["120.50", "29.97"]);
    clean(lab);

    const changes =
      type === "journal"
        ? {
            memo: "Accrue rent, corrected",
            lines: journal(lab).lines.map((line, at) => ({ ...line, id: first[at]?.id, net: nzd(at === 0 ? "1600.00" : "-1600.00") })),
          }
        : {
            reference: "PO 78",
            lines: [
              { ...draft(lab, type).lines[1], id: first[1]?.id, quantity: "4", net: nzd("39.96") },
              { kind: "account", accountId: account(lab, "other_expense"), net: nzd("5.00"), description: "Freight" },
            ],
          };
    expect(lab.write([{ kind: "update_document", id, changes }])).toMatchObject([{ outcome: "accepted" }]);
    const after = linesOf(lab, id);
    expect(after.map((line) => line.net.amount)).toEqual(type === "journal" ? ["1600.00", "-1600.00"] : ["39.96", "5.00"]);
    if (type !== "journal") expect(after[0]?.id).toBe(first[1]?.id);
    clean(lab);

    expect(lab.write([{ kind: "void", id }])).toMatchObject([{ outcome: "accepted" }]);
    expect(lab.mirrored(id).status).toBe(type.startsWith("cash") ? "deleted" : "voided");
    clean(lab);
  });

  test("a draft's due date and a line's tracking and quantity are emptied", () => {
    const lab = createWriteLabA();
    const id = made(lab, { ...documentOf(lab, "purchase_bill"), status: "draft" });
    const [first, ...others] = lab.mirrored(id).lines as DocumentLine[];
    if (first === undefined) throw new Error("no line");
    const kept = ({ id: line, kind, net, itemId }: DocumentLine) => ({ id: line, kind, net, itemId });
    const clearedDimensions = first.dimensions.map(({ dimensionId }) => dimensionId);
    const lines = [{ ...kept(first), cleared: ["quantity", "unitAmount"], clearedDimensions }, ...others.map(kept)];
    expect(lab.mirrored(id).dueDate).toBeDefined();
    expect(lab.write([{ kind: "update_document", id, changes: { cleared: ["dueDate"], lines } as never }])).toMatchObject([
      { outcome: "accepted" },
    ]);
    expect(lab.mirrored(id).dueDate).toBeUndefined();
    expect(linesOf(lab, id)[0]).toMatchObject({ id: first.id, net: first.net, quantity: "1.0000", dimensions: [] });
    clean(lab);
  });

  test.each(["sales_invoice", "purchase_bill", "sales_credit", "journal"] as const)(
    "a draft %s is approved, another is deleted",
    (type) => {
      const lab = createWriteLabA();
      const [kept, gone] = [
        made(lab, { ...documentOf(lab, type), status: "draft" }),
        made(lab, { ...documentOf(lab, type), status: "draft" }),
      ];
      expect(lab.mirrored(kept).status).toBe("draft");
      lab.write([{ kind: "update_document", id: kept, changes: { issueDate: "2026-11-19" } }]);
      expect(lab.mirrored(kept)).toMatchObject({ status: "draft", issueDate: "2026-11-19" });
      lab.write([{ kind: "update_document", id: kept, changes: { status: "open" } }]);
      expect(lab.mirrored(kept).status).toBe(type === "journal" ? "paid" : "open");
      lab.write([{ kind: "delete", id: gone }]);
      expect(lab.mirrored(gone).status).toBe("deleted");
      clean(lab);
    },
  );

  test.each([
    ["exclusive", { basis: "exclusive", components: [{ code: "INPUT2" }] }, "132.25", "17.25"],
    ["inclusive", { basis: "inclusive", components: [{ code: "INPUT2" }], amount: nzd("17.25") }, "132.25", "17.25"],
    ["none", { basis: "none" }, "115.00", "0.00"],
  ])("tax %s comes out as it was meant", (basis, tax, total, amount) => {
    const lab = createWriteLabA();
    const line = { kind: "account", accountId: account(lab, "expense"), net: nzd("115.00"), tax };
    const id = made(lab, draft(lab, "purchase_bill", { tax: { basis }, lines: [line] }));
    expect(lab.mirrored(id)).toMatchObject({ total: nzd(total), tax: { basis, amount: nzd(amount) } });
    expect(linesOf(lab, id)[0]?.net.amount).toBe("115.00");
    clean(lab);
  });

  test("an item, tracking and a foreign currency with its rate arrive", () => {
    const lab = createWriteLabA();
    const item = lab.books.items.find((candidate) => candidate.active);
    const dimension = lab.books.dimensions[0];
    const option = dimension?.values.find((candidate) => candidate.active);
    const foreign = lab.books.parties.find((p) => p.currency === "USD" && p.active && p.role !== "vendor");
    const usd = (amount: string) => ({ amount, currency: "USD" });
    const id = made(lab, {
      ...draft(lab, "sales_invoice"),
      party: { id: `Contact:${foreign?.id}` },
      currency: "USD",
      exchangeRate: "1.650000",
      lines: [
        {
          kind: "item",
          itemId: `Item:${item?.id}`,
          quantity: "2",
          unitAmount: usd("33.3350"),
          net: usd("66.67"),
          dimensions: [{ dimensionId: `TrackingCategory:${dimension?.id}`, valueId: option?.id }],
        },
      ],
    });
    expect(lab.mirrored(id)).toMatchObject({
      exchangeRate: "1.650000",
      lines: [{ kind: "item", itemId: `Item:${item?.id}`, unitAmount: usd("33.3350"), dimensions: [{ valueId: option?.id }] }],
    });
    clean(lab);
  });
});

describe("ledger a, any document", () => {
  const cents = fc
    .integer({ min: 1, max: 99_999_999 })
    .map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`);
  const quantity = fc.integer({ min: 1, max: 99_999 }).map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`);
  const words = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.trim());
  const anyLine = fc.record({
    net: cents,
    price: fc.option(fc.tuple(quantity, cents)),
    description: words,
    tax: fc.boolean(),
    which: fc.nat(),
  });
  const anyDocument = fc.record({
    type: fc.constantFrom(...TYPES.filter((type) => type !== "journal")),
    basis: fc.constantFrom("exclusive" as const, "none" as const, "inclusive" as const),
    reference: words,
    lines: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
  });

  test("what was meant is what the ledger holds, digit for digit, and what the mirror shows", () => {
    const lab = createWriteLabA();
    const accounts = lab.books.accounts.filter(({ kind, active }) => active && (kind === "expense" || kind === "revenue"));
    fc.assert(
      fc.property(anyDocument, ({ type, basis, reference, lines }) => {
        const code = type.includes("sale") ? "OUTPUT2" : "INPUT2";
        const meant = lines.map(({ net, price, description, tax, which }) => {
          const product = price === null ? null : roundDecimal(multiplyDecimals(decimal(price[0]), decimal(price[1])), 2);
          const taxed = tax && basis !== "none";
          const amount = basis === "inclusive" ? nzd(taxed ? "0.01" : "0.00") : undefined;
          return {
            kind: "account",
            accountId: `Account:${accounts[which % accounts.length]?.id}`,
            ...(description === "" ? {} : { description }),
            // With tax included, the price includes it too.
            ...(price === null || basis === "inclusive" ? {} : { quantity: price[0], unitAmount: nzd(price[1]) }),
            net: nzd(basis === "inclusive" ? net : (product ?? net)),
            tax: { ...(taxed ? { components: [{ code }] } : {}), ...(amount === undefined ? {} : { amount }) },
          };
        });
        if (meant.some(({ net }) => /^0+\.0+$/.test(net.amount))) return;
        const id = made(
          lab,
          draft(lab, type, { tax: { basis }, lines: meant, ...(reference === "" ? { reference: undefined } : { reference }) }),
        );
        const shown = lab.mirrored(id) as { reference?: string; lines: Record<string, unknown>[] };
        expect(shown.reference?.replace(/ ?tieout-job\d+-0-0$/, "")).toBe(reference);
        const kept = ({ net, description, accountId }: Record<string, unknown>) => ({ net, description, accountId });
        expect(shown.lines.map(kept)).toEqual(meant.map(kept));
      }),
      { numRuns: 60 },
    );
    clean(lab);
  });
});

describe("ledger a, money over several documents", () => {
  const pay = (lab: WriteLabA, kind: "sales_invoice" | "purchase_bill", bills: readonly SimTransaction[], amounts: readonly string[]) => ({
    kind: "create_payment",
    payment: {
      direction: kind === "sales_invoice" ? "received" : "made",
      party: { id: `Contact:${bills[0]?.partyId}` },
      date: "2026-11-20",
      currency: "NZD",
      accountId: account(lab, "bank"),
      reference: "BACS 18",
      allocations: bills.map((bill, at) => ({ toId: `Invoice:${bill.id}`, amount: nzd(amounts[at] as string) })),
    },
  });

  test.each(["sales_invoice", "purchase_bill"] as const)("one payment settles several %ss, each with a record of its own", (kind) => {
    const lab = createWriteLabA();
    const bills = given(lab, kind, 3);
    const results = lab.write(
      [
        pay(
          lab,
          kind,
          bills,
          bills.map((bill) => outstandingOf(lab.books, bill)),
        ),
      ],
      "pay",
    );
    expect(results.map(({ outcome, part }) => [outcome, part])).toEqual(bills.map((_, part) => ["accepted", part]));
    for (const [part, bill] of bills.entries()) {
      expect(lab.mirrored(`Invoice:${bill.id}`)).toMatchObject({ status: "paid", outstanding: nzd("0.00") });
      expect(effectsOf(lab.books, `tieout-pay-0-${part}`)).toHaveLength(1);
    }
    clean(lab);
    const [paid] = results;
    lab.write([{ kind: "void", id: `Payment:${paid?.outcome === "accepted" ? paid.ledgerId : ""}` }]);
    expect(lab.mirrored(`Invoice:${bills[0]?.id}`).status).not.toBe("paid");
    clean(lab);
  });

  test("a payment that somebody changed after it was seen is not deleted", () => {
    const lab = createWriteLabA();
    const [bill] = given(lab, "purchase_bill", 1);
    if (bill === undefined) throw new Error("the books have no open bill");
    const [paid] = lab.write([pay(lab, "purchase_bill", [bill], [outstandingOf(lab.books, bill)])]);
    const id = paid?.outcome === "accepted" ? paid.ledgerId : "";
    editTransaction(lab.books, id, { date: calendarDate("2026-11-19") }, lab.nowMs);
    expect(lab.prepare([{ kind: "delete", id: `Payment:${id}` }])).toMatchObject({
      ok: false,
      failure: { code: "conflict", message: expect.stringContaining("The date was 20 Nov 2026 and is now 19 Nov 2026") },
    });
  });

  test("one refused allocation of several is told apart from those that went through", () => {
    const lab = createWriteLabA();
    const bills = given(lab, "purchase_bill", 3);
    const amounts = bills.map((bill, at) => (at === 1 ? "999999.00" : outstandingOf(lab.books, bill)));
    const results = lab.write([pay(lab, "purchase_bill", bills, amounts)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["accepted", "rejected", "accepted"]);
    expect(results[1]).toMatchObject({ message: expect.stringContaining("exceeds"), ledgerError: { status: 200 } });
    expect(results[1]?.outcome === "rejected" && results[1].ledgerError?.request).toContain('"Amount":999999.00');
    clean(lab);
  });

  test.each([
    ["sales_credit", "CreditNote", "sales_invoice"],
    ["purchase_credit", "CreditNote", "purchase_bill"],
    ["receipt_overpayment", "Overpayment", "sales_invoice"],
    ["spend_prepayment", "Prepayment", "purchase_bill"],
  ] as const)("a %s is applied, and what is left stays", (kind, entityType, targetKind) => {
    const lab = createWriteLabA();
    const [from] = given(lab, kind, 1) as [SimTransaction];
    const [to] = given(lab, targetKind, 1) as [SimTransaction];
    const left = outstandingOf(lab.books, from);
    const amount = { amount: "1.10", currency: from.currency };
    const results = lab.write([
      {
        kind: "apply_credit",
        fromId: `${entityType}:${from.id}`,
        date: "2026-11-19",
        allocations: [
          { toId: `Invoice:${to.id}`, amount },
          { toId: `Invoice:${to.id}`, amount },
        ],
      },
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted"]);
    expect([left, outstandingOf(lab.books, from), outstandingOf(lab.books, to)]).toEqual(["100.00", "97.80", "97.80"]);
    expect(lab.mirrored(`Invoice:${to.id}`).outstanding).toEqual(nzd("97.80"));
    expect(simOf(lab, from.id).allocations.slice(-2)).toMatchObject([
      { toId: to.id, amount: "1.10", date: "2026-11-19" },
      { toId: to.id, amount: "1.10" },
    ]);
    clean(lab);
  });
});
