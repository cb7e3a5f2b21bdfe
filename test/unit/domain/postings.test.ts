import { describe, expect, it } from "vitest";
import { type AccountSum, type Chart, compareAccounts, currencyDigits } from "#main/domain/postings/account-sum.ts";
import { type Charge, cashAdjustment } from "#main/domain/postings/cash-basis.ts";
import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import { detailEnds, detailSpans, sidesOf } from "#main/domain/postings/ledger-detail.ts";
import { documentMayPostTo, paymentMayPostTo } from "#main/domain/postings/possible-accounts.ts";
import { postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { figureGaps, type GapReason, gapBrief } from "#main/domain/postings/posting-gaps.ts";
import { postsAlike } from "#main/domain/postings/posts-alike.ts";
import type { PostedDocument, PostedPayment } from "#main/domain/postings/reconstruct-postings.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";

const day = calendarDate;
const CALENDAR = { yearEnd: { month: 12, day: 31 }, periodStarts: [] };

describe("the ends of an account's ledger", () => {
  const spans = detailSpans(day("2026-03-15"), day("2028-02-10"), CALENDAR);

  it("are read in spans: what came before the year, the year so far, the days themselves and each year that ends in them", () => {
    expect(spans).toEqual({
      before: { from: null, to: "2025-12-31" },
      yearSoFar: { from: "2026-01-01", to: "2026-03-14" },
      asked: { from: "2026-03-15", to: "2028-02-10" },
      endedYears: [
        { from: "2026-01-01", to: "2026-12-31" },
        { from: "2027-01-01", to: "2027-12-31" },
      ],
    });
    expect(detailSpans(day("2026-03-15"), day("2026-12-31"), CALENDAR).endedYears).toEqual([]);
  });

  const account = (id: string, side: "asset" | "equity" | "revenue" | "expense", role?: "retained_earnings") =>
    [id, { id, name: id, type: "", class: side, ...(role === undefined ? {} : { role }) }] as const;
  const chart: Chart = new Map([
    ...[account("bank", "asset"), account("sales", "revenue"), account("rent", "expense"), account("capital", "equity")],
    account("retained", "equity", "retained_earnings"),
  ]);
  const sums = (amounts: Record<string, string>): AccountSum[] =>
    Object.entries(amounts).map(([id, net]) => ({
      ...{ accountId: id === "unknown" ? null : id, debit: decimal("0"), credit: decimal("0"), net: decimal(net) },
    }));
  /** Before the year, in it so far, in the days asked for, and in each of the two years that end. */
  const given = [
    sums({ bank: "100", sales: "-90", rent: "30", retained: "-7", unknown: "1" }),
    sums({ bank: "20", sales: "-25", rent: "5" }),
    sums({ bank: "300", sales: "-410", rent: "80", retained: "-2", unknown: "4" }),
    sums({ sales: "-200", rent: "50", elsewhere: "9" }),
    sums({ sales: "-220" }),
  ];
  const ends = (id: string | null, of = given) => {
    const { opening, closing, yearEnds } = detailEnds(id, spans, of, chart);
    return [Number(opening), Number(closing), yearEnds.map(({ date, amount }) => [date, Number(amount)])];
  };

  it("of a balance sheet account are its balances", () => {
    expect([ends("bank"), ends("capital"), ends(null)]).toEqual([
      [120, 420, []],
      [0, 0, []],
      [1, 5, []],
    ]);
    expect(ends("bank", [])).toEqual([0, 0, []]);
  });

  it("of income and expenses open with the year so far, and each later year begins at zero", () => {
    expect(ends("sales")).toEqual([
      -25,
      -15,
      [
        ["2027-01-01", 200],
        ["2028-01-01", 220],
      ],
    ]);
    expect(ends("rent")).toEqual([5, 35, [["2027-01-01", -50]]]);
  });

  it("of retained earnings take over what all income and expenses earned", () => {
    expect(ends("retained")).toEqual([
      -67,
      -439,
      [
        ["2027-01-01", -150],
        ["2028-01-01", -220],
      ],
    ]);
  });

  it("are shown as a debit or a credit", () => {
    expect([sidesOf(decimal("5")), sidesOf(decimal("-5")), sidesOf(decimal("0"))]).toEqual([
      ...[
        { debit: "5", credit: "0" },
        { debit: "0", credit: "5" },
        { debit: "0", credit: "0" },
      ],
    ]);
  });
});

describe("a running sum", () => {
  it("is exact at the largest scale, with amounts of any size", () => {
    const sumOf = (...amounts: string[]) => {
      const sum = new ExactSum();
      for (const amount of amounts) sum.add(decimal(amount));
      return sum.value();
    };
    expect([sumOf(), sumOf("1", "2"), sumOf("1.50", "-0.5"), sumOf("0.1234", "1")]).toEqual(["0", "3", "1.00", "1.1234"]);
    expect(sumOf("0.00001", "1.00", "0.00002")).toBe("1.00003");
    expect(sumOf("90071992547409.93", "0.01", "12345678901234567890.5")).toBe("12345768973227115300.44");
    const many = new Array<string>(2_500).fill("0.00001");
    expect(sumOf(...many)).toBe(sumDecimals(many.map((one) => decimal(one))));
  });
});

describe("two states of a document", () => {
  const money = (amount: string) => ({ amount: decimal(amount), currency: "USD" });
  const tax = { basis: "exclusive", amount: money("1"), components: [] };
  const document = {
    ...{ id: "1", type: "purchase_bill", status: "open", currency: "USD", exchangeRate: "1.1", total: money("11"), totalBase: money("12") },
    ...{
      tax,
      unappliedKind: "overpayment",
      totalAccountId: "ap",
      issueDate: "2026-10-01",
      number: "7",
      partyId: "p",
      entityId: "e",
      memo: "a",
    },
    lines: [{ id: "l", accountId: "rent", net: money("10"), tax, dimensions: [{ dimensionId: "d", valueId: "v" }], description: "x" }],
  } as unknown as MappedDocument;
  const alike = (change: object) => postsAlike(document, { ...document, ...change } as never);
  const ofLine = (change: object) => alike({ lines: [{ ...document.lines[0], ...change }] });

  it("post alike when only texts differ", () => {
    expect([alike({}), alike({ memo: "b", reference: "R", dueDate: "2026-11-01" }), ofLine({ description: "y" })]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    ...["id", "type", "status", "currency", "exchangeRate", "total", "totalBase", "unappliedKind", "totalAccountId", "issueDate"],
    ...["number", "partyId", "entityId"],
  ])("post otherwise when %s does", (field) => expect(alike({ [field]: "other" })).toBe(false));

  it("post otherwise when tax or a line does", () => {
    expect(alike({ tax: { ...tax, amount: money("2") } })).toBe(false);
    const changes = [{ id: "m" }, { accountId: "other" }, { net: money("9") }, { tax: { ...tax, amount: money("2") } }, { dimensions: [] }];
    expect(changes.map(ofLine)).toEqual([false, false, false, false, false]);
    expect(alike({ lines: [] })).toBe(false);
  });
});

describe("the accounts that documents don't name", () => {
  it("are the only ones of their role, or of the document's currency, and never guessed", () => {
    const chart = [
      ...[
        { id: "ar", role: "receivable" as const },
        { id: "ap", role: "payable" as const },
        { id: "ap-eur", role: "payable" as const, currency: "EUR" },
      ],
      ...[
        { id: "gst", role: "tax" as const },
        { id: "pst", role: "tax" as const },
        { id: "fx", role: "exchange_difference" as const },
      ],
      ...[{ id: "round", role: "rounding" as const }, { id: "rent" }, { id: "bank", role: "bank" as const }],
    ];
    const accounts = postingAccounts(chart, "JPY");
    expect([accounts.control("receivable", "EUR"), accounts.control("payable", "EUR"), accounts.control("payable", "USD")]).toEqual([
      "ar",
      "ap-eur",
      null,
    ]);
    expect([accounts.tax, accounts.exchangeDifference, accounts.rounding, accounts.baseCurrency]).toEqual([null, "fx", "round", "JPY"]);
    expect([...accounts.implied]).toEqual(["ar", "ap", "ap-eur", "gst", "pst", "fx", "round"]);
    const none = postingAccounts([], "USD");
    expect([none.control("payable", "USD"), none.tax, none.exchangeDifference, none.rounding, none.implied.size]).toEqual([
      null,
      null,
      null,
      null,
      0,
    ]);
  });

  it("are written with the decimals of their currency, two where it's unknown", () => {
    for (const digits of [currencyDigits, (currency: string) => postingAccounts([], currency).baseDecimals])
      expect(["USD", "JPY", "KWD", "JPY", "usd", "", "JPYX", "XJPY"].map(digits)).toEqual([2, 0, 3, 0, 2, 2, 2, 2]);
  });
});

describe("accounts of a chart", () => {
  it("are in order of class, type, code, name and id, with unknown ones at the end", () => {
    const account = (id: string, more: object = {}) => ({ ...{ id, name: "N", type: "T", class: "asset" as const }, ...more });
    const sorted = [
      ...[
        account("1", { code: "1" }),
        account("2", { code: "1", name: "O" }),
        account("3", { code: "1", name: "O" }),
        account("4", { code: "2" }),
      ],
      ...[
        account("5", { type: "U" }),
        account("6", { class: "liability", type: "A" }),
        account("7", { class: "non_posting", type: "A" }),
        null,
      ],
    ];
    expect(sorted.toReversed().sort(compareAccounts)).toEqual(sorted);
    expect([account("x"), account("y", { code: "1" })].sort(compareAccounts).map((one) => one.id)).toEqual(["x", "y"]);
    expect(compareAccounts(null, null)).toBe(0);
  });
});

describe("what an account may still get", () => {
  const chart = ["receivable", "payable", "bank", "tax", "exchange_difference", "rounding"].map((role) => ({
    id: role,
    role: role as never,
  }));
  const accounts = postingAccounts(chart, "USD");
  const money = (amount: string) => ({ amount: decimal(amount), currency: "USD" });
  const document = (more: object) => {
    const tax = { basis: "exclusive", components: [] };
    const lines = [
      { id: "1", accountId: "rent" },
      { id: "2", accountId: "paper" },
    ];
    const bill = { id: "d", type: "purchase_bill", status: "open", currency: "USD", total: money("1"), tax, lines };
    return { ...bill, ...more } as unknown as PostedDocument;
  };
  const mayGet = (more: object) => {
    const one = document(more);
    return [...chart, { id: "rent" }, { id: "other" }, { id: "second", role: "tax" as never }]
      .filter((account) => documentMayPostTo(one, account, accounts))
      .map(({ id }) => id);
  };

  it("from a document is what it names, and what documents of its kind post to", () => {
    expect(mayGet({})).toEqual(["payable", "tax", "rounding", "rent"]);
    expect(mayGet({ type: "sales_invoice", currency: "EUR" })).toEqual(["receivable", "tax", "exchange_difference", "rounding", "rent"]);
    expect(mayGet({ type: "cash_purchase" })).toEqual(["bank", "tax", "rounding", "rent"]);
    expect(mayGet({ type: "cash_sale", totalAccountId: "other" })).toEqual(["tax", "rounding", "rent", "other"]);
    expect(mayGet({ totalAccountId: "other" })).toEqual(["tax", "rounding", "rent", "other"]);
    expect(mayGet({ type: "journal", lines: [] })).toEqual(["tax", "rounding"]);
    expect(mayGet({ tax: { basis: "exclusive", components: [], amount: money("0.00") } })).toEqual(["payable", "rounding", "rent"]);
    expect(mayGet({ tax: { basis: "exclusive", components: [], amount: money("1") } })).toEqual(["payable", "tax", "rounding", "rent"]);
    expect(mayGet({ type: "sales_credit", unappliedKind: "overpayment", lines: [] })).toEqual(["receivable", "bank"]);
    expect(mayGet({ type: "sales_credit", unappliedKind: "overpayment", totalAccountId: "other", lines: [] })).toEqual([
      "receivable",
      "other",
    ]);
  });

  const pays = (payment: object, settled: Readonly<Record<string, PostedDocument>>) => {
    const one = {
      ...{
        id: "p",
        direction: "made",
        currency: "USD",
        amount: money("1"),
        allocations: Object.keys(settled).map((toId) => ({ fromId: "p", toId })),
      },
      ...payment,
    } as unknown as PostedPayment;
    return [...chart, { id: "other" }, { id: "own" }]
      .filter((account) => paymentMayPostTo(one, account, (id) => settled[id], accounts))
      .map(({ id }) => id);
  };

  it("from a payment is its bank account, the control accounts of what it settles, and exchange differences", () => {
    expect(pays({}, {})).toEqual(["payable", "bank"]);
    expect(pays({ direction: "received", accountId: "other" }, {})).toEqual(["receivable", "other"]);
    expect(pays({ currency: "EUR", accountId: "other" }, {})).toEqual(["payable", "exchange_difference", "other"]);
    expect(pays({ accountId: "other" }, { credit: document({ type: "sales_credit" }) })).toEqual(["receivable", "payable", "other"]);
    expect(pays({ accountId: "other" }, { bill: document({ totalAccountId: "own" }) })).toEqual(["payable", "other", "own"]);
    const elsewhere = { allocations: [{ fromId: "other", toId: "credit" }], accountId: "other" };
    expect(pays(elsewhere, { credit: document({ type: "sales_credit" }) })).toEqual(["payable", "other"]);
    expect(pays({ accountId: "other", allocations: [{ fromId: "p", toId: "lost" }] }, {})).toEqual(["payable", "other"]);
  });
});

describe("a charge on the cash basis, by hand", () => {
  const posting = (accountId: string, units: bigint, on = "2026-01-10") => ({ accountId, units, date: day(on) });
  const charge = (more: Partial<Charge> = {}): Charge => ({
    ...{ controlIsDebit: true, total: 300n, settled: [] },
    postings: [posting("ar", 300n), posting("sales", -200n), posting("gst", -100n)],
    ...more,
  });
  const adjusted = (of: Charge, from: string | null, to: string, step = 1n) =>
    Object.fromEntries(
      [...cashAdjustment(of, from === null ? null : day(from), day(to), step)].map(([id, { debit, credit }]) => [id, [debit, credit]]),
    );
  const paid = (units: bigint, on: string) => ({ units, date: day(on) });

  it("takes back what isn't paid, and posts each part when it's paid", () => {
    const half = charge({ settled: [paid(150n, "2026-02-20")] });
    expect(adjusted(half, "2026-01-01", "2026-01-31")).toEqual({ ar: [-300n, 0n], sales: [0n, -200n], gst: [0n, -100n] });
    expect(adjusted(half, "2026-02-01", "2026-02-28")).toEqual({ ar: [150n, 0n], sales: [0n, 100n], gst: [0n, 50n] });
    expect(adjusted(half, null, "2026-02-20")).toEqual({ ar: [-150n, 0n], sales: [0n, -100n], gst: [0n, -50n] });
    expect(adjusted(half, "2026-03-01", "2026-03-31")).toEqual({ ar: [0n, 0n], sales: [0n, 0n], gst: [0n, 0n] });
    expect(adjusted(charge({ settled: [paid(300n, "2026-01-31")] }), null, "2026-01-31")).toEqual({
      ar: [0n, 0n],
      sales: [0n, 0n],
      gst: [0n, 0n],
    });
    // A payment that was taken back leaves nothing posted, and a charge of nothing stays.
    const refunded = charge({ settled: [paid(-5n, "2026-01-15")] });
    expect(adjusted(refunded, null, "2026-01-31")).toEqual({ ar: [-300n, 0n], sales: [0n, -200n], gst: [0n, -100n] });
    expect([adjusted(charge({ total: 0n }), null, "2026-01-31"), adjusted(charge({ total: -1n }), null, "2026-01-31")]).toEqual([{}, {}]);
  });

  it("rounds each posting, halves away from zero, and leaves the rest to the largest of the other side", () => {
    const third = charge({
      settled: [paid(100n, "2026-01-20")],
      postings: [posting("ar", 300n), posting("a", -140n), posting("b", -160n)],
    });
    // A third of 140 and of 160 is 46.67 and 53.33: in tens 50 and 50.
    expect(adjusted(third, "2026-01-11", "2026-01-31", 10n)).toEqual({ ar: [100n, 0n], a: [0n, 50n], b: [0n, 50n] });
    const uneven = charge({
      settled: [paid(100n, "2026-01-20")],
      postings: [posting("ar", 300n), posting("a", -150n), posting("b", -150n)],
    });
    expect(adjusted(uneven, "2026-01-11", "2026-01-31", 20n)).toEqual({ ar: [100n, 0n], a: [0n, 40n], b: [0n, 60n] });
    const bill = charge({
      controlIsDebit: false,
      settled: [paid(100n, "2026-01-20")],
      postings: [posting("ap", -300n), posting("a", 150n), posting("b", 150n)],
    });
    expect(adjusted(bill, "2026-01-11", "2026-01-31", 20n)).toEqual({ ap: [0n, 100n], a: [40n, 0n], b: [60n, 0n] });
  });
});

describe("what figures lack", () => {
  it("is told reason by reason in a fixed order", () => {
    const found = new Map<GapReason, { recordIds: string[]; count: number }>([
      ["cost_of_sales", { recordIds: ["c"], count: 1 }],
      ["payment_base", { recordIds: ["a", "b"], count: 7 }],
    ]);
    const gaps = figureGaps(found, new Map([["payment_base", ["AUD"]]]));
    expect(gaps.map(({ code, recordIds, count, about }) => [code, recordIds, count, about])).toEqual([
      ["no_base_amount", ["a", "b"], 7, { reason: "payment_base", currencies: ["AUD"] }],
      ["cost_of_sales", ["c"], 1, undefined],
    ]);
    expect(figureGaps(new Map())).toEqual([]);
  });

  it.each([
    ["payment_base", "1 payment can't be converted", "3 payments can't be converted"],
    ["document_base", "1 transaction has no amount in base currency", "3 transactions have no amount in base currency"],
    ["lines_base", "1 transaction has no exchange rate", "3 transactions have no exchange rate"],
    ["total_account", "1 transaction has no bank account", "3 transactions have no bank account"],
    ["line_account", "1 transaction has a line on an unknown account", "3 transactions have lines on unknown accounts"],
    ["control_account", "1 transaction has no control account", "3 transactions have no control account"],
  ] as const)("in a few words: %s", (reason, one, many) => {
    const brief = (count: number, ...currencies: string[]) => gapBrief({ about: { reason, currencies }, count });
    expect([brief(1), brief(3), brief(3, "AUD", "EUR")]).toEqual([one, many, many]);
    expect([brief(1, "AUD"), brief(3, "AUD")]).toEqual([one.replace("1", "1 AUD"), many.replace("3", "3 AUD")]);
  });

  it("has no words where no amount and no account is left out", () => {
    expect([gapBrief({ count: 1 }), gapBrief({ about: { reason: "rounding_account", currencies: [] }, count: 1 })]).toEqual([null, null]);
  });
});
