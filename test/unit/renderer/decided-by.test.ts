import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
const { AboutSection } = await import("../../../src/renderer/features/settings/about-section.tsx");
const { CrashList } = await import("../../../src/renderer/features/shell/about-dialog.tsx");
const { formatInstant, formatMinute } = await import("../../../src/renderer/format/dates/date.ts");
const { DecidedBy } = await import("../../../src/renderer/ui/notes/decided-by.tsx");

test("a person is shown by name, with the computer in the tip", () => {
  const signed = { verb: "Signed off", person: "Ana Walker@vm", at: "2026-11-20T00:00:00.000Z" };
  const html = renderToStaticMarkup(createElement(DecidedBy, signed));
  expect(html).toContain("Signed off by Ana Walker,");
  expect(html).toContain('title="Ana Walker@vm"');
});

test("so is the current user in the settings", () => {
  const about = { version: "0.1.0", dataFolder: "/tieout", secrets: "memory", person: "Ana Walker@vm" };
  expect(withAnswer(createElement(AboutSection), "app.about", about)).toContain('title="Ana Walker@vm">Ana Walker</span>');
});

test("a crash report has its minute, with the second and the zone in the tip", () => {
  const at = "2026-11-20T16:04:05.000Z";
  const html = renderToStaticMarkup(createElement(CrashList, { crashes: [{ name: "a", at: at as never, what: "A window stopped" }] }));
  expect(html).toContain(`title="${formatInstant(at)}">${formatMinute(at)}</time>`);
});

function withAnswer(element: ReactElement, question: string, answer: unknown): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData([question, {}], answer);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}
