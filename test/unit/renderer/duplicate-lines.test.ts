import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { type BillFacts, comparedRows, vendorBalance } from "../../../src/renderer/features/checks/duplicates/bill-comparison.ts";
import { shownScope } from "../../../src/renderer/features/checks/duplicates/duplicate-scope.ts";

openStaticWindow();
const { ReasonWords } = await import("../../../src/renderer/features/checks/reason-words.tsx");
const { EntryWarnings } = await import("../../../src/renderer/features/writes/transactions/entry-warnings.tsx");

describe("the reasons of a possible pair", () => {
  it("keep a count with its days where the line ends, and let a number that is too long for its column break", () => {
    const text = "same amount NZD 5,336.30; 12 days apart; only one bill has a number";
    const drawn = renderToStaticMarkup(createElement(ReasonWords, { text }));
    expect([...drawn.matchAll(/<span[^>]*>([^<]*)<\/span>/g)].map(([, kept]) => kept)).toEqual(["NZD 5,336.30;", "12 days apart"]);
    expect(renderToStaticMarkup(createElement(ReasonWords, { text: "number 2026-000000000000000000-17" }))).not.toContain("<span");
  });
});

describe("the possible duplicates that are shown", () => {
  it("are unknown until those of the period are counted, so that none of it isn't told as none at all", () => {
    expect(shownScope(null, { found: undefined, isPending: true })).toBeNull();
    expect(shownScope(null, { found: 0, isPending: false })).toBe("all");
    expect(shownScope(null, { found: 2, isPending: false })).toBe("period");
  });

  it("are the chosen ones, and those of the period where counting failed", () => {
    expect(shownScope("all", { found: undefined, isPending: true })).toBe("all");
    expect(shownScope("period", { found: 0, isPending: false })).toBe("period");
    expect(shownScope(null, { found: undefined, isPending: false })).toBe("period");
  });
});

describe("two bills that may be one", () => {
  const bill = (date: string, part: { readonly number: string | null; readonly reference: string | null }) => ({
    ...{ id: date, partyId: "v", partyName: "Elm", taxIdentifier: null, date: calendarDate(date), currency: "NZD", ...part },
    ...{ total: decimal("5.00"), type: "purchase_bill" as const, status: "open" as const },
  });
  const facts: BillFacts = { outstanding: "", memo: "", accounts: "600 Advertising", applied: "None" };

  it("are told apart by the fields that differ; what either has not is an en dash", () => {
    const pair = [bill("2026-11-12", { number: "7", reference: null }), bill("2026-11-16", { number: null, reference: "PO 7" })] as const;
    const rows = comparedRows(pair, [facts, { ...facts, memo: "Again" }], ["NZD 9.00", "NZD 9.00"]);
    expect(rows.filter(({ isSame }) => !isSame).map(({ name, values }) => [name, ...values])).toEqual([
      ["Date", "12 Nov 2026", "16 Nov 2026"],
      ["Memo", "–", "Again"],
    ]);
    const same = ["Vendor", "Amount", "Outstanding", "Accounts or items", "Payments and credits", "Vendor balance"];
    expect(rows.filter(({ isSame }) => isSame).map(({ name }) => name)).toEqual(same);
    expect(rows.find(({ name }) => name === "Outstanding")?.values).toEqual(["–", "–"]);
    expect(comparedRows(pair, null, null).map(({ name }) => name)).toEqual(["Vendor", "Date", "Amount"]);
  });

  it("have one balance of their vendor, which says what it leaves out", () => {
    const each = ["13774.18", "0.00"].map((payable) => [{ currency: "NZD", receivable: decimal("0"), payable: decimal(payable) }]);
    const words = [...each, []].map((open) => vendorBalance({ open }));
    expect(words).toEqual(["NZD 13,774.18, net of unapplied credits and payments", "", ""]);
  });
});

describe("the warning of a possible duplicate of what is entered", () => {
  it("calls a prepayment what its panel calls it", () => {
    const credit = {
      ...{ documentId: "VPrep:2", type: "purchase_credit" as const, unappliedKind: null, number: "PP-2" },
      ...{ date: calendarDate("2026-11-12"), total: decimal("5.00"), currency: "NZD" },
    };
    const duplicates = [{ ...credit, unappliedKind: "prepayment" as const }, credit];
    const warnings = { lock: null, duplicates, controlAccounts: [] };
    const html = renderToStaticMarkup(createElement(EntryWarnings, { clientId: "c", warnings }));
    expect([...html.matchAll(/>([^<]*)<\/a>/g)].map(([, name]) => name)).toEqual(["Prepayment PP-2", "Vendor credit PP-2"]);
  });
});
