import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, negateDecimal } from "#shared/kernel/decimal.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

const bar = vi.hoisted((): { asOf: string | null } => ({ asOf: null }));
// A server's rendering sees a store as it began, and a clock that ticks has no moment for it.
vi.mock("../../../src/renderer/state/window/bar-age.ts", () => ({ useBarAge: () => bar.asOf, tellBarAge: () => () => undefined }));
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
openStaticWindow();
// Another file of this process may have loaded them without what is replaced here.
vi.resetModules();
const { openDifferenceWords } = await import("../../../src/renderer/features/bank/bank-account.tsx");
const { SyncState } = await import("../../../src/renderer/features/clients/client-progress.tsx");
const { HistoryTable } = await import("../../../src/renderer/features/transactions/detail/history-table.tsx");
const { TotalsFooter } = await import("../../../src/renderer/features/transactions/totals-footer.tsx");
const { isSaidInBar } = await import("../../../src/renderer/ui/figures/as-of-label.tsx");
const { FigureHead } = await import("../../../src/renderer/ui/figures/figure-head.tsx");
const { SourceWords } = await import("../../../src/renderer/ui/figures/figure-source.tsx");
const { HiddenColumns } = await import("../../../src/renderer/ui/grid/hidden-columns.tsx");

test("the head of figures leaves their age to the bar only where it says the same, and never where they are out of date", () => {
  const [asOf, earlier] = ["2026-11-20T21:00:00.000Z", "2026-11-20T20:00:00.000Z"];
  const nowMs = Date.UTC(2026, 10, 21);
  expect(isSaidInBar({ asOf, nowMs }, asOf)).toBe(true);
  expect(isSaidInBar({ asOf: earlier, nowMs }, asOf)).toBe(false);
  expect(isSaidInBar({ asOf, nowMs }, null)).toBe(false);
  expect(isSaidInBar({ asOf: null, nowMs }, null)).toBe(false);
  expect(isSaidInBar({ asOf, nowMs: nowMs + 2 * 86_400_000 }, asOf)).toBe(false);
});

test("a head shows when its figures were synced where the bar says nothing or another time, else on paper only", () => {
  const [asOf, earlier] = ["2026-11-20T21:00:00.000Z", "2026-11-20T20:00:00.000Z"];
  const age = (said: string | null) => {
    bar.asOf = said;
    const head = createElement(FigureHead, { title: "Balances", facts: "Accrual, USD", asOf, nowMs: Date.UTC(2026, 10, 21) });
    return /<span([^>]*)>Synced <time/.exec(renderToStaticMarkup(head))?.[1];
  };
  expect([age(null), age(earlier)]).toEqual(["", ""]);
  expect(age(asOf)).toMatch(/^ class="[^"]*said/);
});

test("a source reads as what it is, opens how figures were calculated, and says records only where not all are transactions", () => {
  const words = (source: "gl_feed" | "mirror", said?: string) =>
    renderToStaticMarkup(createElement(SourceWords, { source, words: said, onWhy: () => undefined }));
  expect(words("gl_feed")).toMatch(/^<button[^>]* title="[^"]* Press P for details\."[^>]*>Source: general ledger</);
  expect(words("mirror")).toContain(">Source: synced transactions<");
  expect(words("mirror", "Source: synced records")).toContain(">Source: synced records<");
});

test("how far a sync is or why it failed is in the tip of its state, and a first sync's bar is in the column of progress only", () => {
  const facts = { clientId: "c", name: "Birch Dental", demo: false, ledger: "Ledger A", offline: false, problem: null, queue: null };
  const row = { ...facts, state: "syncing", asOf: "2026-11-20T21:00:00.000Z", streamsDone: 3, streamsTotal: 12 };
  const shown = (part: object) =>
    renderToStaticMarkup(createElement(SyncState, { row: { ...row, ...part } as unknown as Parameters<typeof SyncState>[0]["row"] }));
  for (const words of ['title="Syncing now.\n3 of 12 data sets"', 'aria-valuenow="25"', 'aria-valuetext="3 of 12 data sets"'])
    expect(shown({})).toContain(words);
  expect(shown({ streamsDone: 12 })).toContain('aria-valuetext="Tying out"');
  expect(shown({ asOf: null })).toContain("3 of 12 data sets");
  expect(shown({ state: "failed", problem: "The disk is full." })).toContain("\nThe disk is full.");
  for (const part of [{ asOf: null }, { state: "queued" }, { state: "failed" }, { streamsTotal: 0 }])
    expect(shown(part)).not.toContain("progressbar");
});

test("how a transaction's changes are detected is behind its own words", () => {
  const audit = { ownRecord: "Compared at each sync.", ledgerTrail: { kept: false, read: false, message: "No history." } };
  const view = { history: [], document: {}, names: {}, audit } as unknown as Parameters<typeof HistoryTable>[0]["view"];
  const html = renderToStaticMarkup(createElement(HistoryTable, { view }));
  expect(html).toMatch(/<button[^>]* aria-label="How changes are detected"/);
  expect(html).not.toContain("Compared at each sync.");
});

test("columns that a list has no room for share the line of its totals, and are named in a tip", () => {
  const hidden = (brief: boolean) => createElement(HiddenColumns, { names: ["Due", "Currency"], brief, onShow: () => undefined });
  const totals = { count: 3, rows: [], excluded: { voided: 0, deleted: 0 } };
  const footer = { totals, all: null, incomplete: false, unread: false, base: "USD", hidden: hidden(true) };
  const html = renderToStaticMarkup(createElement(TotalsFooter, footer));
  expect(html).toMatch(/3 transactions<.*title="Hidden to fit: Due; Currency"[^>]*>Show 2 more columns</);
  expect(renderToStaticMarkup(hidden(false))).toContain("Hidden to fit: Due; Currency</p>");
});

test("of more than four columns without room, three are named and the others counted, and the tip names all", () => {
  const shown = (names: readonly string[]) =>
    renderToStaticMarkup(createElement(HiddenColumns, { names, onShow: () => undefined })).replaceAll("\u00a0", " ");
  const four = ["Apr 2026", "May 2026", "Jun 2026", "Jul 2026"];
  expect(shown(four)).toMatch(/<p class="[^"]*">Hidden to fit: Apr 2026; May 2026; Jun 2026; Jul 2026<\/p>/);
  const html = shown([...four, "Aug 2026", "Sep 2026"]);
  expect(html).toContain(">Hidden to fit: Apr 2026; May 2026; Jun 2026 and 3 more</p>");
  expect(html).toContain('title="Hidden to fit: Apr 2026; May 2026; Jun 2026; Jul 2026; Aug 2026; Sep 2026"');
});

test("what totals leave out is told beside totals only, with what is zero where a voided transaction may look like it", () => {
  const own = { side: "sales" as const, currency: "NZD", count: 3, total: decimal("120"), outstanding: null };
  const shown = (excluded: { voided: number; deleted: number }, statusIsDerived: boolean, rows = [own]) => {
    const totals = { count: 9, rows, excluded };
    const footer = { totals, all: null, incomplete: false, unread: false, base: "NZD", statusIsDerived };
    return /Not in totals: [^<]*/.exec(renderToStaticMarkup(createElement(TotalsFooter, footer)))?.[0];
  };
  expect(shown({ voided: 2, deleted: 0 }, false)).toBe("Not in totals: 2 voided");
  expect(shown({ voided: 2, deleted: 1 }, true)).toBe("Not in totals: 2 voided or zero, 1 deleted");
  expect(shown({ voided: 0, deleted: 1 }, true)).toBe("Not in totals: 1 deleted");
  expect(shown({ voided: 2, deleted: 1 }, true, [])).toBeUndefined();
});

test("the tip of a difference with lines left to match says how much of it comes from before the first statement", () => {
  const opening = { code: "opening", date: calendarDate("2026-10-01"), amount: decimal("3750.27") } as const;
  expect(openDifferenceWords({ reasons: [], currency: "NZD" }, (amount) => amount)).toMatch(/\. Only accepted matches count\.$/);
  const said = (shown: typeof negateDecimal) => openDifferenceWords({ reasons: [opening], currency: "NZD" }, shown);
  expect(said((amount) => amount)).toContain("count. NZD 3,750.27 comes from before 1 Oct 2026, when the first statement begins. Match");
  // What is owed on a card has the other sign, as the difference above the tip does.
  expect(said(negateDecimal)).toContain("NZD (3,750.27) comes");
});

test("a sum of transactions says that it includes tax, and in its tip which transactions it has", () => {
  const rows = [{ side: "sales" as const, currency: "NZD", count: 3, total: decimal("120"), outstanding: null }];
  const totals = { count: 3, rows, excluded: { voided: 0, deleted: 0 } };
  const html = renderToStaticMarkup(createElement(TotalsFooter, { totals, all: null, incomplete: false, unread: false, base: "NZD" }));
  expect(html).toMatch(
    /title="Total of the listed transactions of this type and currency[^"]*"><span[^>]*>Sales less credits, incl\. tax</,
  );
});
