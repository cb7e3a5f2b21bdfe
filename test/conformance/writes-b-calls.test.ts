import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writesB } from "#main/ledgers/b/writes.ts";
import type { ItemResult, PreparedCall } from "#main/ledgers/writing.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { moveLock } from "#simulator/books/events.ts";
import { transactionById } from "#simulator/books/postings.ts";
import { benchOf, must, type WritingBench, writingBench } from "#test/support/ledger-b-writing.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });

function accountOf({ books }: WritingBench, kind: string): string {
  return `Account:${books.accounts.find((account) => account.kind === kind && account.active)?.id}`;
}

function party({ books }: WritingBench, role: "customer" | "vendor"): string {
  const found = books.parties.find((p) => p.currency === "USD" && p.active && p.role === role);
  return `${role === "customer" ? "Customer" : "Vendor"}:${found?.id}`;
}

function bill(bench: WritingBench, number: string, amount = "12.50", extra: object = {}) {
  const lines = [{ kind: "account", accountId: accountOf(bench, "expense"), net: usd(amount) }];
  const document = {
    type: "purchase_bill",
    party: { id: party(bench, "vendor") },
    number,
    issueDate: "2026-11-02",
    currency: "USD",
    lines,
  };
  return { kind: "create_document", document: { ...document, ...extra } };
}

function invoice(bench: WritingBench, line: object, extra: object = {}) {
  const document = { type: "sales_invoice", party: { id: party(bench, "customer") }, issueDate: "2026-11-02", currency: "USD" };
  return { kind: "create_document", document: { ...document, lines: [{ kind: "item", net: usd("100.00"), ...line }], ...extra } };
}

const service = ({ books }: WritingBench) => `Item:${books.items.find(({ kind }) => kind === "service")?.id}`;

function send(bench: WritingBench, call: PreparedCall): readonly ItemResult[] {
  return writesB.outcomes(bench.context, call, bench.send(call.request));
}

function idOf(result: ItemResult | undefined): string {
  if (result?.outcome !== "accepted") throw new Error(`not accepted: ${JSON.stringify(result)}`);
  return result.ledgerId;
}

describe("calls to Ledger B", () => {
  it("puts 61 operations into batches of 30 and one call of its own, each with its request id", () => {
    const bench = writingBench();
    const results = bench.perform("many", ...Array.from({ length: 61 }, (_, index) => bill(bench, `M-${index}`)));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 61 }, () => "accepted"));
    const log = bench.ledger.writeLog;
    expect(log.map(({ path, effects }) => [path.split("/").at(-1), effects.length])).toEqual([
      ["batch", 30],
      ["batch", 30],
      ["bill", 1],
    ]);
    expect(new Set(log.map(({ requestid }) => requestid)).size).toBe(3);
    expect(log.every(({ requestid }) => requestid !== null && requestid.length <= 36)).toBe(true);
    expect(bench.differences()).toEqual([]);
  });

  it("keeps the good operations of a batch and tells the bad one in the ledger's words", () => {
    const bench = writingBench({ uniqueNumbers: true });
    const results = bench.perform("mixed", bill(bench, "D-1"), bill(bench, "D-1"), bill(bench, "D-2"));
    expect(results.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      [0, "accepted"],
      [1, "rejected"],
      [2, "accepted"],
    ]);
    expect(results[1]).toMatchObject({
      message: expect.stringContaining("Duplicate Document Number"),
      ledgerError: { status: 200, body: expect.stringContaining('"code":"6140"'), request: expect.stringContaining("(1-0)") },
    });
    expect(bench.differences()).toEqual([]);
  });

  it("finds nothing before, finds the record after, and a repeat of the same bytes does nothing more", () => {
    const bench = writingBench();
    const [call] = must(bench.prepare("lost", bill(bench, "L-1"))) as [PreparedCall];
    const before = bench.books.transactions.length;
    expect(bench.look(call)).toEqual([{ operation: 0, part: 0, found: "absent" }]);
    bench.send(call.request);
    const [found] = bench.look(call);
    expect(found).toMatchObject({ found: "present", entityType: "Bill" });
    const [again] = send(bench, call);
    expect(idOf(again)).toBe(found?.found === "present" ? found.ledgerId : "");
    expect(bench.books.transactions.length).toBe(before + 1);
    expect(bench.ledger.writeLog.map(({ applied, replayed }) => [applied, replayed])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("finds a record by its mark under its day when the number was taken or replaced", () => {
    const bench = writingBench({ customNumbers: false });
    const [call] = must(bench.prepare("num", invoice(bench, { itemId: service(bench) }, { number: "MINE-1" }))) as [PreparedCall];
    const [result] = send(bench, call);
    expect(result).toMatchObject({
      outcome: "accepted",
      replaced: [{ field: "number", sent: "MINE-1", stored: expect.stringMatching(/^\d+$/) }],
    });
    expect(bench.look(call)).toMatchObject([{ found: "present", ledgerId: idOf(result) }]);
  });

  it("does something twice only when the ledger has forgotten the request id, and sees it", () => {
    const bench = writingBench({ requestIdLifetimeMs: 500 });
    const [call] = must(bench.prepare("old", bill(bench, "O-1"))) as [PreparedCall];
    send(bench, call);
    send(bench, call);
    expect(bench.look(call)).toMatchObject([{ found: "several" }]);
  });

  it("tells the look of a change, a void and a delete by version and content", () => {
    const bench = writingBench();
    const results = bench.perform("three", bill(bench, "X-1"), bill(bench, "X-2"), invoice(bench, { itemId: service(bench) }));
    const [one, two, three] = results.map(idOf);
    const lines = [{ kind: "account", accountId: accountOf(bench, "expense"), net: usd("7.00") }];
    const calls = must(
      bench.prepare(
        "change",
        { kind: "update_document", id: `Bill:${one}`, changes: { lines, memo: "Seven" } },
        { kind: "delete", id: `Bill:${two}` },
        { kind: "void", id: `Invoice:${three}` },
      ),
    );
    expect(calls.map(({ request }) => [request.path.split("/").at(-1), request.query?.operation])).toEqual([
      ["batch", undefined],
      ["invoice", "void"],
    ]);
    expect(calls.flatMap((call) => bench.look(call)).map(({ found }) => found)).toEqual(["absent", "absent", "absent"]);
    for (const call of calls) send(bench, call);
    expect(calls.flatMap((call) => bench.look(call)).map(({ found }) => found)).toEqual(["present", "present", "present"]);
    bench.other("bill", { Id: one, SyncToken: "1", sparse: true, PrivateNote: "Eight" });
    expect(bench.look(calls[0] as PreparedCall).map(({ found }) => found)).toEqual(["changed", "present"]);
  });
});

describe("what this ledger decides itself", () => {
  it("rule 21: automated sales tax replaces what was hoped for, and that is told", () => {
    const bench = writingBench();
    expect(bench.context.discovery.capabilities.canCreateTaxRates).toBe(false);
    const taxed = { itemId: service(bench), tax: { components: [{ code: "TAX" }] } };
    const [call] = must(bench.prepare("tax", invoice(bench, taxed, { tax: { amount: usd("5.00") }, total: usd("105.00") }))) as [
      PreparedCall,
    ];
    expect(call.request.body).not.toContain("TotalTax");
    const [result] = send(bench, call);
    expect(result).toMatchObject({
      replaced: [
        { field: "tax", sent: "5.00", stored: expect.stringMatching(/^8\.880?$/) },
        { field: "total", sent: "105.00", stored: expect.stringMatching(/^108\.880?$/) },
      ],
    });
    bench.readBack([result as ItemResult]);
    expect(bench.differences()).toEqual([]);
  });

  it("keeps a stated tax where the company works tax out by hand", () => {
    const bench = writingBench({ automatedSalesTax: false }, { country: "GB" });
    const code = bench.books.taxCodes[0]?.id;
    const line = { itemId: service(bench), tax: { components: [{ code }] } };
    const [result] = bench.perform("gb", invoice(bench, line, { tax: { basis: "exclusive", amount: usd("19.99") }, total: usd("119.99") }));
    expect(transactionById(bench.books, idOf(result))).toMatchObject({ tax: "19.99", total: "119.99" });
    expect(result).not.toHaveProperty("replaced");
    expect(bench.differences()).toEqual([]);
  });

  it("rule 9: a sales line without an item waits for an integration item, which is made once on the person's word", () => {
    const bench = writingBench();
    const accountId = accountOf(bench, "revenue");
    const onAccount = invoice(bench, { kind: "account", accountId });
    expect(bench.prepare("no", onAccount)).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "lines[0].accountId" } });
    const create = { kind: "create_integration_item", name: "Sales", accountId };
    const [made] = bench.perform("item", create);
    expect(bench.context.integrationItems()).toMatchObject([
      { id: `Item:${idOf(made)}`, name: "Tieout - Sales", incomeAccountId: accountId },
    ]);
    expect(bench.prepare("item2", create)).toMatchObject({ ok: false, failure: { code: "already_exists" } });
    const [result] = bench.perform("yes", onAccount);
    expect(transactionById(bench.books, idOf(result))?.lines).toMatchObject([
      { itemId: idOf(made), accountId: accountId.slice("Account:".length) },
    ]);
    expect(bench.differences()).toEqual([]);
  });

  it("does not refuse a date before the book close: the service has to", () => {
    const bench = writingBench();
    moveLock(bench.books, "bookClose", calendarDate("2026-11-10"), Date.parse("2026-11-21T02:00:00Z"));
    expect(bench.perform("closed", bill(bench, "C-1")).map(({ outcome }) => outcome)).toEqual(["accepted"]);
  });

  it("looks for an integration item by its name", () => {
    const bench = writingBench();
    const create = { kind: "create_integration_item", name: "Tieout - Other", accountId: accountOf(bench, "revenue") };
    const [call] = must(bench.prepare("item", create)) as [PreparedCall];
    expect(bench.look(call)).toMatchObject([{ found: "absent" }]);
    const [result] = send(bench, call);
    expect(bench.look(call)).toMatchObject([{ found: "present", entityType: "Item", ledgerId: idOf(result) }]);
  });
});

const entities: Readonly<Record<string, string>> = {
  sales_invoice: "Invoice",
  sales_credit: "CreditMemo",
  cash_sale: "SalesReceipt",
  cash_sale_refund: "RefundReceipt",
  purchase_bill: "Bill",
  purchase_credit: "VendorCredit",
  cash_purchase: "Purchase",
  cash_purchase_refund: "Purchase",
};

describe("a full update", () => {
  it("never loses a line that nobody removed", () => {
    const seed = 20261121;
    const { books } = writingBench({}, { months: 4, invoicesPerMonth: 10 });
    const candidates = books.transactions.filter(
      ({ kind, state, lines }) => state === "approved" && entities[kind] !== undefined && lines.length > 1,
    );
    expect(new Set(candidates.map(({ kind }) => kind)).size).toBeGreaterThan(4);
    expect(candidates.length).toBeGreaterThan(5);
    let run = 0;
    let accepted = 0;
    const choice = fc.nat({ max: candidates.length - 1 });
    const keeps = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(choice, keeps, fc.nat({ max: 2 }), (pick, kept, added) => {
        const chosen = candidates[pick];
        const done = replaceLines(benchOf(books), `p${run++}`, `${entities[chosen?.kind ?? ""]}:${chosen?.id}`, kept, added);
        if (done) accepted++;
      }),
      { seed, numRuns: 60 },
    );
    expect(accepted).toBeGreaterThan(10);
    expect(benchOf(books).differences()).toEqual([]);
  });
});

/** Keeps some lines of a document, removes the others and adds new ones; the kept lines must be unchanged. */
function replaceLines(bench: WritingBench, job: string, id: string, keeps: readonly boolean[], added: number): boolean {
  const before = bench.documents.get(id);
  if (before === undefined) throw new Error(`no ${id}`);
  const kept = before.lines.filter((_, index) => index === 0 || keeps[index] === true);
  const rest = kept.map(({ source: _, tax, ...line }) => ({ ...line, tax: { components: tax.components } }));
  const net = { amount: "0.01", currency: before.currency };
  const more = Array.from({ length: added }, () => ({ kind: "item", itemId: service(bench), net, description: "More" }));
  const update = { kind: "update_document", id, changes: { lines: [...rest, ...more] } };
  const prepared = bench.prepare(job, update);
  if (kept.length === before.lines.length && added === 0) {
    expect(prepared).toMatchObject({ ok: false, failure: { field: "changes", message: "There are no changes to save." } });
    return false;
  }
  const [call] = must(prepared) as [PreparedCall];
  const sent = JSON.parse(call.request.body ?? "{}") as { Line: { Id?: string }[] };
  const ids = new Set(sent.Line.map(({ Id }) => Id));
  expect(kept.filter(({ source }) => !ids.has(source.id))).toEqual([]);
  const [result] = send(bench, call);
  // The applied amount may exceed the remaining total, or a discount the remaining lines: the ledger refuses that as a whole.
  if (result?.outcome !== "accepted") {
    expect(result?.message).toMatch(/less than what is applied|cannot be negative/);
    return false;
  }
  bench.readBack([result]);
  const after = bench.documents.get(id);
  const plain = ({ id: line, net: amount, accountId }: NonNullable<typeof after>["lines"][number]) => [
    line,
    Number(amount.amount),
    accountId,
  ];
  // Discounts come last in this ledger, so the new lines may be before them.
  expect(after?.lines.map(plain)).toEqual(expect.arrayContaining(kept.map(plain)));
  expect(after?.lines.length).toBe(kept.length + added);
  return true;
}
