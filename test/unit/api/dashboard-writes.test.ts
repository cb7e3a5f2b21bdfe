import { expect, it } from "vitest";
import type { ApiContext } from "#main/api/context.ts";
import { dashboardRows } from "#main/features/clients/dashboard.ts";

it("a client's row counts the writes that wait for a person by what happened to them", async () => {
  const clients = ["oak", "elm"].map((clientId) => ({
    ...{ clientId, name: clientId, demo: false, paused: false },
    ...{ system: null, organisation: null, baseCurrency: null, rollup: null },
  }));
  const answers: Readonly<Record<string, unknown>> = { "firm.clients": clients, "firm.assigned": [] };
  const ends = ["1/rejected", "2/rejected", "3/partial", "4/unknown", "5/conflict", "5/posted-differently"];
  const notices = [
    ...ends.map((end) => ({ kind: "write", key: `write/oak/${end}`, clientId: "oak" })),
    { kind: "variance", key: "variance/elm/conflict", clientId: "elm" },
  ];
  const rows = await dashboardRows({
    pool: { must: async (name: string) => answers[name], perform: async () => ({ ok: true, value: [] }) },
    clock: { nowMs: () => 0 },
    engine: { snapshot: () => null },
    notices: { list: async () => notices },
  } as unknown as ApiContext);
  expect(rows.map(({ writesToReview, writeProblems, conflicts }) => ({ writesToReview, writeProblems, conflicts }))).toEqual([
    { writesToReview: 5, writeProblems: { rejected: 2, partial: 1, unknown: 1, different: 1 }, conflicts: 1 },
    { writesToReview: 0, writeProblems: { rejected: 0, partial: 0, unknown: 0, different: 0 }, conflicts: 0 },
  ]);
});
