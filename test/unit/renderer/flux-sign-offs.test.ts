import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { Drivers } = await import("../../../src/renderer/features/flux/drivers.tsx");
const { FluxFigures } = await import("../../../src/renderer/features/flux/flux-figures.tsx");
const { Stamps } = await import("../../../src/renderer/features/flux/sign-offs.tsx");

/** The panel's sign-offs of a line that nobody explained, as a person of this role sees them. */
function shownTo(role: PersonRole): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["people.list", {}], [{ name: "Pat", role, active: true, current: true }]);
  const row = { accountId: "a", label: "Rent", explanation: null, stamps: [], status: "needed", material: true } as unknown as FluxRow;
  const review = { clientId: "c", period: { id: "month:2026-10" }, comparison: "prior_month", rows: [row] } as unknown as FluxReview;
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Stamps, { review, row })));
}

test("a button that can't be pressed is described by its reason, which is there to read", () => {
  const reasons = (role: PersonRole) => {
    const html = shownTo(role);
    return [...html.matchAll(/aria-describedby="(.*?)"/g)].map(([, id = ""]) => html.split(` id="${id}">`)[1]?.split("<")[0]?.trim());
  };
  expect(reasons("reviewer")).toEqual(["Save an explanation before signing off.", "A reviewer can sign off after the preparer."]);
  // The title of the other says that the role doesn't allow it.
  expect(reasons("preparer")).toEqual(["Save an explanation before signing off."]);
  expect(shownTo("preparer")).toContain("A reviewer can sign off after the preparer.");
});

test("the figures of a change name their currency, and what it does to the profit", () => {
  const rule = { amount: "500", percent: "10", join: "and" };
  const figures = { current: "300.00", comparative: "1000.00", change: "-700.00", percent: "-70.0", material: true, rule };
  const review = {
    ...{ currency: "NZD", comparison: "prior_month", comparedWith: [{ from: "2026-09-01", to: "2026-09-30" }] },
    period: { id: "month:2026-10", start: "2026-10-01", end: "2026-10-31" },
  } as unknown as FluxReview;
  const shown = (effect: FluxRow["effect"]) => {
    const row = { ...figures, effect } as unknown as FluxRow;
    return renderToStaticMarkup(createElement(FluxFigures, { review, row })).replaceAll(/<[^>]*>/g, "");
  };
  expect(shown("adverse")).toContain("NZD 300.00");
  // In a sentence, no line ends between a currency and its amount.
  expect(shown("adverse")).toContain("its threshold of 10% and NZD\u00a0500.");
  expect(shown("adverse")).toContain("Effect on net incomeUnfavorable");
  expect(shown(null)).not.toContain("Effect on net income");
});

test("a viewer reads once that nothing can be changed here", () => {
  const html = shownTo("viewer");
  expect([html.includes("Viewers can"), html.includes("Save an explanation")]).toEqual([true, false]);
});

test("the transactions of the comparison are under a heading that says they are subtracted", () => {
  const zero = { count: 1, comparativeCount: 1, byCount: "0.00", byAverage: "0.00" };
  type Sides = readonly (readonly [label: string, side: "current" | "comparative"])[];
  const shownOf = (comparison: string, periods: number, sides: Sides) => {
    const documents = sides.map(([label, side]) => ({
      ...{ documentId: label, isDocument: false, label, side, date: "2026-10-05", party: null, amount: "10.00" },
    }));
    const drivers = { currency: "NZD", documents, documentCount: documents.length, parties: [], dimensions: [], earlier: [] };
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const question = { clientId: "c", period: "month:2026-10", comparison, accountId: "a" };
    client.setQueryData(["flux.drivers", question], { ...drivers, countAndPrice: zero });
    const row = { accountId: "a", statement: "profit_and_loss", explanation: null } as unknown as FluxRow;
    const review = {
      ...{ clientId: "c", comparison, comparedWith: Array(periods).fill({ from: "2026-09-01", to: "2026-09-30" }) },
      period: { id: "month:2026-10", start: "2026-10-01", end: "2026-10-31" },
    } as unknown as FluxReview;
    const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Drivers, { review, row })));
    return [...html.matchAll(/<th scope="row(?:group)?"[^>]*>([^<]*)/g)].map(([, words]) => words);
  };
  const shown = (...sides: Sides) => shownOf("prior_month", 1, sides);
  const subtracted = ["Prior month (subtracted)", "INV-1"];
  expect(shown(["INV-1", "comparative"], ["INV-2", "current"])).toEqual(["This period", "INV-2", ...subtracted]);
  expect(shown(["INV-1", "comparative"])).toEqual(subtracted);
  expect(shown(["INV-2", "current"])).toEqual(["INV-2"]);
  // An average takes only a part of each.
  expect(shownOf("trailing_average", 3, [["INV-1", "comparative"]])).toEqual(["3 earlier periods (average subtracted)", "INV-1"]);
});
