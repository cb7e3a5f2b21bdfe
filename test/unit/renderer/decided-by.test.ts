import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
const { DecidedBy } = await import("../../../src/renderer/ui/notes/decided-by.tsx");

test("a person is shown by name, with the computer in the tip", () => {
  const signed = { verb: "Signed off", person: "Ana Walker@vm", at: "2026-11-20T00:00:00.000Z" };
  const html = renderToStaticMarkup(createElement(DecidedBy, signed));
  expect(html).toContain("Signed off by Ana Walker,");
  expect(html).toContain('title="Ana Walker@vm"');
});
