import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";
import type { LineContext } from "../../../src/renderer/features/writes/transactions/line-cells.tsx";
import type { DocumentForm, LineForm } from "../../../src/renderer/features/writes/transactions/transaction-draft.ts";

vi.mock("../../../src/renderer/ui/fields/combobox-field.tsx", () => ({
  ComboboxField: ({ label, required: isRequired }: { readonly label: string; readonly required?: boolean }) =>
    createElement("input", { "aria-label": label, ...(isRequired ? { "aria-required": true } : {}) }),
}));

openStaticWindow();
const { FormField, TextInput } = await import("../../../src/renderer/features/writes/form-field.tsx");
const { TargetCell } = await import("../../../src/renderer/features/writes/transactions/line-cells.tsx");
const { DocumentFields } = await import("../../../src/renderer/features/writes/transactions/transaction-fields.tsx");

const shown = (element: ReactElement) => renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, element));
const labels = (markup: string) => [...markup.matchAll(/<span(?: class="[^"]*")?>([^<]+)<\/span>/g)].map(([, words]) => words);
const required = (markup: string) =>
  [...markup.matchAll(/<input[^>]*>/g)].flatMap(([input]) =>
    input.includes('aria-required="true"') ? [/aria-label="([^"]*)"/.exec(input)?.[1]] : [],
  );

const memoInput = { label: "Memo", value: "", onChange: () => undefined };
const journal: DocumentForm = {
  ...{ type: "journal" as const, party: null, number: "", reference: "", issueDate: "2026-10-31", dueDate: "", currency: "NZD" },
  ...{ exchangeRate: "", status: "open" as const, basis: "", entityId: "", memo: "", totalAccount: null, lines: [] },
};
const aids = { taxList: [], taxCodes: new Map(), refused: {}, defaults: null, ready: true };
const fields = { clientId: "c", organisation: null, exists: false, posted: false, aids, errors: {}, onChange: () => undefined };

test("a field that may stay empty says so in its label and keeps its name; a date is required", () => {
  const memo = shown(
    // biome-ignore lint/correctness/noChildrenProp: the field is drawn by a function, which createElement's own children can't be
    createElement(FormField, { name: "Memo", optional: true, children: () => createElement(TextInput, memoInput) }),
  );
  expect(labels(memo)).toEqual(["Memo (optional)"]);
  expect(memo).toContain('aria-label="Memo"');
  expect(required(memo)).toEqual([]);
  const head = shown(createElement(DocumentFields, { ...fields, form: journal }));
  expect(labels(head)).toEqual(expect.arrayContaining(["Date", "Number (optional)", "Memo (optional)", "Currency"]));
  expect(required(head)).toEqual(["Date"]);
  const bill = shown(createElement(DocumentFields, { ...fields, form: { ...journal, type: "purchase_bill" as const } }));
  expect(labels(bill)).toEqual(expect.arrayContaining(["Date", "Due date (optional)", "Number (optional)"]));
});

test("what the ledger rejected an update without isn't called optional, nor what a record in the ledger already has", () => {
  const rejected = shown(createElement(DocumentFields, { ...fields, form: journal, errors: { memo: "Enter a memo." } }));
  expect(labels(rejected)).toEqual(expect.arrayContaining(["Memo", "Number (optional)"]));
  const edited = shown(createElement(DocumentFields, { ...fields, exists: true, form: { ...journal, number: "J-1" } }));
  expect(labels(edited)).toEqual(expect.arrayContaining(["Number", "Memo (optional)"]));
});

test("a line must name an account, unless it is one of the ledger's that names nothing", () => {
  const words = { quantity: "", unitAmount: "", net: "0.00", credit: "", taxCode: "", dimensions: {} };
  const requiredIn = (lineId: string | null, counts: boolean) => {
    const line: LineForm = { ...words, key: 0, lineId, kind: "account", target: null, description: "See the note" };
    const context = { clientId: "c", kinds: ["account"], usualTarget: undefined } as unknown as LineContext;
    const cell = { context, line, counts, error: () => undefined, label: (name: string) => name, onLine: () => undefined };
    const row = createElement("tr", null, createElement(TargetCell, cell));
    return required(shown(createElement("table", null, createElement("tbody", null, row))));
  };
  expect([requiredIn(null, true), requiredIn(null, false), requiredIn("4", true)]).toEqual([["account"], [], []]);
});
