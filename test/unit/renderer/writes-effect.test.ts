import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { instant } from "#shared/kernel/instant.ts";
import { type DocumentType, ledgerDocument } from "#shared/model/books/document.ts";
import { type WriteOperation, writeOperation } from "#shared/model/ledger/write.ts";
import { documentsOf, type EffectGround, effectOf, namesWanted } from "../../../src/renderer/features/writes/review/write-changes.ts";
import { formTotals, type LedgerTax, ledgerTaxOf } from "../../../src/renderer/features/writes/transactions/entry-tax.ts";
import { EMPTY_LINE, type LineForm } from "../../../src/renderer/features/writes/transactions/transaction-draft.ts";
import { withAmounts } from "../../../src/renderer/format/amounts/amounts-in-text.ts";

const source = { system: "ledger_a" as const, tenantId: "t", entityType: "Bill", id: "7", fetchedAt: instant("2026-11-21T00:00:00.000Z") };
const usd = (amount: string) => ({ amount: decimal(amount), currency: "USD" });
const bill = ledgerDocument.parse({
  id: "bill:7",
  type: "purchase_bill",
  number: "2040",
  party: { id: "vendor:1", name: "Penrose Design", isCustomer: false, isVendor: true, isEmployee: false, active: true, sources: [source] },
  issueDate: calendarDate("2026-11-01"),
  currency: "USD",
  memo: "old",
  total: usd("42121.95"),
  outstanding: usd("2121.95"),
  tax: { basis: "exclusive", components: [] },
  status: "part_paid",
  statusIsDerived: false,
  lines: ["a", "b"].map((id) => ({
    id,
    kind: "account",
    accountId: `account:${id}`,
    net: usd("1000"),
    tax: { basis: "exclusive", components: [] },
    dimensions: [],
    source,
  })),
  allocations: [],
  source,
});
const ground: EffectGround = {
  documents: new Map([[bill.id, bill]]),
  names: {
    "account:a": "400 Rent",
    "account:b": "401 Power",
    "account:c": "402 Water",
    "vendor:1": "Penrose Design",
    "subsidiary:1": "Oak Inc",
    "subsidiary:2": "Oak Ltd",
  },
  seen: undefined,
};
const effect = (operation: WriteOperation) =>
  (effectOf(writeOperation.parse(operation), ground) ?? []).map(({ name, before, after }) => [name, before, after]);

describe("what a write does", () => {
  it("says of a change the fields that move, before and after, and nothing else", () => {
    expect(effect({ kind: "update_document", id: bill.id, changes: { memo: "new", dueDate: calendarDate("2026-12-01") } })).toEqual([
      ["Due date", null, "1 Dec 2026"],
      ["Memo", "old", "new"],
    ]);
  });

  it("shows changes of the tax and of the total's account, which only the command line makes", () => {
    const taxed = { ...bill, tax: { ...bill.tax, basis: "exclusive" as const, amount: usd("10") }, totalAccountId: "account:a" };
    const rowsOf = (changes: object, document = taxed) =>
      effectOf(writeOperation.parse({ kind: "update_document", id: bill.id, changes }), {
        ...ground,
        documents: new Map([[bill.id, document]]),
      })?.map(({ name, before, after }) => [name, before, after]);
    expect(rowsOf({ tax: { basis: "none", amount: usd("0") }, totalAccountId: "account:c" })).toEqual([
      ["Control account", "400 Rent", "402 Water"],
      ["Tax", "USD 10.00", "USD 0.00"],
      ["Amounts are", "Tax exclusive", "No tax"],
    ]);
    expect(rowsOf({ tax: { basis: "exclusive", amount: usd("10.00") }, totalAccountId: "account:a" })).toEqual([]);
    // An account whose name isn't known is there all the same.
    expect(rowsOf({ totalAccountId: "account:c" }, { ...taxed, totalAccountId: "account:x" })).toEqual([
      ["Control account", "account:x", "402 Water"],
    ]);
  });

  it("names an entity, and says nothing of one that stays", () => {
    const moved = { ...ground, documents: new Map([[bill.id, { ...bill, entityId: "subsidiary:1" }]]) };
    const effectOn = (changes: object) =>
      (effectOf(writeOperation.parse({ kind: "update_document", id: bill.id, changes }), moved) ?? []).map(({ name, before, after }) => [
        ...[name, before, after],
      ]);
    expect(effectOn({ entityId: "subsidiary:2" })).toEqual([["Entity", "Oak Inc", "Oak Ltd"]]);
    expect(effectOn({ memo: "new" })).toEqual([["Memo", "old", "new"]]);
  });

  it("names lines that are changed, added and removed, with amounts as people write them", () => {
    const lines = [
      { id: "a", kind: "account" as const, accountId: "account:a", net: usd("1250.5"), dimensions: [] },
      { kind: "account" as const, accountId: "account:c", net: usd("80"), dimensions: [] },
    ];
    expect(effect({ kind: "update_document", id: bill.id, changes: { lines } })).toEqual([
      ["Line 1", "400 Rent, 1,000.00", "400 Rent, 1,250.50"],
      ["Line 2", "401 Power, 1,000.00", null],
      ["New line", null, "402 Water, 80.00"],
    ]);
  });

  it("adds up a new transaction exactly, and says what it does to what is owed", () => {
    const line = (net: string, tax?: string) => ({
      ...{ kind: "account" as const, accountId: "account:a", net: usd(net), dimensions: [] },
      ...(tax === undefined ? {} : { tax: { amount: usd(tax) } }),
    });
    const create = (type: "purchase_bill" | "journal", lines: ReturnType<typeof line>[]) =>
      effect({
        kind: "create_document",
        document: { type, issueDate: calendarDate("2026-11-01"), currency: "USD", status: "open", lines },
      });
    expect(create("purchase_bill", [line("0.10", "0.02"), line("0.20", "0.03")]).slice(-2)).toEqual([
      ["Total", null, "USD 0.35"],
      ["Adds to payables", null, "USD 0.35"],
    ]);
    expect(create("journal", [line("100"), line("-100")]).at(-1)).toEqual(["Total debits", null, "USD 100.00"]);
  });

  it("calls a total net where the ledger works out the tax", () => {
    const lines = [{ kind: "account" as const, net: usd("100"), dimensions: [], tax: { components: [{ code: "GST" }] } }];
    const document = {
      type: "purchase_bill" as const,
      issueDate: calendarDate("2026-11-01"),
      currency: "USD",
      status: "open" as const,
      lines,
    };
    expect(effect({ kind: "create_document", document } as unknown as WriteOperation).at(-1)).toEqual([
      "Total before tax",
      null,
      "USD 100.00",
    ]);
  });

  it("names the taxes whose rates are known, and adds them to the total", () => {
    const line = (net: string) => ({
      ...{ kind: "account" as const, accountId: "account:a", net: usd(net), dimensions: [] },
      tax: { components: [{ code: "INPUT2" }] },
    });
    const document = {
      type: "purchase_bill",
      issueDate: calendarDate("2026-11-01"),
      currency: "USD",
      status: "open",
      lines: [line("240"), line("120")],
    };
    const taxCodes = new Map([["INPUT2", { code: "INPUT2", name: "GST on expenses", rate: decimal("15"), usual: true }]]);
    const rows = effectOf(writeOperation.parse({ kind: "create_document", document }), { ...ground, taxCodes });
    expect(rows?.slice(-6).map(({ name, after }) => [name, after])).toEqual([
      ["Line 1", "400 Rent, GST on expenses, 240.00"],
      ["Line 2", "400 Rent, GST on expenses, 120.00"],
      ["Subtotal", "USD 360.00"],
      ["GST on expenses, 15%", "USD 54.00"],
      ["Total", "USD 414.00"],
      ["Adds to payables", "USD 414.00"],
    ]);
  });

  it("calls a total final only where the form does: not where the ledger taxes a line without being told", () => {
    const line = { kind: "account", accountId: "account:a", net: usd("100"), dimensions: [] };
    const coded = { ...line, net: usd("240"), tax: { components: [{ code: "INPUT2" }] } };
    const taxCodes = new Map([["INPUT2", { code: "INPUT2", name: "GST on expenses", rate: decimal("15"), usual: true }]]);
    const rowsOf = (ledgerTax: LedgerTax, lines: readonly object[], more: object = {}) => {
      const head = { type: "purchase_bill", issueDate: calendarDate("2026-11-01"), currency: "USD", status: "open" };
      const operation = writeOperation.parse({ kind: "create_document", document: { ...head, lines, ...more } });
      const taxedByLedger = new Map<DocumentType, LedgerTax>([["purchase_bill", ledgerTax]]);
      const rows = effectOf(operation, { ...ground, taxCodes, ledgerTax: taxedByLedger });
      return rows?.filter(({ key }) => /^(?:net|tax|total|owed)/.test(key)).map(({ name, after }) => [name, after]);
    };
    const final = [
      ["Total", "USD 100.00"],
      ["Adds to payables", "USD 100.00"],
    ];
    const net = [
      ["Tax", "Set by the ledger"],
      ["Total before tax", "USD 100.00"],
    ];
    expect([rowsOf("none", [line]), rowsOf("uncoded", [line]), rowsOf("all", [line])]).toEqual([final, net, net]);
    expect(rowsOf("uncoded", [line], { tax: { basis: "none" } })).toEqual(final);
    expect(rowsOf("uncoded", [{ ...line, tax: { amount: usd("0") } }])?.at(-1)).toEqual(["Adds to payables", "USD 100.00"]);
    expect(rowsOf("uncoded", [coded, line])).toEqual([
      ["Subtotal", "USD 340.00"],
      ["GST on expenses, 15%", "USD 36.00"],
      ["Other tax", "Set by the ledger"],
      ["Total before other tax", "USD 376.00"],
    ]);
  });

  it("is told by the form's own answers what the ledger taxes", () => {
    const refused: Readonly<Record<string, string>>[] = [{ memo: "No." }, { "taxCode.missing": "The account's." }, { taxCode: "No." }];
    expect(refused.map((one) => ledgerTaxOf(one))).toEqual(["none", "uncoded", "all"]);
    const typed = (part: Partial<LineForm>) => ({ ...EMPTY_LINE, key: 0, net: "100", ...part });
    const isOpen = (ledgerTax: LedgerTax, lines: readonly LineForm[], basis: "exclusive" | "none" = "exclusive") =>
      formTotals({ type: "purchase_bill", lines, basis }, 2, undefined, ledgerTax).taxUnknown;
    expect((["none", "uncoded", "all"] as const).map((one) => isOpen(one, [typed({})]))).toEqual([false, true, true]);
    // Without tax, there is none to set; a line that the ledger has is taxed already; an empty one isn't taxed.
    expect(isOpen("uncoded", [typed({})], "none")).toBe(false);
    expect(isOpen("uncoded", [typed({ lineId: "Bill:7/1" }), typed({ net: "" })])).toBe(false);
  });

  it("says which account paid, and that what is never owed is posted", () => {
    const lines = [{ kind: "account" as const, accountId: "account:b", net: usd("12.50"), dimensions: [] }];
    const document = {
      ...{ type: "cash_purchase", issueDate: calendarDate("2026-11-01"), currency: "USD", status: "open" },
      ...{ totalAccountId: "account:a", lines },
    };
    const rows = effectOf(writeOperation.parse({ kind: "create_document", document }), ground);
    expect(rows?.map(({ name, after }) => [name, after])).toEqual([
      ["Currency", "USD"],
      ["Date", "1 Nov 2026"],
      ["Status", "Posted"],
      ["Paid from", "400 Rent"],
      ["Line 1", "401 Power, 12.50"],
      ["Total", "USD 12.50"],
    ]);
  });

  it("leaves out what is outstanding where a transaction is never owed", () => {
    for (const type of ["journal", "cash_purchase"] as const) {
      const of = { ...ground, documents: new Map([[bill.id, { ...bill, type }]]) };
      expect((effectOf({ kind: "void", id: bill.id }, of) ?? []).map(({ key }) => key)).toEqual(["status", "total"]);
    }
  });

  it("says what a void takes away, and what a payment leaves open", () => {
    expect(effect({ kind: "void", id: bill.id })).toContainEqual(["Outstanding", "USD 2,121.95", "USD 0.00"]);
    const namesOf = (status: "open" | "draft") =>
      effectOf(writeOperation.parse({ kind: "delete", id: bill.id }), {
        ...ground,
        documents: new Map([[bill.id, { ...bill, status }]]),
      })?.map(({ name }) => name);
    expect(namesOf("open")).toContain("Effect on the books");
    expect(namesOf("draft")).not.toContain("Effect on the books");
    const approval = writeOperation.parse({ kind: "approve", id: bill.id, approved: true });
    const approved = (posted: boolean) => effectOf(approval, { ...ground, posted })?.map(({ before, after }) => [before, after]);
    expect([approved(false), approved(true)]).toEqual([[["Partly paid", "Approved"]], [[null, "Approved"]]]);
    const payment = {
      direction: "made" as const,
      party: { id: "vendor:1" },
      date: calendarDate("2026-11-21"),
      currency: "USD",
      accountId: "account:a",
      allocations: [{ toId: bill.id, amount: usd("2000") }],
    };
    const rows = effect({ kind: "create_payment", payment });
    expect(rows[0]).toEqual(["Paid", null, "USD 2,000.00"]);
    expect(rows.at(-1)).toEqual(["Bill 2040, Penrose Design", null, "USD 2,000.00 applied, USD 121.95 left outstanding"]);
    const posted = effectOf(writeOperation.parse({ kind: "create_payment", payment }), { ...ground, posted: true });
    expect(posted?.at(-1)).toMatchObject({ name: "Bill 2040, Penrose Design", before: null, after: "USD 2,000.00 applied" });
    expect(documentsOf([{ kind: "create_payment", payment }])).toEqual([bill.id]);
    expect(namesWanted([{ kind: "create_payment", payment }])).toEqual([
      { kind: "party", id: "vendor:1" },
      { kind: "account", id: "account:a" },
    ]);
  });

  it("shows the ledger's version of a record in conflict, once the local copy has it", () => {
    const { id, type, issueDate, currency, status, lines, number, memo } = bill;
    const seen: EffectGround["seen"] = [{ id, type, issueDate, currency, status, lines, number, memo, partyId: "vendor:1" }];
    const update = writeOperation.parse({ kind: "update_document", id, changes: { memo: "mine", totalAccountId: "account:c" } });
    const versions = (current: typeof bill, known: EffectGround["seen"]) =>
      effectOf(update, { ...ground, documents: new Map([[id, current]]), seen: known, conflict: true })?.map((row) => [
        ...[row.name, row.before, row.after, row.theirs],
      ]);
    const theirs = { ...bill, memo: "theirs", dueDate: calendarDate("2026-12-01"), totalAccountId: "account:a" };
    expect(versions(theirs, seen)).toEqual([
      ["Due date", null, null, "1 Dec 2026"],
      ["Memo", "old", "mine", "theirs"],
      ["Control account", "Unknown", "402 Water", "400 Rent"],
    ]);
    // The local copy had moved before the update was made.
    expect(versions(theirs, undefined)).toEqual([
      ["Memo", "Unknown", "mine", "theirs"],
      ["Control account", "Unknown", "402 Water", "400 Rent"],
    ]);
    for (const none of [bill, { ...theirs, status: "voided" as const }])
      expect(versions(none, seen)?.[0]).toEqual(["Memo", "old", "mine", undefined]);
  });

  it("does not guess at a record that is not known here", () => {
    expect(effectOf({ kind: "void", id: "bill:8" }, ground)).toBeNull();
  });

  it("writes amounts in a text of the core with their groups, and leaves everything else alone", () => {
    expect(withAmounts("Invoice 2040 to Penrose, 42121.95 USD")).toBe("Invoice 2040 to Penrose, USD 42,121.95");
    expect(withAmounts("Bill N° 7230 (5,678.05 EUR, 22 Nov 2026)")).toBe("Bill N° 7230 (EUR 5,678.05, 22 Nov 2026)");
    expect(withAmounts("Journal 12, (5,678.05) EUR")).toBe("Journal 12, EUR (5,678.05)");
    expect(withAmounts("2100 GST | 1010 USD clearing | 2000 JPY, 5000.00 GST")).toBe(
      "2100 GST | 1010 USD clearing | JPY 2,000, 5000.00 GST",
    );
    expect(withAmounts("B-2040 USD 12 of INV 7.1.2 EUR")).toBe("B-2040 USD 12 of INV 7.1.2 EUR");
  });
});
