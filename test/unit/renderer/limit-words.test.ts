import { readFileSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { limitsView, verifiedLimitsViews } from "#main/runtime/limits-view.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { limitValue, limitWords } from "../../../src/renderer/format/labels/limit-labels.ts";

openStaticWindow();
const { LimitSection } = await import("../../../src/renderer/features/settings/limit-section.tsx");
const { LimitsSection } = await import("../../../src/renderer/features/connection/limits-section.tsx");

const TODAY = "2026-11-29";
const json: unknown = JSON.parse(readFileSync(new URL("../../../resources/ledger-limits.json", import.meta.url), "utf8"));

/** The cells of each row in Settings, by its words: ledgers A, B and C. */
function rows(): ReadonlyMap<string, readonly string[]> {
  const views = verifiedLimitsViews(json, TODAY);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["limits.verified", {}], views.ok ? views.value : []);
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(LimitSection)));
  const cells = (row: string) => row.split(/<\/t[hd]>/).map((cell) => cell.replaceAll(/<[^>]+>/g, ""));
  return new Map([...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) => [cells(row)[0] ?? "", cells(row).slice(1, 4)]));
}

test("a limit that a ledger doesn't set is no limit, and a dash is for a row that doesn't apply", () => {
  const shown = rows();
  expect(shown.get("Batch requests per time window")).toEqual(["–", "40", "–"]);
  expect(shown.get("Requests per day")).toEqual(["5,000", "No limit", "No limit"]);
  expect(shown.get("Changes per batch request")).toEqual(["–", "30", "–"]);
  expect(shown.get("Length of time window")).toEqual(["60 s", "60 s", "–"]);
});

test("a verified limit reads alike in Settings and on a client's Connection screen", () => {
  const shown = rows();
  const ledgers = ["ledger_a", "ledger_b", "ledger_c"] as const;
  const compared = ledgers.flatMap((system, at) => {
    const view = limitsView(json, system, undefined, TODAY);
    const values = view.ok ? view.value.values : [];
    return values.flatMap(({ name, value }) => {
      const cell = shown.get(limitWords(name).words)?.[at];
      return cell === undefined || cell === "–" ? [] : [[system, name, cell, limitValue(name, value)] as const];
    });
  });
  expect(compared.length).toBeGreaterThan(20);
  for (const [system, name, inSettings, onConnection] of compared) expect([system, name, inSettings]).toEqual([system, name, onConnection]);
});

test("a connection lists no length of a window in which nothing is counted, and no limit of batches that it doesn't send", () => {
  const listed = (system: "ledger_a" | "ledger_b" | "ledger_c", row: string) => {
    const view = limitsView(json, system, undefined, TODAY);
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    client.setQueryData(["connections.limits", { clientId: "c" }], view.ok ? view.value : null);
    const section = createElement(LimitsSection, { clientId: "c" });
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, section)).includes(row);
  };
  const [length, batches] = ["Length of time window", "Batch requests per time window"];
  expect([listed("ledger_a", length), listed("ledger_c", length)]).toEqual([true, false]);
  expect([listed("ledger_b", batches), listed("ledger_a", batches)]).toEqual([true, false]);
});
