import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { PeriodBar } = await import("../../../src/renderer/features/shell/period-bar.tsx");
const { StartClose } = await import("../../../src/renderer/features/clients/bulk/bulk-bar.tsx");

function shown(clientId: string | null, address: string): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["clients.list", {}], {
    rows: [
      { clientId: "c", period: "2025-10" },
      { clientId: "d", period: "2999-10" },
    ],
  });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(PeriodBar, { clientId, address })));
}

test("the day of open items is in the bar where a screen shows some, and nowhere else", () => {
  for (const screen of ["overview", "aging"]) expect(shown("c", `/clients/c/${screen}`)).toContain("Open items as of");
  for (const screen of ["statements", "close", "checks", "questions"]) {
    expect(shown("c", `/clients/c/${screen}`)).toContain('aria-label="Previous period"');
    expect(shown("c", `/clients/c/${screen}`)).not.toContain("Open items as of");
  }
  expect(shown(null, "/group")).toContain('aria-label="Previous period"');
  expect(shown(null, "/group")).not.toContain("Open items as of");
});

test("until a day is chosen, open items are of the period's end, and of today while that period runs", () => {
  const chosen = (clientId: string) => /<option[^>]* selected=""[^>]*>([^<]*)/.exec(shown(clientId, `/clients/${clientId}/aging`))?.[1];
  expect([chosen("c"), chosen("d")]).toEqual(["Period end", "Today"]);
});

test("the dashboard has no bar for a month: the one whose closes are started is chosen beside the button", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const start = createElement(StartClose, { disabled: false, onStart: () => undefined });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, start));
  expect(html).toMatch(/aria-label="Previous period".*aria-label="Next period".*Start close for [A-Z][a-z]+ \d{4}</);
});
