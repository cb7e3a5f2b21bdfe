import { type ComponentProps, createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { DocumentListRow } from "#shared/contract/books/documents.ts";
import type { AccountRow, ActivityRow, PartyRow } from "#shared/contract/books/records.ts";
import type { ReviewDifference } from "#shared/contract/close/review-bundle.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { LedgerDetailRow, TrialBalance } from "#shared/model/reports/statement.ts";
import { accountColumns } from "../../../src/renderer/features/accounts/account-columns.tsx";
import { type AccountLine, accountLines } from "../../../src/renderer/features/accounts/account-rows.ts";
import { activityText, byDay, stories } from "../../../src/renderer/features/activity/activity-labels.ts";
import { partyColumns } from "../../../src/renderer/features/contacts/contact-columns.tsx";
import { matchesParty, partyLines, partyTotals, roleLabel } from "../../../src/renderer/features/contacts/contact-rows.ts";
import { aboutLabel, byClientAndState, countLabel } from "../../../src/renderer/features/settings/review/review-labels.ts";
import { fieldLabel, valueLabel } from "../../../src/renderer/features/transactions/detail/history-labels.ts";
import { documentColumns } from "../../../src/renderer/features/transactions/transaction-columns.tsx";
import { entryNumberText, postingName } from "../../../src/renderer/format/labels/posting-name.ts";
import { EmptyState } from "../../../src/renderer/ui/feedback/empty-state.tsx";
import { type Gap, GapList } from "../../../src/renderer/ui/figures/gap-list.tsx";
import { PostingLink } from "../../../src/renderer/ui/figures/posting-link.tsx";
import { fittingColumns } from "../../../src/renderer/ui/grid/column-widths.ts";
import { shownLines } from "../../../src/renderer/ui/grid/grid-sections.ts";

const amounts = (currency: string, receivable: string, payable = "0") => ({
  currency,
  receivable: decimal(receivable),
  payable: decimal(payable),
  unappliedIn: decimal("0"),
  unappliedOut: decimal("0"),
});
const party = (id: string, name: string, part: Partial<PartyRow> = {}): PartyRow => ({
  id,
  name,
  isCustomer: true,
  isVendor: false,
  isEmployee: false,
  active: true,
  taxIdentifier: null,
  email: null,
  records: 1,
  documents: 0,
  lastDocument: null,
  amounts: [],
  ...part,
});
const acme = party("1", "Acme", { taxIdentifier: "DE 1", documents: 3, amounts: [amounts("EUR", "10.10"), amounts("USD", "5")] });
const beta = party("2", "Beta Co", {
  isVendor: true,
  isCustomer: false,
  email: "pay@beta.example",
  amounts: [amounts("EUR", "0", "99.95")],
});
const quiet = party("3", "Quiet", { lastDocument: "2026-01-02" as CalendarDate });
const EVERYTHING = { role: "all", untaxed: false, open: false } as const;

describe("the lines of contacts", () => {
  it("stand once for each currency, with what belongs to the party on the first only", () => {
    expect(partyLines([acme, beta, quiet]).map(({ key, first, currency }) => [key, first, currency])).toEqual([
      ["1", true, "EUR"],
      ["1 USD", false, "USD"],
      ["2", true, "EUR"],
      ["3", true, null],
    ]);
  });
  it("sort by what is open, documents and days, each party's lines together", () => {
    const order = (column: string) =>
      shownLines(partyLines([acme, beta, quiet]), partyColumns("client"), [{ column, descending: true }], null, {
        familyOf: ({ party: own }) => own?.id ?? null,
      }).map(({ key }) => key);
    expect(order("payable")[0]).toBe("2");
    expect(order("receivable").slice(0, 2)).toEqual(["1", "1 USD"]);
    expect(order("documents")[0]).toBe("1");
    expect(order("lastDocument")[0]).toBe("3");
  });
  it("show nothing open as a dash, whether the contact has another balance or none at all", () => {
    const cells = ["receivable", "payable"].map((id) => partyColumns("client").find((column) => column.id === id));
    const shown = partyLines([beta, quiet]).map((line) =>
      cells.map((column) => renderToStaticMarkup(createElement(Fragment, null, column?.cell(line, -1))).replaceAll(/<[^>]*>/g, "")),
    );
    expect(shown.map(([receivable]) => receivable)).toEqual(["–none", "–none"]);
    expect(shown.map(([, payable]) => payable)).toEqual([expect.stringContaining("99.95"), "–none"]);
    const last = partyColumns("client").find(({ id }) => id === "lastDocument");
    const days = partyLines([beta, quiet]).map((line) => renderToStaticMarkup(createElement(Fragment, null, last?.cell(line, -1))));
    expect(days.map((day) => day.replaceAll(/<[^>]*>/g, ""))).toEqual(["–", expect.stringMatching(/2.Jan.2026/)]);
  });
  it("are added up for each currency and never across", () => {
    expect(partyTotals([acme, beta]).map(({ currency, amounts: sums }) => [currency, sums?.receivable, sums?.payable])).toEqual([
      ["EUR", "10.10", "99.95"],
      ["USD", "5", "0"],
    ]);
  });
  it("have what is unapplied as negative amounts, as an aging does, in every line, total and value", () => {
    const paid = party("4", "Paid", { amounts: [{ ...amounts("EUR", "7"), unappliedIn: decimal("5.50") }] });
    const [line] = partyLines([paid]);
    const sums = [line?.amounts, partyTotals([paid])[0]?.amounts].map((own) => [own?.receivable, own?.unappliedIn, own?.unappliedOut]);
    expect(sums).toEqual(Array(2).fill(["7", "-5.50", "0"]));
    const found = (id: string) => partyColumns("client").flatMap((one) => (line && one.id === id ? [one.value?.(line)] : []));
    expect([found("unappliedIn"), found("unappliedOut")]).toEqual([[{ amount: "-5.50", currency: "EUR" }], [null]]);
  });
  it("are filtered by role, tax ID and what is open", () => {
    const found = (filter: object) =>
      [acme, beta, quiet].filter((one) => matchesParty(one, { ...EVERYTHING, ...filter })).map(({ id }) => id);
    expect(found({ role: "vendors" })).toEqual(["2"]);
    expect(found({ untaxed: true })).toEqual(["2", "3"]);
    expect(found({ open: true })).toEqual(["1", "2"]);
    expect(roleLabel(beta)).toBe("Vendor");
  });
  it("keep every figure beside a panel, before which words, counts and days give way", () => {
    const shown = partyColumns("client").filter(({ id }) => id !== "currency" && id !== "records");
    const figures = { receivable: 82, payable: 80, unappliedIn: 89, unappliedOut: 90 };
    const measured = { name: 249, roles: 147, taxIdentifier: 110, ...figures, documents: 85, lastDocument: 160 };
    const left = (room: number, needs: Readonly<Record<string, number>>) =>
      fittingColumns(shown, { needs, room, beside: true, pinned: 1, kept: [] }).map(({ id }) => id);
    const kept = ["name", "receivable", "payable", "unappliedIn", "unappliedOut"];
    // 634 px is what a panel leaves in a window of 1280; before anything is measured, they aren't taken to be wider than they are.
    expect(left(634, measured)).toEqual(kept);
    expect(left(634, {})).toEqual(kept);
    expect(left(780, measured)).toEqual(["name", "roles", ...kept.slice(1)]);
  });
});

const account = (id: string, type: string, side: AccountRow["class"], code: string | null, part: Partial<AccountRow> = {}): AccountRow => ({
  id,
  name: `Account ${id}`,
  type,
  class: side,
  active: true,
  code,
  role: null,
  currency: null,
  removed: false,
  ...part,
});

describe("the lines of accounts", () => {
  const chart = [
    account("e", "Expense", "expense", "6000"),
    account("b", "Bank", "asset", "1000"),
    account("a", "Bank", "asset", "90"),
    account("old", "Bank", "asset", "80", { active: false }),
  ];
  const row = { opening: decimal("5"), debit: decimal("3"), credit: decimal("1"), balance: decimal("7") };
  const balance = { rows: [{ ...row, account: { id: "b" } }] } as unknown as TrialBalance;
  it("stand flat under the heads of their types, in the order of statements, codes as numbers", () => {
    expect(accountLines(chart, balance, { used: true }).map(({ kind, label }) => [kind, label])).toEqual([
      ["type", "Bank"],
      ["account", "Account a"],
      ["account", "Account b"],
      ["type", "Expense"],
      ["account", "Account e"],
    ]);
  });
  it("have their types in the order of the statements, whichever ledger names them", () => {
    const types = (side: AccountRow["class"], named: readonly string[]) =>
      accountLines(
        named.map((type) => account(type, type, side, null)),
        null,
        { used: true },
      ).flatMap((line) => (line.kind === "account" ? [line.account?.type] : []));
    expect(types("asset", ["FIXED", "Unheard of", "INVENTORY", "CURRENT", "BANK"])).toEqual([
      ...["BANK", "CURRENT", "INVENTORY", "FIXED", "Unheard of"],
    ]);
    expect(types("asset", ["Fixed Asset", "Other Current Asset", "Bank", "Accounts Receivable"])).toEqual([
      ...["Bank", "Accounts Receivable", "Other Current Asset", "Fixed Asset"],
    ]);
    expect(types("revenue", ["OthIncome", "Income"])).toEqual(["Income", "OthIncome"]);
  });
  it("have the movement of the days and nothing where nothing was posted; unknown is not nothing", () => {
    const lines = accountLines(chart, balance, { used: false });
    expect(lines.find(({ key }) => key === "b")?.figures).toEqual({ opening: "5", movement: "2", balance: "7" });
    expect(lines.find(({ key }) => key === "old")?.figures).toMatchObject({ balance: "0" });
    expect(accountLines(chart, null, { used: true }).every(({ figures }) => figures === null)).toBe(true);
  });
});

describe("the columns of accounts", () => {
  it("don't repeat the heading's type, and have a status only where one isn't active", () => {
    const columns = accountColumns("NZD", false);
    expect(columns.find(({ id }) => id === "type")?.optional).toBe(true);
    const line = (part: Partial<AccountRow>) => ({ account: { active: true, removed: false, ...part } }) as unknown as AccountLine;
    const isBlank = columns.find(({ id }) => id === "active")?.blank;
    expect([{}, { active: false }, { removed: true }].map((part) => isBlank?.(line(part)))).toEqual([true, false, false]);
  });

  it("have codes muted, as everywhere", () => {
    const code = accountColumns("NZD", false).find(({ id }) => id === "code");
    const line = { kind: "account", label: "Bank", account: { code: "100" } } as unknown as AccountLine;
    expect(renderToStaticMarkup(createElement(Fragment, null, code?.cell(line, -1)))).toMatch(/<span class="[^"]*muted[^"]*">100</);
  });
});

describe("the currency of accounts", () => {
  it("is in the columns only where an account is in another one", () => {
    const heads = (isForeign: boolean) => accountColumns("NZD", isForeign).map(({ header }) => header);
    expect(heads(false)).toEqual(expect.arrayContaining(["Opening", "Net change", "Balance"]));
    expect(heads(false)).not.toContain("Currency");
    expect(heads(true)).toEqual(expect.arrayContaining(["Currency", "Opening, NZD", "Net change, NZD", "Balance, NZD"]));
  });
});

describe("the rows of transactions", () => {
  const row: DocumentListRow = {
    ...{ recNo: 1, id: "Journal:1", type: "journal", status: "open", statusIsDerived: false, number: null, reference: null },
    ...{ partyName: null, memo: "Wages", issueDate: "2026-10-15" as CalendarDate, dueDate: null, currency: "NZD" },
    ...{ total: decimal("10"), outstanding: decimal("0"), unappliedKind: null, removed: false },
  };
  const cell = (id: string, more: Partial<DocumentListRow> = {}) => {
    const column = documentColumns().find((one) => one.id === id);
    return renderToStaticMarkup(createElement(Fragment, null, column?.cell({ ...row, ...more }, -1)));
  };

  it("have the memo in place of a contact, whole in its tip, and nothing in place of a number", () => {
    expect(cell("party")).toMatch(/<span class="[^"]*" title="Wages">Wages</);
    const elm = cell("party", { partyName: "Elm" });
    expect(elm).toContain(">Elm<");
    expect(elm).not.toContain("Wages");
    expect(cell("party", { memo: " " }).replaceAll(/<[^>]*>/g, "")).toBe("–");
    expect(cell("number")).toContain('title="Journal:1"');
    expect(cell("number").replaceAll(/<[^>]*>/g, "")).toBe("–");
  });

  it("name an overpayment, prepayment or deposit by its kind, also once nothing of it is left to apply", () => {
    const applied = { type: "purchase_credit", status: "paid", outstanding: decimal("0") } as const;
    const kinds = ["overpayment", "prepayment", "deposit", null] as const;
    const shown = kinds.map((kind) => cell("type", { ...applied, unappliedKind: kind }).replaceAll(/<[^>]*>/g, ""));
    expect(shown).toEqual(["Overpayment", "Prepayment", "Deposit", "Vendor credit"]);
  });

  it("say in the color of what is late that an invoice or a bill is owed after its due date, and nothing else", () => {
    const late = { type: "purchase_bill", dueDate: "2020-01-31" as CalendarDate, outstanding: decimal("10") } as const;
    expect(cell("status", late)).toMatch(/<span class="[^"]*late[^"]*"[^>]*>Open, overdue</);
    expect(cell("status", { ...late, status: "part_paid", outstanding: decimal("4") })).toContain(">Partly paid, overdue<");
    const others: Partial<DocumentListRow>[] = [
      { dueDate: null },
      { dueDate: "2999-01-31" as CalendarDate },
      { outstanding: decimal("0") },
      { outstanding: decimal("-10") },
      { removed: true },
      { type: "sales_credit" },
      { status: "draft" },
      { status: "paid" },
      { status: "voided" },
    ];
    for (const other of others) expect(cell("status", { ...late, ...other }), JSON.stringify(other)).not.toContain("overdue");
  });
});

describe("the rows of an account's ledger", () => {
  type Props = ComponentProps<typeof PostingLink>;
  const words = (more: Partial<Props["row"]>, name = "1290") => {
    const row = { kind: "posting", documentId: "Payment:1", isDocument: false, ...more } as const;
    return renderToStaticMarkup(createElement(PostingLink, { clientId: "client", row } as Props, name));
  };

  it("of payments open what they settle, and say so", () => {
    const settles = { documentId: "Invoice:7", name: "Invoice INV-7 to Elm", number: "INV-7", others: 0 };
    expect(words({ settles })).toContain('href="#/clients/client/documents/Invoice%3A7"');
    expect(words({ settles })).toContain("Opens the transaction that it was applied to: Invoice INV-7 to Elm");
    expect(words({ settles: { ...settles, others: 2 } })).toContain("Opens the first of 3 transactions that it was applied to");
  });

  it("are called by the type and number of what caused them, not by the number of the entry", () => {
    const amounts = { debit: decimal("5"), credit: decimal("0"), balance: decimal("5") };
    const posting = (more: Partial<LedgerDetailRow>): LedgerDetailRow => ({
      ...{ kind: "posting", date: "2026-10-08" as CalendarDate, documentId: "Payment:1", isDocument: false, number: "1303" },
      ...{ type: "payment", documentNumber: null, contact: "Elm", description: null, ...amounts, ...more },
    });
    const told = (more: Partial<LedgerDetailRow>) => {
      const { name, more: rest } = postingName(posting(more));
      return [name, ...rest];
    };
    const settles = { documentId: "Bill:7", name: "Bill OP-7 from Elm", number: "OP-7", others: 0 };
    expect(told({ settles })).toEqual(["Payment OP-7", "Elm"]);
    expect(told({ settles: { ...settles, others: 1 } })).toEqual(["Payment", "Elm"]);
    expect(told({ settles, documentNumber: "4721" })).toEqual(["Payment 4721", "Elm"]);
    expect(told({ type: "receipt", unappliedKind: "overpayment", isDocument: true, documentNumber: "OP-1" })).toEqual([
      "Overpayment OP-1",
      "Elm",
    ]);
    expect(told({ type: "journal", contact: null, description: "Wages" })).toEqual(["Journal", "Wages"]);
    expect(told({ type: null })).toEqual(["1303", "Elm"]);
    expect(told({ type: null, number: null, contact: null })).toEqual(["Transaction"]);
    expect([{}, { documentNumber: "1303" }, { type: null }].map((more) => entryNumberText(posting(more)))).toEqual([
      ...["Entry 1303 in the ledger", null, null],
    ]);
  });

  it("have numbers of one width, so that names begin below each other", () => {
    expect(words({ isDocument: true })).toMatch(/<span class="[^"]*number[^"]*">1290<\/span>/);
    expect(words({ isDocument: true }, "INV-1290")).not.toContain("<span");
  });

  it("say why there is nothing to open", () => {
    expect(words({ settles: null })).toContain("or Tieout couldn&#x27;t read it. There&#x27;s nothing to open.");
    expect(words({ documentId: null })).toContain("names no transaction for this posting");
    expect(words({ kind: "year_end", documentId: null })).toContain("Calculated, not posted");
    for (const row of [{ settles: null }, { documentId: null }]) expect(words(row)).not.toContain("href");
  });
});

describe("a gap of figures", () => {
  const gap = { message: "Some lines aren't billed.", recordIds: [], count: 0 };
  const words = (...gaps: readonly Gap[]) => renderToStaticMarkup(createElement(GapList, { gaps, records: () => null }));

  it("is named if there is only one, and counted with others", () => {
    expect(words(gap)).toContain("Known gap in these figures: Some lines aren&#x27;t billed.");
    expect(words(gap)).not.toContain("<details");
    expect(words({ ...gap, recordIds: ["a"], count: 1 })).toContain("Known gap in these figures: Some lines aren&#x27;t billed.</summary>");
    expect(words(gap, { ...gap, message: "Others." })).toContain("Known gaps in these figures: 2");
    expect(words()).toBe("");
  });
});

describe("words of the record", () => {
  const at = (instant: string): ActivityRow => ({
    key: instant,
    kind: "decision",
    at: instant as Instant,
    person: null,
    title: "",
    detail: null,
    place: null,
    about: null,
    decisionNo: null,
    undoRole: null,
    undone: false,
  });
  it("read days and months as people do, and group by the day here", () => {
    expect(activityText("Period 2026-10: closed, by 2026-11-03, no 2026-10-x")).toBe(
      "Period Oct 2026: closed, by 3 Nov 2026, no 2026-10-x",
    );
    const days = byDay([at("2026-11-21T23:30:00.000Z"), at("2026-11-21T10:00:00.000Z")], "Europe/Berlin");
    expect(days.map(({ day, rows }) => [day, rows.length])).toEqual([
      ["22 Nov 2026", 1],
      ["21 Nov 2026", 1],
    ]);
  });
  it("tell a void as one story: the write, with what was seen of it behind", () => {
    const of = (kind: ActivityRow["kind"], time: string, about: string | null) => ({
      ...at(`2026-11-21T${time}Z`),
      key: `${kind} ${time}`,
      kind,
      about,
    });
    const rows = [
      of("change", "10:05:00", "bill:7"),
      of("change", "10:04:00", "bill:7"),
      of("note", "10:03:00", null),
      of("write", "10:02:00", "bill:7"),
      of("change", "10:01:00", "bill:8"),
      of("change", "09:00:00", "bill:7"),
    ];
    expect(stories(rows).map(({ row, more }) => [row.key, more.length])).toEqual([
      ["write 10:02:00", 2],
      ["note 10:03:00", 0],
      ["change 10:01:00", 0],
      ["change 09:00:00", 0],
    ]);
  });
  it("tell a field's history by names, days, amounts and statuses", () => {
    const document = { currency: "EUR", type: "purchase_bill" } as const;
    const told = (field: string, value: string | null) => valueLabel({ field }, value, document, { "Account:7": "Rent" });
    expect(fieldLabel("dueDate")).toBe("Due date");
    expect(told("status", "part_paid")).toBe("Partly paid");
    expect(told("status", "never_heard_of")).toBe("Never heard of");
    expect(told("sourceStatus", "AUTHORISED")).toBe("Authorised");
    expect(told("type", "purchase_bill")).toBe("Bill");
    expect(told("accountId", "Account:7")).toBe("Rent");
    expect(told("number", "1042")).toBe("1042");
    expect(told("dueDate", "2026-11-03")).toBe("3 Nov 2026");
    expect(told("memo", null)).toBe("Empty");
  });
});

describe("words of a review bundle", () => {
  const difference = (state: ReviewDifference["state"], client: string) => ({ state, client }) as ReviewDifference;
  it("put conflicts first and count what there is", () => {
    const all = [difference("new", "A"), difference("conflict", "B"), difference("conflict", "A")];
    expect(byClientAndState(all).map(([client, rows]) => [client, rows.map(({ state }) => state)])).toEqual([
      ["B", ["conflict"]],
      ["A", ["conflict", "new"]],
    ]);
    expect(countLabel(all)).toBe("2 conflicts, 1 new");
    expect(countLabel([])).toBe("nothing new");
  });
  it("name periods and roles", () => {
    expect(aboutLabel({ kind: "close_sign", subject: "month:2026-10|preparer" })).toBe("Period signed off: Oct 2026, preparer");
    expect(aboutLabel({ kind: "note", subject: "" })).toBe("Note");
  });
});

it("an empty place has another icon for each reason", () => {
  const states = ["empty", "filtered", "done", "not_synced", "not_connected"] as const;
  const icons = states.map((state) => /<svg.*<\/svg>/.exec(renderToStaticMarkup(createElement(EmptyState, { state, title: "None" })))?.[0]);
  expect(icons).not.toContain(undefined);
  expect(new Set(icons).size).toBe(states.length);
});
