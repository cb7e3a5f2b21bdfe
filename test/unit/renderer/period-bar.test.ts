import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { PeriodBar } = await import("../../../src/renderer/features/shell/period-bar.tsx");

function shown(clientId: string | null): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["clients.list", {}], { rows: [] });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(PeriodBar, { clientId })));
}

test("the day of open items is in the bar of a client's screens, and not of the firm's, where nothing is of that day", () => {
  expect(shown("c")).toContain("Open items as of");
  expect(shown(null)).toContain('aria-label="Previous period"');
  expect(shown(null)).not.toContain("Open items as of");
});
