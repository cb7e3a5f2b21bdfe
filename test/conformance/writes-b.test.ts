import { describe, expect, it } from "vitest";
import type { LedgerResponse } from "#main/ledgers/adapter.ts";
import { writesB } from "#main/ledgers/b/writes.ts";
import type { ItemResult, PreparedCall } from "#main/ledgers/writing.ts";
import { transactionById } from "#simulator/books/postings.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { must, type WritingBench, writingBench } from "#test/support/ledger-b-writing.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });

function facts({ books }: WritingBench) {
  const accountOf = (kind: string) => `Account:${books.accounts.find((account) => account.kind === kind && account.active)?.id}`;
  const party = (role: string, currency: string) => {
    const found = books.parties.find((p) => p.currency === currency && p.active && (p.role === role || p.role === "both"));
    if (found === undefined) throw new Error(`no ${role} in ${currency}`);
    return found.id;
  };
  return {
    customer: `Customer:${party("customer", "USD")}`,
    vendor: `Vendor:${party("vendor", "USD")}`,
    euroVendor: () => `Vendor:${party("vendor", "EUR")}`,
    item: `Item:${books.items.find(({ kind }) => kind === "service")?.id}`,
    expense: accountOf("expense"),
    revenue: accountOf("revenue"),
    bank: accountOf("bank"),
    card: accountOf("credit_card"),
    receivable: accountOf("receivable"),
    retail: books.dimensions[0]?.values[0]?.id ?? "",
    north: books.dimensions[1]?.values[0]?.id ?? "",
  };
}

function made(bench: WritingBench, result: ItemResult | undefined): SimTransaction {
  if (result?.outcome !== "accepted") throw new Error(`not accepted: ${JSON.stringify(result)}`);
  const transaction = transactionById(bench.books, result.ledgerId);
  if (transaction === undefined) throw new Error(`no transaction ${result.ledgerId}`);
  return transaction;
}

const ordinary = (bench: WritingBench) => {
  const f = facts(bench);
  return {
    invoice: (extra: object = {}) => ({
      kind: "create_document",
      document: {
        type: "sales_invoice",
        party: { id: f.customer },
        number: "T-1",
        issueDate: "2026-11-20",
        dueDate: "2026-12-20",
        currency: "USD",
        memo: "As agreed",
        lines: [{ kind: "item", itemId: f.item, description: "Design", quantity: "4", unitAmount: usd("75.00"), net: usd("300.00") }],
        ...extra,
      },
    }),
    bill: (extra: object = {}) => ({
      kind: "create_document",
      document: {
        type: "purchase_bill",
        party: { id: f.vendor },
        number: "OP-771",
        issueDate: "2026-11-02",
        currency: "USD",
        lines: [
          {
            kind: "account",
            accountId: f.expense,
            description: "Paper",
            net: usd("90.00"),
            dimensions: [{ dimensionId: "Class", valueId: f.retail }],
            billable: { customerId: f.customer, status: "billable" },
          },
          { kind: "item", itemId: f.item, quantity: "8", unitAmount: usd("10"), net: usd("80.00") },
        ],
        ...extra,
      },
    }),
  };
};

describe("writing to Ledger B", () => {
  it("starts from a mirror that equals the books", () => {
    expect(writingBench().differences()).toEqual([]);
  });

  it("creates every kind of document as it was meant", () => {
    const bench = writingBench();
    const f = facts(bench);
    const { invoice, bill } = ordinary(bench);
    const cash = { issueDate: "2026-11-19", currency: "USD" };
    const lines = [{ kind: "account", accountId: f.expense, description: "Parking", net: usd("23.10") }];
    const sold = [{ kind: "item", itemId: f.item, net: usd("41.25") }];
    const document = (fields: object) => ({ kind: "create_document", document: { ...cash, ...fields } });
    const results = [
      bench.perform("inv", invoice()),
      bench.perform("bill", bill()),
      bench.perform("cm", document({ type: "sales_credit", party: { id: f.customer }, lines: sold })),
      bench.perform("vc", document({ type: "purchase_credit", party: { id: f.vendor }, lines })),
      bench.perform("sr", document({ type: "cash_sale", party: { id: f.customer }, totalAccountId: f.bank, lines: sold })),
      bench.perform("p1", document({ type: "cash_purchase", totalAccountId: f.bank, lines })),
      bench.perform("p2", document({ type: "cash_purchase", party: { id: f.vendor }, totalAccountId: f.card, memo: "Card", lines })),
      bench.perform(
        "je",
        document({
          type: "journal",
          number: "JE-12",
          lines: [
            { kind: "account", accountId: f.expense, net: usd("50.00"), dimensions: [{ dimensionId: "Department", valueId: f.north }] },
            { kind: "account", accountId: f.bank, net: usd("-50.00") },
          ],
        }),
      ),
    ].map(([result]) => made(bench, result));
    expect(results.map(({ kind, total, method, memo }) => [kind, total, method, memo])).toEqual([
      ["sales_invoice", "300.00", null, "As agreed [tieout-inv-0]"],
      ["purchase_bill", "170.00", null, "[tieout-bill-0]"],
      ["sales_credit", "41.25", null, "[tieout-cm-0]"],
      ["purchase_credit", "23.10", null, "[tieout-vc-0]"],
      ["cash_sale", "41.25", null, "[tieout-sr-0]"],
      ["cash_purchase", "23.10", "cash", "[tieout-p1-0]"],
      ["cash_purchase", "23.10", "credit_card", "Card [tieout-p2-0]"],
      ["journal", "50.00", null, "[tieout-je-0]"],
    ]);
    expect(results[1]?.lines.map(({ billableTo, dimensions }) => [billableTo, Object.values(dimensions)])).toEqual([
      [f.customer.slice("Customer:".length), [f.retail]],
      [null, []],
    ]);
    expect(results[7]?.lines.map(({ net, dimensions }) => [net, Object.values(dimensions)])).toEqual([
      ["50.00", [f.north]],
      ["-50.00", []],
    ]);
    expect(bench.differences()).toEqual([]);
  });

  it("writes a foreign bill in its own currency, at the rate that was given", () => {
    const bench = writingBench();
    const f = facts(bench);
    const eur = (amount: string) => ({ amount, currency: "EUR" });
    const [result] = bench.perform("eur", {
      kind: "create_document",
      document: {
        type: "purchase_bill",
        party: { id: f.euroVendor() },
        issueDate: "2026-11-02",
        currency: "EUR",
        exchangeRate: "1.0875",
        lines: [{ kind: "account", accountId: f.expense, net: eur("100.00") }],
      },
    });
    expect(made(bench, result)).toMatchObject({ currency: "EUR", rate: "1.0875", total: "100.00", totalBase: "108.75" });
    expect(bench.differences()).toEqual([]);
  });

  it("holds a dimension of all lines once, on the header", () => {
    const bench = writingBench();
    const f = facts(bench);
    const { bill } = ordinary(bench);
    const line = {
      kind: "account",
      accountId: f.expense,
      net: usd("10.00"),
      dimensions: [{ dimensionId: "Department", valueId: f.north }],
    };
    const [result] = bench.perform("dep", bill({ lines: [line, line] }));
    const bill1 = made(bench, result);
    expect(Object.values(bill1.headerDimensions)).toEqual([f.north]);
    expect(bill1.lines.map(({ dimensions }) => dimensions)).toEqual([{}, {}]);
    const mirrored = bench.documents.get(`Bill:${bill1.id}`);
    expect(mirrored?.lines[1]?.dimensions).toEqual([{ dimensionId: "Department", valueId: f.north, fannedFromHeader: true }]);
    expect(bench.differences()).toEqual([]);
  });
});

describe("payments and credits", () => {
  it("settles several invoices with one record", () => {
    const bench = writingBench();
    const f = facts(bench);
    const { invoice } = ordinary(bench);
    const ids = bench.perform("a", invoice(), invoice({ number: "T-2" })).map((result) => `Invoice:${made(bench, result).id}`);
    const [result] = bench.perform("pay", {
      kind: "create_payment",
      payment: {
        direction: "received",
        party: { id: f.customer },
        date: "2026-11-20",
        currency: "USD",
        accountId: f.bank,
        reference: "778",
        allocations: [
          { toId: ids[0], amount: usd("300.00") },
          { toId: ids[1], amount: usd("120.50") },
        ],
      },
    });
    expect(made(bench, result)).toMatchObject({ kind: "customer_payment", total: "420.50", reference: "778" });
    expect(ids.map((id) => [bench.documents.get(id)?.status, Number(bench.documents.get(id)?.outstanding.amount)])).toEqual([
      ["paid", 0],
      ["part_paid", 179.5],
    ]);
    expect(bench.differences()).toEqual([]);
  });

  it("pays bills from a bank account and by card", () => {
    const bench = writingBench();
    const f = facts(bench);
    const { bill } = ordinary(bench);
    const ids = bench.perform("b", bill(), bill({ number: "OP-772" })).map((result) => `Bill:${made(bench, result).id}`);
    const payment = (accountId: string, toId: string | undefined) => ({
      kind: "create_payment",
      payment: {
        direction: "made",
        party: { id: f.vendor },
        date: "2026-11-20",
        currency: "USD",
        accountId,
        allocations: [{ toId, amount: usd("170.00") }],
      },
    });
    const results = bench.perform("pay", payment(f.bank, ids[0]), payment(f.card, ids[1]));
    expect(results.map((result) => `Account:${made(bench, result).accountId}`)).toEqual([f.bank, f.card]);
    expect(ids.map((id) => bench.documents.get(id)?.status)).toEqual(["paid", "paid"]);
    expect(bench.differences()).toEqual([]);
  });

  it("applies a credit by a payment of nothing", () => {
    const bench = writingBench();
    const f = facts(bench);
    const { bill } = ordinary(bench);
    const lines = [{ kind: "account", accountId: f.expense, net: usd("50.00") }];
    const credit = {
      kind: "create_document",
      document: { type: "purchase_credit", party: { id: f.vendor }, issueDate: "2026-11-19", currency: "USD", lines },
    };
    const [first, second, given] = bench.perform("b", bill(), bill({ number: "OP-772" }), credit).map((result) => made(bench, result).id);
    const [result] = bench.perform("apply", {
      kind: "apply_credit",
      fromId: `VendorCredit:${given}`,
      date: "2026-11-20",
      allocations: [
        { toId: `Bill:${first}`, amount: usd("30.00") },
        { toId: `Bill:${second}`, amount: usd("12.00") },
      ],
    });
    expect(made(bench, result)).toMatchObject({ kind: "vendor_payment", total: "0.00" });
    const open = [`VendorCredit:${given}`, `Bill:${first}`, `Bill:${second}`].map((id) =>
      Number(bench.documents.get(id)?.outstanding.amount),
    );
    expect(open).toEqual([8, 140, 158]);
    expect(bench.differences()).toEqual([]);
  });
});

describe("changes, voids and deletes", () => {
  it("changes the header alone and keeps its mark", () => {
    const bench = writingBench();
    const { bill } = ordinary(bench);
    const id = `Bill:${made(bench, bench.perform("b", bill({ memo: "Paper" }))[0]).id}`;
    const [result] = bench.perform("u", { kind: "update_document", id, changes: { memo: "Paper for May", dueDate: "2026-12-05" } });
    expect(made(bench, result)).toMatchObject({ memo: "Paper for May [tieout-b-0]", dueDate: "2026-12-05", total: "170.00" });
    expect(JSON.parse(bench.ledger.writeLog.at(-1)?.body ?? "")).toMatchObject({ sparse: true });
    expect(bench.differences()).toEqual([]);
  });

  it("keeps, changes, removes and adds lines in one full update", () => {
    const bench = writingBench();
    const f = facts(bench);
    const { bill } = ordinary(bench);
    const id = `Bill:${made(bench, bench.perform("b", bill())[0]).id}`;
    const before = bench.documents.get(id);
    const [, second] = before?.lines ?? [];
    const [result] = bench.perform("u", {
      kind: "update_document",
      id,
      changes: {
        lines: [
          { id: second?.id, kind: "item", itemId: second?.itemId, quantity: "9", net: usd("90.00") },
          { kind: "account", accountId: f.expense, description: "Freight", net: usd("12.50") },
        ],
      },
    });
    const changed = made(bench, result);
    expect(changed.lines.map(({ net, description }) => [net, description])).toEqual([
      ["90.00", null],
      ["12.50", "Freight"],
    ]);
    expect(bench.documents.get(id)?.lines.map((line) => line.id)).toEqual([`${id}/2`, `${id}/3`]);
    expect(bench.differences()).toEqual([]);
  });

  it("voids invoices, deletes bills, and says that bills have no void", () => {
    const bench = writingBench();
    const { invoice, bill } = ordinary(bench);
    const [one, two] = bench.perform("a", invoice(), bill()).map((result) => made(bench, result).id);
    bench.perform("v", { kind: "void", id: `Invoice:${one}` });
    expect(bench.documents.get(`Invoice:${one}`)).toMatchObject({ status: "voided", memo: "Voided - As agreed [tieout-a-0]" });
    const refused = bench.prepare("v2", { kind: "void", id: `Bill:${two}` });
    expect(refused).toMatchObject({ ok: false, failure: { code: "not_supported", next: expect.stringContaining("Delete") } });
    bench.perform("d", { kind: "delete", id: `Bill:${two}` });
    expect(bench.documents.has(`Bill:${two}`)).toBe(false);
    expect(bench.differences()).toEqual([]);
  });

  it("changes a journal's lines, and refuses one that would not balance", () => {
    const bench = writingBench();
    const f = facts(bench);
    const line = (accountId: string, amount: string) => ({ kind: "account", accountId, net: usd(amount) });
    const lines = [line(f.expense, "50.00"), line(f.bank, "-50.00")];
    const document = { type: "journal", issueDate: "2026-11-19", currency: "USD", memo: "Accrual", lines };
    const id = `JournalEntry:${made(bench, bench.perform("j", { kind: "create_document", document })[0]).id}`;
    const [debit, credit] = bench.documents.get(id)?.lines ?? [];
    const named = [
      { ...line(f.expense, "40.00"), id: debit?.id },
      { ...line(f.bank, "-45.00"), id: credit?.id },
    ];
    const update = (changed: readonly object[]) => ({ kind: "update_document", id, changes: { lines: changed } });
    expect(bench.prepare("no", update(named))).toMatchObject({ ok: false, failure: { field: "lines" } });
    const [result] = bench.perform("yes", update([...named, line(f.revenue, "5.00")]));
    expect(made(bench, result).lines.map(({ net }) => net)).toEqual(["40.00", "-45.00", "5.00"]);
    expect(bench.differences()).toEqual([]);
  });

  it("voids a payment, and what it had settled is open again", () => {
    const bench = writingBench();
    const f = facts(bench);
    const { invoice } = ordinary(bench);
    const toId = `Invoice:${made(bench, bench.perform("i", invoice())[0]).id}`;
    const allocations = [{ toId, amount: usd("300.00") }];
    const payment = {
      direction: "received",
      party: { id: f.customer },
      date: "2026-11-20",
      currency: "USD",
      accountId: f.bank,
      allocations,
    };
    const id = `Payment:${made(bench, bench.perform("p", { kind: "create_payment", payment })[0]).id}`;
    expect(bench.documents.get(toId)?.status).toBe("paid");
    bench.readBack(bench.perform("v", { kind: "void", id }), [toId]);
    expect(bench.payments.get(id)).toMatchObject({ status: "voided", allocations: [] });
    expect(bench.documents.get(toId)?.status).toBe("open");
    expect(bench.differences()).toEqual([]);
    expect(bench.prepare("v2", { kind: "void", id })).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "id" } });
  });

  it("shows mine, theirs and the last seen when someone else was there first", () => {
    const bench = writingBench();
    const { bill } = ordinary(bench);
    const { id } = made(bench, bench.perform("b", bill({ memo: "Paper" }))[0]);
    const sent = bench.ledger.writeLog.length;
    bench.other("bill", { Id: id, SyncToken: "0", sparse: true, PrivateNote: "Theirs" });
    const result = bench.prepare("u", { kind: "update_document", id: `Bill:${id}`, changes: { memo: "Mine" } });
    expect(result.ok ? null : result.failure).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Memo: yours “Mine [tieout-b-0]”, in the ledger “Theirs”, at the last sync “Paper [tieout-b-0]”"),
      ledgerError: { body: expect.stringContaining('"PrivateNote":"Theirs"') },
    });
    expect(bench.ledger.writeLog.length).toBe(sent + 1);
  });

  it("reports a stale version between reading and writing as a conflict, and changes nothing", () => {
    const bench = writingBench();
    const { bill } = ordinary(bench);
    const { id } = made(bench, bench.perform("b", bill({ memo: "Paper" }))[0]);
    const [call] = must(bench.prepare("u", { kind: "update_document", id: `Bill:${id}`, changes: { memo: "Mine" } }));
    if (call === undefined) throw new Error("no call");
    bench.other("bill", { Id: id, SyncToken: "0", sparse: true, PrivateNote: "Theirs" });
    const answer = bench.send(call.request);
    const [result] = outcomes(bench, call, answer);
    expect(result).toMatchObject({ outcome: "conflict", message: expect.stringContaining("Stale Object Error") });
    expect(transactionById(bench.books, id)?.memo).toBe("Theirs");
    expect(bench.look(call)).toMatchObject([{ found: "changed" }]);
  });
});

function outcomes(bench: WritingBench, call: PreparedCall, answer: LedgerResponse): readonly ItemResult[] {
  return writesB.outcomes(bench.context, call, answer);
}
