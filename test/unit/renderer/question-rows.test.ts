import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { QuestionView } from "#shared/contract/close/questions.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { QuestionBar } = await import("../../../src/renderer/features/questions/question-bar.tsx");
const { QuestionRow } = await import("../../../src/renderer/features/questions/question-row.tsx");
const { SuggestedList } = await import("../../../src/renderer/features/questions/suggested-list.tsx");

const acts = { pending: null } as never;
const about = { kind: "party" as const, id: "v", label: "Elm Optics", contact: null, date: null, amount: null };
const question = (more: Partial<QuestionView> = {}): QuestionView => ({
  ...{ questionId: "Q1", reason: "missing_tax_id" as const, text: "What is this vendor's GST number?", about, state: "open" as const },
  ...{ asked: { person: "Pat@desk", at: "2026-11-21T09:00:00.000Z" as never, decisionNo: 1 }, sent: null, answer: null, resolved: null },
  ...more,
});

/** As a preparer sees it. */
function shown(element: ReactElement): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["people.list", {}], [{ name: "Pat", role: "preparer", active: true, current: true }]);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}

it("a question begins with what it is about, since many have the same words", () => {
  const asked = shown(createElement(QuestionRow, { clientId: "c", question: question(), acts }));
  const suggested = shown(createElement(SuggestedList, { clientId: "c", suggestions: [question() as never], acts }));
  for (const html of [asked, suggested]) expect(html.replaceAll(/<[^>]*>/g, "")).toMatch(/Elm OpticsWhat is this vendor/);
  // Why it's suggested is beside its words, not at the other end of the row.
  expect(suggested.replaceAll(/<[^>]*>/g, "")).toContain("GST number?Missing tax ID");
});

describe("the bar of questions", () => {
  const bar = (questions: readonly QuestionView[], isSuggested: boolean) =>
    shown(createElement(QuestionBar, { clientId: "c", questions, isSuggested, acts }));

  it("leaves the main act to suggestions as long as there are any", () => {
    const isPrimary = (html: string) => /<button[^>]*primary[^>]*>(?:<svg.*?<\/svg>)?New question…</.test(html);
    expect([isPrimary(bar([], true)), isPrimary(bar([], false))]).toEqual([false, true]);
  });

  it("has one menu for what goes to the client, and says why there is nothing to send", () => {
    const menu = (html: string) => /<button[^>]*popovertarget[^>]*>Send to client/i.exec(html)?.[0] ?? "";
    const html = bar([question()], false);
    expect(menu(html)).not.toContain("disabled");
    // Most questions go out by email, so that comes first.
    const ways = ["Copy as email", "Export workbook…", "Export PDF…"].map((way) => html.indexOf(way));
    expect(ways).toEqual([...ways].sort((a, b) => a - b));
    expect(ways).not.toContain(-1);
    const none = menu(bar([question({ state: "resolved" })], false));
    expect(none).toContain('disabled=""');
    expect(none).toContain("There are no unanswered questions to send. Add one first.");
  });
});
