import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { activeFilters } from "../../../src/renderer/features/transactions/filters/filter-labels.ts";
import { askedFilter, typedFilter } from "../../../src/renderer/features/transactions/filters/typed-filter.ts";
import { columnFilter } from "../../../src/renderer/ui/grid/state/grid-filter.ts";

openStaticWindow();
const { FilterChips } = await import("../../../src/renderer/ui/filters/filter-chips.tsx");
vi.useFakeTimers({ now: Date.UTC(2026, 10, 28, 12), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

describe("a typed filter", () => {
  it.each([
    ["oct", OCTOBER],
    ["October", OCTOBER],
    ["oct 2026", OCTOBER],
    ["Sept 2025", { from: "2025-09-01", to: "2025-09-30" }],
    ["dec", { from: "2025-12-01", to: "2025-12-31" }],
    ["date:oct", OCTOBER],
    ["may", { from: "2026-05-01", to: "2026-05-31" }],
    ["oct kestrel", { ...OCTOBER, text: "kestrel" }],
    ["may 2026 kestrel", { from: "2026-05-01", to: "2026-05-31", text: "kestrel" }],
    [">1000", { totalFrom: "1000.0001" }],
    [">=1,000.50", { totalFrom: "1000.50" }],
    ["<50", { totalTo: "49.9999" }],
    ["=12.34", { totalFrom: "12.34", totalTo: "12.34" }],
    ["1,968.99", { totalFrom: "1968.99", totalTo: "1968.99" }],
    ["100..200", { totalFrom: "100", totalTo: "200" }],
    ["2026-10", { from: "2026-10-01", to: "2026-10-31" }],
    ["2024-02", { from: "2024-02-01", to: "2024-02-29" }],
    ["2025-12", { from: "2025-12-01", to: "2025-12-31" }],
    ["2026-10-05", { from: "2026-10-05", to: "2026-10-05" }],
    ["2025", { from: "2025-01-01", to: "2025-12-31" }],
    ["vendor:acme", { party: "acme" }],
    ['party:"Acme Ltd"', { party: "Acme Ltd" }],
    ["status:part", { statuses: ["part_paid"] }],
    ["type:bill", { types: ["purchase_bill"] }],
    ['type:"credit note"', { types: ["sales_credit"] }],
    ['type:"customer credit"', { types: ["sales_credit"] }],
    ["type:overpayment", { types: ["sales_credit", "purchase_credit"] }],
    ["type:Prepayment", { types: ["sales_credit", "purchase_credit"] }],
    ["type:deposit", { types: ["sales_credit", "purchase_credit"] }],
    ["cur:eur", { currency: "EUR" }],
    ["is:open", { onlyOpen: true }],
    ["is:deleted", { removed: true }],
    ["is:gone", { removed: true }],
    ["is:deleted", { removed: true }],
  ])("%s", (typed, asked) => {
    expect(askedFilter({ text: typed })).toEqual(asked);
  });

  it.each([
    "april may",
    "octopus",
    "1042",
    "INV-2026-10x",
    "2026-13",
    "status:nonsense",
    "type:payment",
    "http://x",
    ">",
    ">abc",
    "cur:euro",
  ])("leaves %s as text", (typed) => {
    expect(askedFilter({ text: typed })).toEqual({ text: typed });
  });

  it("has a chip for each part that was read, and none for words, which are in the field already", () => {
    const filter = { text: "SVC >100", onlyOpen: true };
    expect(activeFilters(filter).map(({ words }) => words)).toEqual(["Total > 100", "“SVC”", "Open only"]);
    expect(activeFilters(filter).map(({ isTyped = false }) => isTyped)).toEqual([false, true, false]);
    expect(columnFilter("SVC >100", []).parts.map(({ isTyped }) => isTyped)).toEqual([true, false]);
  });

  it("calls credits what covers the overpayments, prepayments and deposits among them", () => {
    const types = ["sales_credit", "purchase_credit", "sales_invoice"] as const;
    const chosen = activeFilters({ types: [...types] }).map(({ words }) => words);
    expect(chosen).toEqual(["Customer credit", "Vendor credit", "Invoice"]);
    for (const text of ["type:credit", "type:overpayment", "type:prepayment", "type:deposit"])
      expect(activeFilters({ text }).map(({ words }) => words)).toEqual(["Customer credit, Vendor credit"]);
  });

  it("is named in print as a whole, also where its words have no chip on screen", () => {
    const shown = (filter: DocumentFilter) => {
      const filters = activeFilters(filter).map(({ without: _, ...chip }) => ({ ...chip, remove: () => undefined }));
      return renderToStaticMarkup(createElement(FilterChips, { filters, onClear: () => undefined }));
    };
    const buttons = (html: string) => [...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, words]) => words);
    const both = shown({ text: "SVC >100", onlyOpen: true });
    expect(buttons(both)).toEqual(["Total &gt; 100", "Open only", "Clear all"]);
    expect(both).toContain(">“SVC”</li>");
    const words = shown({ text: "SVC" });
    expect(words).toContain(">“SVC”</li>");
    expect(buttons(words)).toEqual([]);
  });

  it("takes several parts and leaves the words between them", () => {
    expect(askedFilter({ text: 'paper >100 party:"Acme Ltd" 2026-10 clips', onlyOpen: true })).toEqual({
      text: "paper clips",
      totalFrom: "100.0001",
      party: "Acme Ltd",
      from: "2026-10-01",
      to: "2026-10-31",
      onlyOpen: true,
    });
    expect(typedFilter("kestrel oct").parts.map(({ token, words }) => [token, words])).toEqual([["oct", "Oct 2026"]]);
    expect(["status:voided", "status:part"].map((typed) => typedFilter(typed).parts[0]?.words)).toEqual(["Status: voided", "Partly paid"]);
    expect(typedFilter("a >5").parts.map(({ token, words }) => [token, words])).toEqual([[">5", "Total > 5"]]);
  });
});
