import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const DAY = calendarDate("2026-11-20");
let world: World;

beforeAll(async () => {
  world = await createWorld({ seed: 83, tenants: STYLES.map((style) => ({ style, books: { months: 3, invoicesPerMonth: 8 } })) });
  for (const tenant of world.tenants) await syncToEnd(tenant);
});
afterAll(() => endWorld(world));

const tenantOf = (style: (typeof STYLES)[number]) => world.tenants[STYLES.indexOf(style)] as Tenant;
const clientOf = (style: (typeof STYLES)[number]) => tenantOf(style).source.clientId;

async function documentsOf(style: (typeof STYLES)[number]): Promise<LedgerDocument[]> {
  return (await tenantOf(style).readAll("documents")) as unknown as LedgerDocument[];
}

describe("what a form asks while it is filled in", () => {
  it.each(STYLES)("suggests the terms that a contact of ledger %s has had", async (style) => {
    const bills = (await documentsOf(style)).filter(
      ({ type, dueDate, status, party }) => type === "purchase_bill" && dueDate !== undefined && status !== "voided" && party !== undefined,
    );
    const [bill] = bills;
    if (bill?.party === undefined) throw new Error("no bill");
    const partyId = bill.party.id;
    const own = bills.filter(({ party }) => party?.id === partyId);
    const days = own.map((each) => dayNumber(each.dueDate as typeof DAY) - dayNumber(each.issueDate));
    const found = await ask(world, "entries.defaults", { clientId: clientOf(style), type: "purchase_bill", partyId });
    expect(found.termsOf).toBe("contact");
    expect(days).toContain(found.termDays);
    expect(found.line?.target.name).not.toBe("");
  });

  it("lists the tax codes with their rates, those of the right side only", async () => {
    const a = await ask(world, "entries.taxCodes", { clientId: clientOf("a"), type: "purchase_bill" });
    expect(a.find(({ code }) => code === "INPUT2")).toMatchObject({ rate: "15" });
    const b = await ask(world, "entries.taxCodes", { clientId: clientOf("b"), type: "purchase_bill" });
    const books = tenantOf("b").books;
    for (const { code, name, rate } of b) {
      expect(name).toBe({ TAX: "Taxable", NON: "Nontaxable" }[code] ?? name);
      const known = books.taxCodes.find(({ id }) => id === code);
      if (known !== undefined) expect([known.side, Number(rate)]).toEqual([expect.stringMatching(/purchases|both/), Number(known.rate)]);
    }
    expect(b.length).toBeGreaterThan(0);
    expect(await ask(world, "entries.taxCodes", { clientId: clientOf("c"), type: "purchase_bill" })).toEqual([]);
  });

  it("warns of a bill that is there already, and of an account that no line may have", async () => {
    const bill = (await documentsOf("a")).find(({ type, status }) => type === "purchase_bill" && status === "open");
    if (bill?.party === undefined) throw new Error("no bill");
    const accounts = await ask(world, "choices.find", { clientId: clientOf("a"), kind: "account", text: "", limit: 200 });
    const control = accounts.find(({ role }) => role === "payable");
    const entry = { type: "purchase_bill" as const, partyId: bill.party.id, issueDate: bill.issueDate, currency: bill.currency };
    const same = { ...entry, number: bill.number, total: bill.total.amount, accountIds: [control?.id ?? ""] };
    const found = await ask(world, "entries.warnings", { clientId: clientOf("a"), entry: same });
    expect(found.duplicates.map(({ documentId }) => documentId)).toContain(bill.id);
    expect(found.controlAccounts).toMatchObject([{ accountId: control?.id, role: "payable" }]);
    const again = { ...entry, number: bill.number, total: decimal("987654.32"), accountIds: [] };
    const numbered = await ask(world, "entries.warnings", { clientId: clientOf("a"), entry: again });
    expect(numbered.duplicates.map(({ documentId }) => documentId)).toEqual([bill.id]);
    const other = { ...entry, number: "nothing like it", total: decimal("987654.32"), accountIds: [] };
    expect(await ask(world, "entries.warnings", { clientId: clientOf("a"), entry: other })).toMatchObject({
      duplicates: [],
      controlAccounts: [],
    });
  });

  it("warns of a deposit or prepayment by its kind, since it isn't called a credit anywhere else", async () => {
    const held = (await documentsOf("c")).find(
      ({ unappliedKind, number, party, status }) =>
        unappliedKind !== undefined && number !== undefined && party !== undefined && status !== "voided",
    );
    if (held?.party === undefined) throw new Error("no deposit or prepayment");
    const { type, number, party, issueDate, currency } = held;
    const entry = { type, number, partyId: party.id, issueDate, currency, total: decimal("987654.32"), accountIds: [] };
    const { duplicates } = await ask(world, "entries.warnings", { clientId: clientOf("c"), entry });
    expect(duplicates.find(({ documentId }) => documentId === held.id)?.unappliedKind).toBe(held.unappliedKind);
  });

  it("knows which fields a ledger can't take, in the ledger's own terms", async () => {
    const of = (style: (typeof STYLES)[number], type: "purchase_bill" | "purchase_credit" | "cash_purchase" | "cash_sale" | "journal") =>
      ask(world, "entries.refusedFields", { clientId: clientOf(style), type, issueDate: DAY });
    const [a, b, c] = [await of("a", "purchase_bill"), await of("b", "purchase_bill"), await of("c", "purchase_bill")];
    expect(a).toMatchObject({ memo: expect.stringContaining("memo") });
    expect(a).not.toHaveProperty("dueDate");
    expect(a).not.toHaveProperty("taxCode");
    expect(b).toMatchObject({ reference: expect.any(String), "status.draft": expect.any(String) });
    expect(b).not.toHaveProperty("number");
    expect([a["lines.account.quantity"], b["lines.account.quantity"]]).toEqual([undefined, expect.stringContaining("quantity")]);
    expect(c).toMatchObject({ taxCode: expect.any(String), "status.draft": expect.any(String) });
    // One ledger taxes a line that names no tax code by its account.
    const uncoded = [a, b, c].map((one) => one["taxCode.missing"]);
    expect(uncoded).toEqual([expect.stringContaining("the account's tax code"), undefined, undefined]);
    expect(await of("a", "purchase_credit")).toMatchObject({ dueDate: expect.any(String) });
    expect(await of("b", "journal")).toMatchObject({ taxCode: expect.any(String) });
    // A sale is asked about with a customer, a transfer with a bank account.
    const sales = [await of("a", "cash_sale"), await of("b", "cash_sale"), await of("c", "cash_sale")];
    expect(sales.map((one) => one["lines.account"])).toEqual([
      undefined,
      expect.stringMatching(/need an item/),
      expect.stringMatching(/item/),
    ]);
    // Only one ledger takes money that was spent without a contact, such as a bank's fee; a sale needs one in each.
    const spent = [await of("a", "cash_purchase"), await of("b", "cash_purchase"), await of("c", "cash_purchase")];
    expect(spent.map((one) => one["party.missing"] !== undefined)).toEqual([true, false, true]);
    expect(sales.map((one) => one["party.missing"] !== undefined)).toEqual([true, true, true]);
    expect(sales.map((one) => one["lines.item"])).toEqual([undefined, undefined, undefined]);
    const transfers = [await of("a", "journal"), await of("b", "journal"), await of("c", "journal")].map((one) => one["lines.bankAccount"]);
    expect(transfers).toEqual([expect.stringMatching(/bank or card accounts in journals/), undefined, undefined]);
  });

  it("offers a sale's accounts in ledger B once one has an item of Tieout's, and says of another what it lacks", async () => {
    const clientId = clientOf("b");
    const accounts = await ask(world, "choices.find", { clientId, kind: "account", text: "", limit: 200 });
    const [first, second] = accounts.filter((one) => one.class === "revenue" && one.role === null);
    const refusedFor = async (accountId?: string) => {
      const asked = { clientId, type: "cash_sale" as const, issueDate: DAY, ...(accountId === undefined ? {} : { accountId }) };
      return (await ask(world, "entries.refusedFields", asked))["lines.account"];
    };
    expect(await refusedFor()).toMatch(/need an item/);
    const operation = { kind: "create_integration_item" as const, name: second?.name ?? "", accountId: second?.id ?? "" };
    await ask(world, "writes.submit", { clientId, operations: [operation] });
    await syncToEnd(tenantOf("b"));
    expect([await refusedFor(), await refusedFor(second?.id)]).toEqual([undefined, undefined]);
    expect(await refusedFor(first?.id)).toBe(
      `Sales lines in this ledger need an item, and Tieout has no item for the account ${first?.name}. Choose an item, or create the item “Tieout - ${first?.name}” for this account in the ledger, then sync.`,
    );
  });
});
