import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { WriteCheck } from "#shared/model/ledger/write.ts";

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const page = { addEventListener: () => undefined, querySelector: () => null, querySelectorAll: () => [], activeElement: null };
vi.stubGlobal("window", {
  addEventListener: () => undefined,
  HTMLElement: class {},
  screen: {},
  document: page,
  matchMedia: () => ({ addEventListener: () => undefined }),
  location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
  localStorage: storage,
  sessionStorage: storage,
});
vi.stubGlobal("document", page);
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
afterAll(() => void vi.unstubAllGlobals());
const { BillActs } = await import("../../../src/renderer/features/checks/duplicates/bill-acts.tsx");
const { RefusedRecords } = await import("../../../src/renderer/features/settings/refused-records.tsx");
const { WriteLinks } = await import("../../../src/renderer/features/transactions/detail/write-links.tsx");
const { EntryFields } = await import("../../../src/renderer/features/writes/entry-fields.tsx");
const { jobColumns } = await import("../../../src/renderer/features/writes/queue/job-columns.tsx");
const { CheckList, checksTold } = await import("../../../src/renderer/features/writes/review/check-list.tsx");
const { fittingColumns } = await import("../../../src/renderer/ui/grid/column-widths.ts");

/** As a person of this role sees it, with what the core answered. */
function shownTo(role: PersonRole, element: ReactElement, ...answers: (readonly [question: string, input: object, answer: unknown])[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [question, input, answer] of answers) client.setQueryData([question, input], answer);
  const person = (name: string, is: PersonRole, current: boolean) => ({ name, role: is, active: true, current });
  client.setQueryData(["people.list", {}], [person("Ada", "admin", false), person("Pat", role, true)]);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}

test("a form's fields are live for those who can send what they enter, and for nobody else", () => {
  const fields = createElement(EntryFields, null, createElement("input"));
  expect(shownTo("preparer", fields)).not.toContain("disabled");
  expect(shownTo("viewer", fields)).toMatch(/^<fieldset[^>]* disabled=""/);
});

test("a viewer sees the ways to change a transaction disabled, with who can", () => {
  const amount = { amount: "5.00", currency: "NZD" };
  const document = { id: "Bill:1", type: "purchase_bill", status: "open", outstanding: amount, removedDetectedAt: null };
  const html = shownTo("viewer", createElement(WriteLinks, { clientId: "c", view: { document } as never }));
  expect(html).not.toContain("href");
  const barred = [...html.matchAll(/<button[^>]* disabled="" title="Your role doesn&#x27;t allow this\. Ask Ada\."[^>]*>(\w+)/g)];
  expect(barred.map(([, word]) => word)).toEqual(["Pay", "Edit", "More"]);
});

test("a bill in a locked period isn't voided: its card says why, and offers a credit note", () => {
  const date = calendarDate("2026-06-04");
  const bill = {
    ...{ id: "Bill:1", partyId: "v", partyName: "Elm", taxIdentifier: null, number: "7", reference: null, date },
    ...{ currency: "NZD", total: decimal("5.00"), type: "purchase_bill" as const, status: "paid" as const },
  };
  const shown = (canPost: boolean) =>
    shownTo(
      "preparer",
      createElement(BillActs, { clientId: "c", bill }),
      ["documents.show", { clientId: "c", id: bill.id }, { document: { id: bill.id, allocations: [] } }],
      ["writes.withdrawals", { clientId: "c", id: bill.id }, ["void"]],
      ["posting.check", { clientId: "c", date, module: "ap" }, { canPost, firstPostableDate: calendarDate("2026-09-01") }],
    );
  const [locked, paid] = [shown(false), shown(true)];
  expect(locked).toContain("4 Jun 2026 is locked, so this bill can&#x27;t be voided.");
  expect(locked).toMatch(/<button[^>]* disabled=""[^>]*>Void this bill…/);
  expect(paid).toContain("This bill is paid, so the ledger may refuse to void it.");
  expect(paid).toMatch(/<a [^>]*>Void this bill…/);
  for (const html of [locked, paid]) expect(html).toMatch(/<a [^>]*>New credit note</);
});

test("beside an update, its state and the reason stay, and who created it goes first", () => {
  const needs = { title: 170, state: 120, person: 90, when: 96, why: 700 };
  const shown = (room: number) => fittingColumns(jobColumns(), { needs, room, pinned: 0, kept: [], beside: true }).map(({ id }) => id);
  expect(shown(1200)).toEqual(["title", "state", "person", "when", "why"]);
  expect(shown(760)).toEqual(["title", "state", "when", "why"]);
  expect(shown(610)).toEqual(["title", "state", "why"]);
});

test("checks that passed are a quiet line, and none of them contradicts a conflict", () => {
  const check = (name: WriteCheck["name"], outcome: WriteCheck["outcome"]): WriteCheck => ({ name, outcome, message: `${name}.` });
  const checks = [check("version", "passed"), check("cut_off", "passed"), check("duplicate", "warning")];
  const html = shownTo("viewer", createElement(CheckList, { checks, folded: true }));
  expect(/<summary[^>]*>(.*?)<\/summary>/.exec(html)?.[1]).toBe("2 checks passed");
  const told = (state: "conflict" | "rejected", ...of: WriteCheck[]) => checksTold({ state, checks: of }).map(({ name }) => name);
  expect(told("conflict", ...checks)).toEqual(["cut_off", "duplicate"]);
  expect(told("rejected", ...checks)).toEqual(["version", "cut_off", "duplicate"]);
  expect(told("conflict", check("version", "blocked"))).toEqual(["version"]);
});

test("what the firm's server didn't accept is sent again as a whole, and discarded one by one", () => {
  const at = "2026-11-20T00:00:00.000Z";
  const record = (clientId: string, itemKey: string) => ({ clientId, itemKey, title: itemKey, message: "", at });
  const buttons = (...refused: ReturnType<typeof record>[]) => {
    const html = shownTo("viewer", createElement(RefusedRecords), ["firm.exchange", {}, { refused }], ["clients.list", {}, { rows: [] }]);
    return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, word]) => word);
  };
  expect(buttons(record("c", "note/1"), record("c", "note/2"))).toEqual(["Discard…", "Discard…", "Try all again"]);
  expect(buttons(record("", "row/x"))).toEqual(["Discard…", "Try again"]);
  expect(buttons()).toEqual([]);
});
