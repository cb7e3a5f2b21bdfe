import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Elimination, GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { type TieOut, type TieOutOutcome, tieOutChecks } from "#shared/model/reports/tie-out.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { varianceOf } from "#test/support/variance.ts";

openStaticWindow();
const { EntityTieOuts, ledgerWords, openNames, runStanding, tiedOut } = await import(
  "../../../src/renderer/features/consolidation/report/entity-tie-outs.tsx"
);
const { Pairs } = await import("../../../src/renderer/features/consolidation/eliminations/eliminations.tsx");

describe("the tie-outs of a group's entities", () => {
  const run = (outcomes: Partial<Record<TieOut["check"], TieOutOutcome>>, accepted: TieOut["check"][] = [], recheck = false) => ({
    checks: tieOutChecks.flatMap((name) => {
      const outcome = outcomes[name];
      return outcome === undefined ? [] : [{ ...varianceOf(name), outcome }];
    }),
    ...{ accepted, recheck },
  });
  const tied = { trial_balance: "ties", profit_and_loss: "within_tolerance", balance_sheet: "ties" } as const;

  it("are counted with every check, and name those that aren't tied out", () => {
    expect(runStanding(run(tied))).toEqual({ tied: 3, totalOnly: 0, withinTolerance: 1, open: [] });
    expect(runStanding(run({ ...tied, profit_and_loss: "ties" }))).toEqual({ tied: 3, totalOnly: 0, open: [] });
    expect(runStanding(run({ ...tied, aging_receivable: "variance", document_counts: "not_run" }))).toEqual({
      ...{ tied: 3, totalOnly: 0, withinTolerance: 1 },
      open: [
        { outcome: "variance", accepted: false, checks: ["aging_receivable"] },
        { outcome: "not_run", accepted: false, checks: ["document_counts"] },
      ],
    });
    expect(runStanding(run({ ...tied, balance_sheet: "variance" }, ["balance_sheet"]))).toEqual({
      ...{ tied: 2, totalOnly: 0, withinTolerance: 1 },
      open: [{ outcome: "variance", accepted: true, checks: ["balance_sheet"] }],
    });
  });

  it("say how many of how many are tied out, and ledger by ledger, since entities may share one", () => {
    const shared = { all: ["Alder", "Birch"], tied: 8, totalOnly: 2, checks: 9 };
    const none = { all: ["Cedar"], tied: 0, totalOnly: 0, checks: 9 };
    const each = ["Alder, Birch: 8 of 9 tied out (2 total only)", "Cedar: 0 of 9 tied out"];
    expect(tiedOut([shared, none])).toEqual({ word: "8 of 18 tied out (2 total only)", each, all: false });
    expect([tiedOut([none]), tiedOut([shared, { ...none, checks: 0 }])?.word]).toEqual([null, "8 tied out (2 total only)"]);
    expect(tiedOut([{ ...shared, tied: 9 }])).toMatchObject({ word: "9 tied out (2 total only)", all: true });
    const rounded = { ...shared, totalOnly: 0, withinTolerance: 1 };
    expect(tiedOut([rounded, none])?.word).toBe("8 of 18 tied out (1 within tolerance)");
  });

  it("have the check mark of what is proved only where none is by its total only or within tolerance", () => {
    const to = calendarDate("2026-01-31");
    const report = { members: [{ name: "Alder", clientId: "c", entityId: null }], to } as unknown as GroupReport;
    const isProved = (outcomes: Parameters<typeof run>[0]) => {
      const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
      client.setQueryData(["tieOuts.last", { clientId: "c", asOfDate: to }], run(outcomes));
      const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(EntityTieOuts, { report })));
      return /class="[^"]*proof/.test(html);
    };
    expect([isProved({ ...tied, profit_and_loss: "ties" }), isProved(tied)]).toEqual([true, false]);
  });

  it("say of how many ledgers they are, so that nobody expects those of each entity where several share one", () => {
    const words = [ledgerWords(2, 1), ledgerWords(3, 1), ledgerWords(2, 2), ledgerWords(3, 2), ledgerWords(1, 1)];
    expect(words).toEqual([
      "One ledger for both entities:",
      "One ledger for all 3 entities:",
      "2 ledgers:",
      "2 ledgers for 3 entities:",
      "Tie-outs:",
    ]);
  });

  it("say by how much the only check that is off is, of the entity that is where the ledger tells them apart", () => {
    const off = (more: Partial<TieOut>) =>
      runStanding({ checks: [{ ...varianceOf("aging_receivable"), ...more }], accepted: [], recheck: false }).open[0]?.difference;
    expect(off({ difference: decimal("-141.40") })).toEqual({ amount: "141.40", currency: "USD" });
    const part = { ours: null, ledgers: null, reason: null, compared: 1, outcome: "variance", currency: "EUR" } as const;
    const entities = ["1", "2"].map((entityId) => ({ ...part, entityId, name: entityId, difference: decimal("5.00") }));
    expect(off({ difference: decimal("7.00"), entities: entities.slice(1) })).toEqual({ amount: "5.00", currency: "EUR" });
    expect([off({ entities }), off({ difference: decimal("0.00") }), off({ difference: decimal("3"), currency: null })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const both = ["aging_receivable", "aging_payable"] as const;
    const two = both.map((name) => ({ ...varianceOf(name), difference: decimal("1.00") }));
    expect(runStanding({ checks: two, accepted: [], recheck: false }).open[0]).not.toHaveProperty("difference");
  });

  it("name the currency of a difference, the group's own too", () => {
    const to = calendarDate("2026-01-31");
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const off = { ...varianceOf("aging_receivable"), difference: decimal("-141.40") };
    client.setQueryData(["tieOuts.last", { clientId: "c", asOfDate: to }], { checks: [off], accepted: [], recheck: false });
    const report = { members: [{ name: "Alder", clientId: "c", entityId: null }], to } as unknown as GroupReport;
    const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(EntityTieOuts, { report })));
    const words = html.replaceAll(/<[^>]*>/g, "");
    expect(words).toContain("USD 141.40");
    // The state comes first, then whose it is, and the count of all last.
    expect(words).toMatch(/^Out of balance.*USD 141\.40.*Alder, aged receivables.*None tied out$/);
  });

  it("never tie out where nothing was compared, or before a sync that changed figures is checked", () => {
    const none = { outcome: "not_run", accepted: false, checks: [] };
    expect(runStanding(null)).toEqual({ tied: 0, totalOnly: 0, open: [none] });
    expect(runStanding(run(tied, [], true)).open).toEqual([{ ...none, outcome: "recheck_needed" }]);
    expect(runStanding({ ...run(tied, [], true), rechecking: true }).open).toEqual([{ ...none, outcome: "rechecking" }]);
  });

  it("name the entity that is off where several share a ledger, and all of them where the ledger doesn't tell them apart", () => {
    const members = ["1", "2"].map((entityId) => ({ name: `Entity ${entityId}`, clientId: "c", entityId }));
    const part = (entityId: string, outcome: TieOutOutcome) => ({
      ...{ entityId, name: entityId, currency: "USD", ours: null, ledgers: null, difference: null, reason: null, compared: 1 },
      outcome,
    });
    const own = { ...varianceOf("aging_receivable"), entities: [part("1", "ties"), part("2", "variance")] };
    expect(openNames(members, { checks: [own], accepted: [], recheck: false })).toEqual(["Entity 2"]);
    expect(openNames(members, run({ aging_receivable: "variance" }))).toEqual(["Entity 1", "Entity 2"]);
  });
});

describe("the elimination pairs of a group", () => {
  const side = (nodeId: string, left: string) => ({
    ...{ nodeId, accountId: null, partyId: null, balance: decimal("600.00") },
    ...{ eliminated: decimal("0.00"), left: decimal(left) },
  });
  const pair = (pairId: string, a: string, b: string, difference: string): Elimination => ({
    pairId,
    name: pairId,
    kind: "balance",
    outcome: "difference",
    reason: null,
    a: side("a", a),
    b: side("b", b),
    difference: decimal(difference),
  });
  const headsOf = (eliminations: readonly Elimination[]) => {
    const tree = { treeId: "g", tree: { nodes: [] } } as unknown as EntityTreeVersion;
    const shown = createElement(Pairs, { tree, report: { eliminations: [...eliminations], currency: "USD" } });
    const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, shown));
    return [...html.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, name]) => name);
  };

  it("have their differences in a column only where they aren't what remains of one side", () => {
    const oneSided = [pair("Loan", "185.00", "0.00", "185.00"), pair("Services", "0.00", "-20.00", "-20.00")];
    expect(headsOf(oneSided).slice(-2)).toEqual(["Eliminated", "Remaining"]);
    expect(headsOf([...oneSided, pair("Rent", "5.00", "7.00", "12.00")]).slice(-2)).toEqual(["Remaining", "Difference"]);
  });
});
