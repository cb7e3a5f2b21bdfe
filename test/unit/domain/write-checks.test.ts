import { describe, expect, it } from "vitest";
import { type CheckedRecord, type CheckFacts, checkWrite } from "#main/domain/documents/write-checks.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { DocumentDraft, WriteOperation } from "#shared/model/ledger/write.ts";

const money = (amount: string) => ({ amount: decimal(amount), currency: "NZD" });

function record(type: string, outstanding: string, status = "open"): CheckedRecord {
  const document = { id: type, type, status, currency: "NZD", outstanding: money(outstanding) };
  return { document: document as unknown as NonNullable<CheckedRecord["document"]>, changeHash: "h", removed: false };
}

const records: Readonly<Record<string, CheckedRecord>> = {
  bill: record("purchase_bill", "100"),
  credit: record("purchase_credit", "100"),
  voided: record("purchase_credit", "0", "voided"),
};

const ACCOUNTS: Readonly<Record<string, object>> = {
  rent: { class: "expense" },
  capital: { class: "equity" },
  card: { class: "liability" },
  debtors: { class: "asset", role: "receivable" },
  creditors: { class: "liability", role: "payable" },
};

const facts = {
  capabilities: { hasApprovalWorkflow: false },
  currencies: [],
  account: (id: string) => ({ id, name: id, active: true, ...(ACCOUNTS[id] ?? { class: "asset" }) }),
  item: () => undefined,
  party: (id: string) => ({ id, name: id, active: true }),
  record: (id: string) => records[id],
  cutOffs: () => [],
  duplicates: () => [],
} as unknown as CheckFacts;

const pay = (amount: string): WriteOperation => ({
  kind: "create_payment",
  payment: {
    direction: "made",
    party: { id: "p" },
    date: calendarDate("2026-11-19"),
    currency: "NZD",
    accountId: "a",
    allocations: [{ toId: "bill", amount: money(amount) }],
  },
});
const apply = (fromId: string, amount: string): WriteOperation => ({
  kind: "apply_credit",
  fromId,
  date: calendarDate("2026-11-19"),
  allocations: [{ toId: "bill", amount: money(amount) }],
});

const blocked = (...operations: WriteOperation[]) =>
  checkWrite(operations, facts)
    .filter(({ outcome }) => outcome === "blocked")
    .map(({ name, field }) => [name, field]);

describe("allocations against what is open", () => {
  it("count all operations of a job together", () => {
    expect(blocked(pay("60"), pay("40"))).toEqual([]);
    expect(blocked(pay("60"), pay("60"))).toEqual([["allocation", "operations[1].allocations[0].amount.amount"]]);
    expect(blocked(pay("60"), apply("credit", "60"))).toEqual([["allocation", "operations[1].allocations[0].amount.amount"]]);
  });

  it("of a credit count everything that the job applies", () => {
    expect(blocked(apply("credit", "50"), apply("credit", "50"))).toEqual([]);
    expect(blocked(apply("credit", "80"), apply("credit", "30")).map(([, field]) => field)).toContain("operations[1].allocations");
  });

  it("refuse a credit that does not stand", () => {
    expect(blocked(apply("voided", "10"))).toContainEqual(["allocation", "fromId"]);
  });
});

describe("accounts that money can't pass through", () => {
  const from = (accountId: string): WriteOperation => {
    const operation = pay("1");
    return operation.kind === "create_payment" ? { ...operation, payment: { ...operation.payment, accountId } } : operation;
  };
  const found = (operation: WriteOperation) =>
    checkWrite([operation], facts).flatMap(({ name, outcome, field }) => (outcome === "passed" ? [] : [[name, outcome, field]]));
  const document = (type: "purchase_bill" | "cash_purchase" | "journal", accountId: string): WriteOperation => ({
    kind: "create_document",
    document: {
      type,
      party: { id: "p" },
      issueDate: calendarDate("2026-11-19"),
      currency: "NZD",
      status: "open",
      ...(type === "cash_purchase" ? { totalAccountId: "bank" } : {}),
      lines: ["1.00", "-1.00"].map((amount, index) => ({
        kind: "account",
        accountId: index === 0 ? accountId : "bank",
        net: money(amount),
        dimensions: [],
      })),
    },
  });

  it("are refused for payments, by their field; equity is a warning, as a ledger may allow it", () => {
    for (const id of ["bank", "card"]) expect(found(from(id))).toEqual([]);
    for (const id of ["rent", "debtors", "creditors"]) expect(found(from(id))).toEqual([["input", "blocked", "accountId"]]);
    expect(found(from("capital"))).toEqual([["input", "warning", "accountId"]]);
  });

  it("a bill's line on a control account is refused, a cash document's is a warning, a journal's is nothing", () => {
    for (const id of ["debtors", "creditors"]) {
      expect(found(document("purchase_bill", id))).toEqual([["input", "blocked", "lines[0].accountId"]]);
      expect(found(document("cash_purchase", id))).toEqual([["input", "warning", "lines[0].accountId"]]);
      expect(found(document("journal", id))).toEqual([]);
    }
  });

  it("a change of nothing is refused", () => {
    expect(found({ kind: "update_document", id: "bill", changes: {} })).toEqual([["input", "blocked", "changes"]]);
  });
});

describe("a transaction before it's sent", () => {
  const LINE = { kind: "account" as const, accountId: "rent", net: money("10.00"), dimensions: [] };
  const bill = (more: Partial<DocumentDraft> = {}): DocumentDraft => ({
    ...{ type: "purchase_bill", party: { id: "p" }, issueDate: calendarDate("2026-11-19"), currency: "NZD", status: "open", lines: [LINE] },
    ...more,
  });
  const create = (more: Partial<DocumentDraft> = {}): WriteOperation => ({ kind: "create_document", document: bill(more) });
  const known: CheckFacts = {
    ...facts,
    capabilities: { hasApprovalWorkflow: true, canCreateTaxRates: true } as CheckFacts["capabilities"],
    account: (id) => (id === "unknown" ? undefined : ({ ...facts.account(id), ...(id === "inactive" ? { active: false } : {}) } as never)),
    party: (id) => (id === "unknown" ? undefined : ({ id, name: `Contact ${id}`, active: id !== "inactive" } as never)),
    item: (id) => (id === "known" ? ({ id } as never) : undefined),
  };
  const said = (operation: WriteOperation | readonly WriteOperation[], more: Partial<CheckFacts> = {}) =>
    checkWrite([operation].flat() as WriteOperation[], { ...known, ...more }).flatMap(({ name, outcome, message, field }) =>
      outcome === "passed" ? [] : [`${outcome} ${name} ${field}: ${message}`],
    );

  it("passes every check with words for each, except those that found something", () => {
    expect(checkWrite([create()], known)).toEqual([
      {
        name: "input",
        outcome: "passed",
        message: "All contacts, accounts and items entered in this update exist. The contacts and accounts are active.",
      },
      { name: "cut_off", outcome: "passed", message: "The dates aren't locked." },
      { name: "capability", outcome: "passed", message: "The ledger supports this update." },
      { name: "currency", outcome: "passed", message: "Currencies match." },
      { name: "balance", outcome: "passed", message: "Amounts add up." },
      { name: "allocation", outcome: "passed", message: "Amounts applied don't exceed what's outstanding." },
      { name: "version", outcome: "passed", message: "The details of existing transactions don't change." },
    ]);
    const version = (more: object) =>
      checkWrite([{ kind: "void", id: "bill", ...more }], known).find(({ name }) => name === "version")?.message;
    expect([version({}), version({ seenHash: "h" })]).toEqual([
      "When Tieout checked, no transaction in this update was deleted or voided in the local copy.",
      "When Tieout checked, no transaction in this update had changed in the local copy since it was opened.",
    ]);
    const found = checkWrite([create({ party: undefined })], known);
    expect([found.length, found.filter(({ name }) => name === "input").length]).toEqual([7, 1]);
  });

  it("needs a contact, except for journals and cash", () => {
    expect(said(create({ party: undefined }))).toEqual(["blocked input party.id: Choose a vendor."]);
    expect(said(create({ type: "sales_invoice", party: undefined }))).toEqual(["blocked input party.id: Choose a customer."]);
    for (const type of ["cash_purchase", "cash_sale"] as const)
      expect(said(create({ type, party: undefined, totalAccountId: "bank" }))).toEqual([]);
    const lines = [LINE, { ...LINE, net: money("-10") }];
    expect(said(create({ type: "journal", party: undefined, lines }))).toEqual([]);
    expect(said(create({ party: { id: "unknown" } }))).toEqual([
      "blocked input party.id: There's no contact “unknown” in this client's books.",
    ]);
    expect(said(create({ party: { id: "inactive" } }))).toEqual(["blocked input party.id: Contact inactive is inactive in the ledger."]);
  });

  it("has its accounts and items in the books, active, and a line of its own has one", () => {
    const withLine = (more: object) => said(create({ lines: [LINE, { ...LINE, ...more }] }));
    expect(withLine({ accountId: "unknown" })).toEqual([
      "blocked input lines[1].accountId: There's no account “unknown” in this client's books.",
    ]);
    expect(withLine({ accountId: "inactive" })).toEqual([
      "blocked input lines[1].accountId: The account inactive is inactive in the ledger.",
    ]);
    expect([withLine({ accountId: undefined, itemId: "known" }), withLine({ accountId: undefined, itemId: "lost" })]).toEqual([
      [],
      ["blocked input lines[1].itemId: There's no item “lost” in this client's books."],
    ]);
    expect(withLine({ accountId: undefined })).toEqual(["blocked input lines[1].accountId: Line 2 needs an account or an item."]);
    // An existing line keeps the account that it has.
    expect(withLine({ accountId: undefined, id: "1" })).toEqual([]);
    expect(said(create({ totalAccountId: "unknown" }))).toEqual([
      "blocked input totalAccountId: There's no account “unknown” in this client's books.",
    ]);
  });

  it("isn't due before its day", () => {
    const due = (dueDate: string) => said(create({ dueDate: calendarDate(dueDate) }));
    expect([due("2026-11-19"), due("2026-11-18")]).toEqual([[], ["blocked input dueDate: The due date is before the transaction's date."]]);
  });

  it("of cash names the bank or card account that it went through", () => {
    for (const type of ["cash_purchase", "cash_sale"] as const) {
      expect(said(create({ type }))).toEqual(["blocked input totalAccountId: Choose the bank or card account."]);
      expect(said(create({ type, totalAccountId: "rent" }))).toEqual([
        "blocked input totalAccountId: rent is an expense account. Choose a bank or card account.",
      ]);
      expect(said(create({ type, totalAccountId: "debtors" }))).toEqual([
        "blocked input totalAccountId: debtors is a control account for receivables. Choose a bank or card account.",
      ]);
      expect(said(create({ type, totalAccountId: "capital" }))).toEqual([
        "warning input totalAccountId: capital is an equity account, not a bank or card account. Check that it's the right one.",
      ]);
    }
    const memo = { account: (id: string) => ({ ...known.account(id), class: "non_posting" }) as never };
    expect(said(create({ type: "cash_sale", totalAccountId: "memo" }), memo)).toContain(
      "blocked input totalAccountId: memo is a non-posting account. Choose a bank or card account.",
    );
    // A bill's own account is the ledger's to choose.
    expect(said(create({ totalAccountId: "rent" }))).toEqual([]);
    expect(said(create({ lines: [{ ...LINE, accountId: "creditors" }] }))).toEqual([
      "blocked input lines[0].accountId: Line 1 posts to creditors, a control account for payables. Choose another account.",
    ]);
  });

  it("is in one currency that the ledger has, in amounts that it has coins for", () => {
    expect(said(create(), { currencies: ["USD", "EUR"] })).toEqual([
      "blocked currency currency: NZD isn't set up in this ledger, which has USD, EUR.",
    ]);
    expect(said(create(), { currencies: ["NZD"] })).toEqual([]);
    const usd = { amount: decimal("1"), currency: "USD" };
    for (const more of [{ net: usd }, { unitAmount: usd }, { tax: { amount: usd } }])
      expect(said(create({ lines: [{ ...LINE, ...more }] }))).toContain(
        "blocked currency lines[0].net.currency: Line 1 isn't in NZD, the currency of this transaction.",
      );
    const of = (amount: string) => said(create({ lines: [{ ...LINE, net: money(amount) }] }));
    expect([of("1.25"), of("1.2500"), of("1.255")]).toEqual([
      [],
      [],
      ["blocked currency lines[0].net.amount: 1.255 has too many decimal places: NZD has 2."],
    ]);
  });

  it("adds up, with the tax of the transaction or else of its lines", () => {
    const total = (amount: string, more: Partial<DocumentDraft> = {}) => said(create({ total: money(amount), ...more }));
    const taxed = { lines: [{ ...LINE, tax: { amount: money("1.50") } }, LINE] };
    expect([total("10"), total("21.50", taxed), total("22", { ...taxed, tax: { basis: "exclusive", amount: money("2") } })]).toEqual([
      [],
      [],
      [],
    ]);
    expect(total("11")).toEqual(["blocked balance total.amount: Lines and tax add up to 10.00, but the total is 11."]);
    expect(said(create({ total: { amount: decimal("10"), currency: "USD" } }))).toEqual([
      "blocked currency total.currency: The total isn't in NZD, the currency of this transaction.",
    ]);
    const journal = (amount: string) => said(create({ type: "journal", lines: [LINE, { ...LINE, net: money(amount) }] }));
    expect([journal("-10"), journal("-12.5"), journal("-9")]).toEqual([
      [],
      ["blocked balance lines: Credits exceed debits by 2.50 NZD."],
      ["blocked balance lines: Debits exceed credits by 1.00 NZD."],
    ]);
  });

  it("warns where the ledger works out tax itself, and names cut-offs and duplicates as they were found", () => {
    const lines = [LINE, { ...LINE, tax: { amount: money("1") } }];
    const own = { capabilities: { canCreateTaxRates: false } as CheckFacts["capabilities"] };
    expect(said(create({ lines }), own)).toEqual([
      "warning tax lines[1].tax.amount: Line 2 has a tax amount, but this ledger calculates the tax, so Tieout doesn't send the amount.",
    ]);
    expect(said(create({ lines }))).toEqual([]);
    const locked = { cutOffs: () => [{ date: "2026-12-01", message: "Locked." }], duplicates: () => ["Looks like bill 7."] };
    expect(said(create(), locked)).toEqual(["blocked cut_off issueDate: Locked.", "warning duplicate number: Looks like bill 7."]);
  });

  const onRecord = (id: string, more: object = {}) => ({
    record: (): CheckedRecord => ({ ...(records[id] as CheckedRecord), ...more }),
  });

  it("that exists is refused when it's unknown, deleted, ended or changed since", () => {
    const change = (id: string, more: object = {}): WriteOperation => ({ kind: "void", id, ...more });
    expect(said(change("lost"))).toEqual(["blocked input id: Transaction lost isn't in this client's books."]);
    expect(said(change("bill"), onRecord("bill", { removed: true }))).toEqual(["blocked version id: The bill was deleted in the ledger."]);
    expect(said(change("voided"))).toEqual(["blocked version id: The vendor credit is already voided."]);
    const paid = { document: undefined, payment: { status: "deleted", reference: "R-1" } as never };
    expect(said(change("bill"), onRecord("bill", paid))).toEqual(["blocked version id: Payment R-1 is already deleted."]);
    expect([said(change("bill", { seenHash: "h" })), said(change("bill", { seenHash: "old" }))]).toEqual([
      [],
      ["blocked version seenHash: The bill has changed since it was opened. Review the current version, then try again."],
    ]);
  });

  it("that changes keeps its currency, and what it changes is checked like a new one", () => {
    const change = (changes: object): WriteOperation => ({ kind: "update_document", id: "bill", changes });
    expect(said(change({ reference: "x", currency: "NZD", party: { id: "p" } }))).toEqual([]);
    expect(said(change({}))).toEqual(["blocked input changes: There are no changes to save."]);
    expect(said(change({ currency: "USD" }))).toEqual([
      "blocked currency changes.currency: The currency of a transaction can't be changed.",
    ]);
    expect(said(change({ party: { id: "unknown" } }))).toEqual([
      "blocked input changes.party.id: There's no contact “unknown” in this client's books.",
    ]);
    expect(said(change({ lines: [{ ...LINE, accountId: "unknown" }] }))).toEqual([
      "blocked input changes.lines[0].accountId: There's no account “unknown” in this client's books.",
    ]);
    expect(said(change({ lines: [{ ...LINE, accountId: "creditors" }] }))[0]).toMatch(
      /^blocked input changes\.lines\[0\]\.accountId: Line 1/,
    );
    const journal = { record: () => record("journal", "0") };
    expect(said(change({ lines: [LINE] }), journal)).toEqual(["blocked balance changes.lines: Debits exceed credits by 10.00 NZD."]);
    expect(said(change({ memo: "x" }), journal)).toEqual([]);
  });

  it("that changes sets a field or empties it, in the head and in a line", () => {
    const line = { ...LINE, id: "1", quantity: "2", dimensions: [{ dimensionId: "team", valueId: "red" }] };
    const change = (changes: object): WriteOperation => ({ kind: "update_document", id: "bill", changes });
    const both = {
      number: "7",
      cleared: ["number", "dueDate"],
      lines: [{ ...line, cleared: ["quantity", "tax"], clearedDimensions: ["team"] }],
    };
    expect(said(change(both))).toEqual(
      ["number", "lines[0].quantity", "lines[0].dimensions"].map(
        (field) => `blocked input changes.${field}: A field can't be both filled in and emptied.`,
      ),
    );
    expect(said(change({ cleared: ["number"], lines: [{ ...line, cleared: ["tax"], clearedDimensions: ["region"] }] }))).toEqual([]);
  });

  it("is approved where the ledger has a workflow for it", () => {
    const approve: WriteOperation = { kind: "approve", id: "bill", approved: true };
    expect([said(approve), said(approve, { capabilities: { hasApprovalWorkflow: false } as CheckFacts["capabilities"] })]).toEqual([
      [],
      [
        "blocked capability undefined: Tieout can't approve or return transactions in this ledger. To record your decision in Tieout only, run “tieout document approve” or “tieout document return” instead.",
      ],
    ]);
    const item: WriteOperation = { kind: "create_integration_item", name: "Tieout", accountId: "unknown" } as never;
    expect(said(item)).toEqual(["blocked input accountId: There's no account “unknown” in this client's books."]);
  });

  it("pays what is open, in its currency, and more than nothing", () => {
    for (const amount of ["0", "-1"])
      expect(said(pay(amount))).toEqual(["blocked input allocations[0].amount: Enter an amount greater than zero."]);
    expect(said(pay("101"))).toEqual([
      "blocked allocation allocations[0].amount.amount: The bill has 100.00 NZD outstanding, less than the 101.00 NZD to be applied to it.",
    ]);
    expect(said(pay("1"), { record: () => undefined })).toEqual([
      "blocked allocation allocations[0].toId: Transaction bill isn't in this client's books.",
    ]);
    expect(said(pay("1"), onRecord("bill", { document: undefined }))[0]).toMatch(/isn't in this client's books/);
    expect(said(pay("1"), onRecord("bill", { removed: true }))).toEqual([
      "blocked allocation allocations[0].toId: The bill was deleted in the ledger, so this payment can't be applied to it.",
    ]);
    expect(said(pay("1"), { record: () => record("purchase_bill", "5", "part_paid") })).toEqual([]);
    expect(said(pay("1"), { record: () => record("purchase_bill", "5", "paid") })[0]).toMatch(
      /is paid, so this payment can't be applied to it\.$/,
    );
    const other = { ...records.bill?.document, number: "B-1", currency: "USD" } as never;
    expect(said(pay("1"), onRecord("bill", { document: other }))).toEqual([
      "blocked currency allocations[0].amount.currency: Bill B-1 is in USD, but the payment is in NZD.",
    ]);
    const mixed = pay("1") as Extract<WriteOperation, { kind: "create_payment" }>;
    const allocations = [{ toId: "bill", amount: { amount: decimal("1"), currency: "USD" } }];
    expect(said({ ...mixed, payment: { ...mixed.payment, allocations } })).toEqual([
      "blocked currency allocations[0].amount.currency: The amount to apply is in USD, not in NZD.",
    ]);
    expect(said({ ...mixed, payment: { ...mixed.payment, accountId: "unknown", party: { id: "unknown" } } })).toEqual([
      "blocked input party.id: There's no contact “unknown” in this client's books.",
      "blocked input accountId: There's no account “unknown” in this client's books.",
    ]);
  });

  it("applies credits that are left, and nothing else", () => {
    expect(said(apply("lost", "1"))).toEqual(["blocked input fromId: There's no credit “lost” in this client's books."]);
    expect(said(apply("credit", "100"))).toEqual([]);
    const credit = (type: string, left: string, status = "open") => ({
      record: (id: string) => (id === "bill" ? records.bill : record(type, left, status)),
    });
    expect(said(apply("credit", "10"), credit("sales_credit", "10"))).toEqual([]);
    expect(said(apply("credit", "10"), credit("purchase_bill", "10"))).toEqual([
      "blocked input fromId: The bill isn't a credit, overpayment or prepayment.",
    ]);
    expect(said(apply("credit", "10"), credit("sales_credit", "9"))).toEqual([
      "blocked allocation allocations: The credit note has 9.00 NZD outstanding, less than the 10.00 NZD to be applied.",
    ]);
    for (const status of ["draft", "awaiting_approval", "voided", "deleted"])
      expect(said(apply("credit", "1"), credit("sales_credit", "9", status))[0]).toMatch(
        /^blocked allocation fromId: .* so it can't be applied\.$/,
      );
    expect(said(apply("credit", "1"), onRecord("credit", { removed: true }))[0]).toBe(
      "blocked allocation fromId: The vendor credit was deleted in the ledger, so it can't be applied.",
    );
  });
});
