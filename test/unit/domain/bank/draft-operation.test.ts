import { describe, expect, it } from "vitest";
import { draftOperation, namesBankCharge, payeeKey } from "#main/domain/bank-matching/draft-operation.ts";
import type { BankLine, DraftChoice } from "#shared/contract/close/bank.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

const setting = { accountId: "bank", currency: "USD", settles: [] };
const line = (amount: string, more: Partial<BankLine> = {}): BankLine => ({
  ...{ lineId: "l", date: calendarDate("2026-10-05"), amount: decimal(amount), payee: "Ann's Café", reference: null },
  ...{ description: "Lunch", bankId: null, ...more },
});
const choice = (more: Partial<DraftChoice>): DraftChoice => ({ kind: "money", targetKind: "account", documentIds: [], ...more });
const drafted = (...given: Parameters<typeof draftOperation>) => {
  const result = draftOperation(...given);
  return result.ok ? result.value : result.failure;
};
const refused = (field: string, message: string) => ({ code: "invalid_input", message, field });

describe("a payee's key", () => {
  it("is whose line it is without the numbers, from the first text that there is", () => {
    const key = (payee: string | null, description: string | null = null, reference: string | null = null) =>
      payeeKey({ payee, description, reference });
    expect(key("STRIPE TRANSFER 4711", "ignored")).toBe("stripe transfer");
    expect(key("STRIPE  ST-0815X Transfer")).toBe("stripe st transfer");
    expect([key(null, "Rent Oct"), key(null, null, "Fee"), key("12 34"), key(""), key(null)]).toEqual([
      "rent oct",
      "fee",
      null,
      null,
      null,
    ]);
  });

  it("tells a bank's charge by its words", () => {
    const texts = ["Monthly fee", "Card fees", "Service CHARGE", "charges", "Coffee", "Feel good", "Recharged"];
    expect(texts.map(namesBankCharge)).toEqual([true, true, true, true, false, false, false]);
  });
});

describe("a line that becomes money spent or received", () => {
  it("has the line's day and amount, without tax on top", () => {
    const spent = drafted(line("-12.50", { reference: "R-1" }), choice({ targetId: "meals", contactId: "ann" }), {
      ...setting,
      entityId: "uk",
    });
    expect(spent).toEqual({
      kind: "create_document",
      document: {
        ...{ type: "cash_purchase", issueDate: "2026-10-05", currency: "USD", status: "open", entityId: "uk" },
        ...{ party: { id: "ann" }, reference: "R-1", totalAccountId: "bank", tax: { basis: "none" } },
        lines: [
          {
            ...{ kind: "account", accountId: "meals", description: "Ann's Café, Lunch", dimensions: [] },
            net: { amount: "12.50", currency: "USD" },
          },
        ],
      },
    });
    const received = drafted(line("12.50"), choice({ targetId: "coffee", targetKind: "item", note: "Sold beans" }), setting);
    expect(received).toEqual({
      kind: "create_document",
      document: {
        ...{ type: "cash_sale", issueDate: "2026-10-05", currency: "USD", status: "open" },
        ...{ totalAccountId: "bank", tax: { basis: "none" } },
        lines: [{ kind: "item", itemId: "coffee", description: "Sold beans", dimensions: [], net: { amount: "12.50", currency: "USD" } }],
      },
    });
  });

  it("is described by what the line says, or by its reference", () => {
    const text = (more: Partial<BankLine>) => drafted(line("1", more), choice({ targetId: "x" }), setting);
    const described = (description: string) => ({ document: { lines: [{ description }] } });
    expect(text({ payee: null })).toMatchObject(described("Lunch"));
    expect(text({ payee: null, description: null, reference: "R-1" })).toMatchObject(described("R-1"));
    expect(text({ payee: null, description: null })).toMatchObject(described("Bank statement line"));
  });

  it("needs the account", () => {
    expect(drafted(line("1"), choice({}), setting)).toEqual(refused("targetId", "Choose the account or item for this line."));
  });
});

describe("a line that becomes a transfer", () => {
  it("is a journal between the two accounts", () => {
    expect(drafted(line("-100"), choice({ kind: "transfer", targetId: "savings" }), setting)).toEqual({
      kind: "create_document",
      document: {
        ...{ type: "journal", issueDate: "2026-10-05", currency: "USD", status: "open", memo: "Ann's Café, Lunch" },
        lines: [
          {
            ...{ kind: "account", accountId: "bank", description: "Ann's Café, Lunch", dimensions: [] },
            net: { amount: "-100", currency: "USD" },
          },
          {
            ...{ kind: "account", accountId: "savings", description: "Ann's Café, Lunch", dimensions: [] },
            net: { amount: "100", currency: "USD" },
          },
        ],
      },
    });
  });

  it("needs another account", () => {
    expect([
      drafted(line("1"), choice({ kind: "transfer" }), setting),
      drafted(line("1"), choice({ kind: "transfer", targetId: "bank" }), setting),
    ]).toEqual([
      refused("targetId", "Choose the account that the money went to or came from."),
      refused("targetId", "Choose an account other than the one this statement is for."),
    ]);
  });
});

describe("a line that becomes a payment", () => {
  const bill = (id: string, outstanding: string, partyId: string | null = "ann") => ({ id, outstanding: decimal(outstanding), partyId });
  const paid = (amount: string, settles: readonly ReturnType<typeof bill>[], more: Partial<BankLine> = {}, entityId?: string) =>
    drafted(line(amount, more), choice({ kind: "payment" }), { ...setting, settles, ...(entityId === undefined ? {} : { entityId }) });

  it("settles the chosen bills or invoices in their order", () => {
    expect(paid("-50", [bill("b1", "30"), bill("b2", "30")], { reference: "R-1" }, "uk")).toEqual({
      kind: "create_payment",
      payment: {
        ...{ direction: "made", party: { id: "ann" }, date: "2026-10-05", currency: "USD", accountId: "bank" },
        allocations: [
          { toId: "b1", amount: { amount: "30", currency: "USD" } },
          { toId: "b2", amount: { amount: "20", currency: "USD" } },
        ],
        ...{ reference: "R-1", entityId: "uk" },
      },
    });
    expect(paid("30", [bill("i1", "30")])).toEqual({
      kind: "create_payment",
      payment: {
        ...{ direction: "received", party: { id: "ann" }, date: "2026-10-05", currency: "USD", accountId: "bank" },
        allocations: [{ toId: "i1", amount: { amount: "30", currency: "USD" } }],
      },
    });
  });

  it("is refused when they don't come to the line, or aren't one contact's", () => {
    const tooFew = refused(
      "documentIds",
      "The chosen transactions add up to less than the line. Choose all the transactions that it pays.",
    );
    const tooMany = refused("documentIds", "The chosen transactions add up to more than the line. Choose fewer.");
    const severalContacts = refused("documentIds", "The chosen bills or invoices must all have the same contact.");
    expect([
      paid("-50", []),
      paid("-50", [bill("b1", "30")]),
      paid("-50", [bill("b1", "50"), bill("b2", "30")]),
      paid("-50", [bill("b1", "30"), bill("b2", "20", "ben")]),
      paid("-50", [bill("b1", "50", null)]),
    ]).toEqual([
      refused("documentIds", "Choose the bill or invoice that the line pays."),
      ...[tooFew, tooMany, severalContacts, severalContacts],
    ]);
  });
});
