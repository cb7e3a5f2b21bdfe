import { describe, expect, test } from "vitest";
import type { LedgerWrites, WriteContext } from "#main/ledgers/writing.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import { type EntrySample, refusedFields, sampleOperation } from "#main/writeback/entry-fields.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DocumentDraft, WriteOperation } from "#shared/model/ledger/write.ts";

const issueDate = calendarDate("2026-11-20");
const sampleOf = (type: DocumentType, more: Partial<EntrySample> = {}): EntrySample => ({ type, partyId: "Contact:1", issueDate, ...more });
const refusal = (message: string, next?: string): Failure => ({
  ...{ code: "not_supported", message },
  ...(next === undefined ? {} : { next }),
});
const draftOf = (operation: WriteOperation | undefined): DocumentDraft => {
  if (operation?.kind !== "create_document") throw new Error("only new documents are asked about");
  return operation.document;
};

const account = (id: string, group: string, more: object = {}) => ({ id, class: group, active: true, ...more });
const BOOKS = {
  accounts: [
    account("closed", "expense", { active: false }),
    account("tax", "expense", { role: "tax" }),
    account("old bank", "asset", { role: "bank", active: false }),
    account("rent", "expense"),
    account("paper", "expense"),
    account("bank", "asset", { role: "bank" }),
    account("fees", "revenue"),
    account("sales", "revenue"),
  ],
  items: [
    { id: "old", name: "Old", active: false },
    { id: "retainer", name: "Retainer", active: true },
  ],
};
type Books = { readonly accounts: readonly object[]; readonly items: readonly object[] };

/** Asks an adapter that refuses by `refuses`, and one that fails in preparing by `fails`. @returns the reasons, and every document asked about */
function asked(
  sample: EntrySample,
  refuses: (document: DocumentDraft) => Failure | null,
  {
    books = BOOKS,
    entities = [],
    reached = [],
    fails = () => null,
    reads = false,
    taxWithoutCode,
  }: {
    books?: Books;
    entities?: readonly object[];
    reached?: readonly string[];
    fails?: (document: DocumentDraft) => Failure | null;
    reads?: boolean;
    taxWithoutCode?: string;
  } = {},
) {
  const seen: DocumentDraft[] = [];
  const writes = {
    taxWithoutCode,
    refusal: (_context: WriteContext, operation: WriteOperation) => {
      seen.push(draftOf(operation));
      return refuses(draftOf(operation));
    },
    *prepare(_context: WriteContext, [operation]: readonly WriteOperation[]) {
      if (reads) yield { method: "GET", path: "/accounts" };
      const failure = fails(draftOf(operation));
      return failure === null ? ok([]) : fail(failure);
    },
  } as unknown as LedgerWrites;
  const context = { integrationItems: () => reached.map((incomeAccountId) => ({ incomeAccountId })) } as unknown as WriteContext;
  const discovery = { organisation: { baseCurrency: "NZD", entities } };
  const reasons = refusedFields({ writes, discovery } as never, context, books as unknown as WriteFacts, sample);
  return { reasons, seen };
}
const nothing = () => null;
const lineAccounts = ({ lines }: DocumentDraft) => lines.map(({ accountId }) => accountId);

describe("the sample of a document", () => {
  test("is a small open one of the type, with the contact where there may be one", () => {
    expect(sampleOperation(sampleOf("purchase_bill"), "NZD")).toEqual({
      kind: "create_document",
      document: { type: "purchase_bill", party: { id: "Contact:1" }, issueDate, currency: "NZD", status: "open", lines: [] },
    });
    for (const without of [sampleOf("journal"), sampleOf("purchase_bill", { partyId: undefined })])
      expect(draftOf(sampleOperation(without, "NZD"))).not.toHaveProperty("party");
  });

  test("has a line of one, and a journal two that balance", () => {
    const line = (accountId: string, amount: string) => ({ kind: "account", accountId, net: { amount, currency: "NZD" }, dimensions: [] });
    expect(asked(sampleOf("purchase_bill"), nothing).seen[0]?.lines).toEqual([line("rent", "1.00")]);
    expect(asked(sampleOf("journal"), nothing).seen[0]?.lines).toEqual([line("rent", "1.00"), line("rent", "-1.00")]);
  });

  test("is for the account asked about, or the first active one of its side without a role of its own", () => {
    const first = (sample: EntrySample, more: Parameters<typeof asked>[2] = {}) =>
      lineAccounts(asked(sample, nothing, more).seen[0] as DocumentDraft);
    expect(first(sampleOf("purchase_bill", { accountId: "bank" }))).toEqual(["bank"]);
    expect(first(sampleOf("purchase_bill"))).toEqual(["rent"]);
    expect(first(sampleOf("sales_invoice"))).toEqual(["fees"]);
    // Some ledgers take no other than what an item of Tieout's posts to.
    expect(first(sampleOf("sales_invoice"), { reached: ["sales"] })).toEqual(["sales"]);
    expect(first(sampleOf("sales_invoice"), { reached: ["elsewhere"] })).toEqual(["fees"]);
    expect(first(sampleOf("purchase_bill"), { reached: ["paper"] })).toEqual(["rent"]);
    const bare = asked(sampleOf("purchase_bill"), nothing, { books: { accounts: [], items: [] } });
    expect(bare.seen[0]?.lines).toEqual([{ kind: "account", net: { amount: "1.00", currency: "NZD" }, dimensions: [] }]);
  });
});

describe("the fields that a ledger refuses", () => {
  test("are none where it takes everything", () => {
    expect(asked(sampleOf("purchase_bill"), nothing, { entities: [{ id: "subsidiary:1" }] }).reasons).toEqual({});
    expect(asked(sampleOf("journal"), nothing).reasons).toEqual({});
  });

  test.each<[string, (document: DocumentDraft) => boolean]>([
    ["number", ({ number }) => number !== undefined],
    ["reference", ({ reference }) => reference !== undefined],
    ["dueDate", ({ dueDate }) => dueDate !== undefined],
    ["memo", ({ memo }) => memo !== undefined],
    ["status.draft", ({ status }) => status === "draft"],
    ["status.awaiting_approval", ({ status }) => status === "awaiting_approval"],
    ["taxCode", ({ lines }) => lines.some(({ tax }) => tax?.components?.[0]?.code !== undefined)],
    ["lines.account.quantity", ({ lines }) => lines.some(({ quantity, unitAmount, net }) => quantity === "1" && unitAmount === net)],
    ["entityId", ({ entityId }) => entityId === "subsidiary:1"],
    ["lines.item", ({ lines }) => lines.some(({ kind }) => kind === "item")],
  ])("are told one by one, with the reason and what to do: %s", (field, has) => {
    const refuses = (document: DocumentDraft) => (has(document) ? refusal(`No ${field}.`, "Leave it out.") : null);
    const entities = [{ id: "subsidiary:1" }, { id: "subsidiary:2" }];
    expect(asked(sampleOf("purchase_bill"), refuses, { entities }).reasons).toEqual({ [field]: `No ${field}. Leave it out.` });
    const inPreparing = asked(sampleOf("purchase_bill"), nothing, { entities, fails: refuses });
    expect(inPreparing.reasons).toEqual({ [field]: `No ${field}. Leave it out.` });
  });

  test("include what a line without a tax code is taxed with, except in a journal", () => {
    const told = (type: DocumentType) => asked(sampleOf(type), nothing, { taxWithoutCode: "The account's." }).reasons;
    expect(told("purchase_bill")).toEqual({ "taxCode.missing": "The account's." });
    expect(told("journal")).toEqual({});
  });

  test("are unknown where the adapter would first read the ledger", () => {
    const fails = () => refusal("Never asked that far.");
    expect(asked(sampleOf("purchase_bill"), nothing, { fails, reads: true }).reasons).toEqual({});
  });

  test("don't take the blame for what is refused without them, and do for what is refused otherwise", () => {
    expect(asked(sampleOf("purchase_bill"), () => refusal("No bills.")).reasons).toEqual({});
    const refuses = ({ memo }: DocumentDraft) => refusal(memo === undefined ? "No bills." : "No memos.");
    expect(asked(sampleOf("purchase_bill"), refuses).reasons).toEqual({ memo: "No memos." });
  });

  test("are asked for with item lines where account lines are refused, without a quantity of the account line", () => {
    const refuses = ({ lines, memo }: DocumentDraft) => {
      if (lines.some(({ kind }) => kind === "account")) return refusal("Only items.");
      return memo === undefined ? null : refusal("No memos.");
    };
    const { reasons, seen } = asked(sampleOf("purchase_bill"), refuses);
    expect(reasons).toEqual({ "lines.account": "Only items.", memo: "No memos." });
    expect(seen.find(({ memo }) => memo !== undefined)?.lines).toEqual([
      { kind: "item", itemId: "retainer", net: { amount: "1.00", currency: "NZD" }, dimensions: [] },
    ]);
    expect(seen.some(({ lines }) => lines.some(({ quantity }) => quantity !== undefined))).toBe(false);
  });

  test("don't name both kinds of line for one reason, and do for two", () => {
    expect(asked(sampleOf("purchase_bill"), () => refusal("Closed.")).reasons).toEqual({});
    const refuses = ({ lines }: DocumentDraft) => refusal(`No ${lines[0]?.kind}s.`);
    expect(asked(sampleOf("purchase_bill"), refuses).reasons).toMatchObject({ "lines.account": "No accounts.", "lines.item": "No items." });
  });

  test("ask about no item where there is no active one, nor of a journal", () => {
    const kindsOf = (seen: readonly DocumentDraft[]) => [...new Set(seen.flatMap(({ lines }) => lines.map(({ kind }) => kind)))];
    const without = { accounts: BOOKS.accounts, items: [{ id: "old", name: "Old", active: false }] };
    expect(kindsOf(asked(sampleOf("purchase_bill"), nothing, { books: without }).seen)).toEqual(["account"]);
    expect(kindsOf(asked(sampleOf("journal"), nothing).seen)).toEqual(["account"]);
    expect(kindsOf(asked(sampleOf("purchase_bill"), nothing).seen)).toEqual(["account", "item"]);
  });

  test("of a journal are a line for an active bank account, and no quantity", () => {
    const refuses = (document: DocumentDraft) => (lineAccounts(document).includes("bank") ? refusal("No bank accounts.") : null);
    const { reasons, seen } = asked(sampleOf("journal"), refuses);
    expect(reasons).toEqual({ "lines.bankAccount": "No bank accounts." });
    expect(seen.map(lineAccounts).filter((accounts) => accounts.includes("bank"))).toEqual([["bank", "rent"]]);
    expect(seen.some(({ lines }) => lines.some(({ quantity }) => quantity !== undefined))).toBe(false);
    const banks = (type: DocumentType, accounts: readonly object[]) =>
      asked(sampleOf(type), nothing, { books: { accounts, items: [] } }).seen.flatMap(lineAccounts);
    expect(banks("purchase_bill", BOOKS.accounts)).not.toContain("bank");
    expect(banks("journal", BOOKS.accounts.slice(0, 4))).not.toContain("old bank");
  });

  test("ask about an entity only where there are several books", () => {
    expect(asked(sampleOf("purchase_bill"), nothing).seen.some(({ entityId }) => entityId !== undefined)).toBe(false);
  });
});
