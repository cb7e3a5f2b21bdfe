import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("a form that was left unfinished keeps the date that it began with after midnight, so what was typed isn't dropped", async () => {
  const left = {
    "/bill": { start: JSON.stringify({ issueDate: "2026-11-29", lines: [] }), form: { issueDate: "2026-11-29" } },
    "/payment": { start: JSON.stringify({ date: "2026-11-28" }), form: {} },
    "/bill#rule": { start: JSON.stringify({ every: 1 }), form: {} },
  };
  vi.stubGlobal("sessionStorage", { getItem: () => JSON.stringify(left) });
  vi.resetModules();
  const { unfinishedDay } = await import("../../../src/renderer/features/writes/use-unfinished-form.ts");
  const days = ["/bill", "/payment", "/bill#rule", "/new"].map(unfinishedDay);
  expect(days).toEqual(["2026-11-29", "2026-11-28", null, null]);
});
