import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
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
  expect(reasons("reviewer")).toEqual(["Write and save an explanation first.", "The preparer must sign off first."]);
  // The title of the other says that the role doesn't allow it.
  expect(reasons("preparer")).toEqual(["Write and save an explanation first."]);
  expect(shownTo("preparer")).toContain("The preparer must sign off first.");
});

test("a viewer reads once that nothing can be changed here", () => {
  const html = shownTo("viewer");
  expect([html.includes("Viewers can"), html.includes("Write and save")]).toEqual([true, false]);
});
