import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
// A clock that ticks has no moment for a server's rendering.
vi.mock("../../../src/renderer/state/window/now.ts", () => ({ useNow: () => Date.UTC(2026, 10, 21) }));
const { ScheduleNote } = await import("../../../src/renderer/features/sync/schedule-note.tsx");

interface Now {
  readonly state?: "queued" | "syncing";
  readonly wait?: string;
  readonly isFirst?: boolean;
}

/** What the Sync screen says of automatic sync, where the ledger allows so many requests a day. */
function shown(dayLimit: number | null, paused = false, now: Now = {}): string {
  const row = { clientId: "c", name: "c", inClose: false, lastStartedAt: null, nextAt: "2026-11-21T01:00:00.000Z", everyMinutes: 60 };
  const plan = { state: "waiting", why: "", callsPerRun: 19, callsPerDay: 507, callsAllowedPerDay: 2_500 };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["schedule.list", {}], { paused, online: true, why: null, rows: [{ ...row, ...plan }] });
  const note = createElement(ScheduleNote, { clientId: "c", state: "up_to_date", unfinished: false, isFirst: false, dayLimit, ...now });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, note));
}

test("what automatic sync uses is told with the ledger's limit, and what it leaves free in a tip", () => {
  expect(shown(5_000)).toContain("uses up to 507 of the 5,000 requests a day that the ledger allows.</p>");
  expect(shown(5_000)).toContain('title="Tieout limits automatic sync to about 2,500 requests a day, so the rest stays free');
  expect(shown(null)).not.toContain("limits automatic sync");
  expect(shown(null)).toContain("Automatic sync uses at most 507 requests a day.");
});

test("that a sync is queued is told once, with the reason where there's one, and before the text about all syncs", () => {
  expect(shown(5_000, false, { state: "queued" })).toContain("A sync is queued.");
  const wait = "Daily limit reached. Resumes 22 Nov, 9:03 AM.";
  const told = shown(5_000, false, { state: "queued", wait });
  expect(told).toMatch(/Daily limit reached.*Automatic sync uses up to/);
  expect(told).not.toContain("A sync is queued");
  expect(shown(5_000, false, { wait })).toMatch(/Next sync in.*Daily limit reached/);
});

test("a sync that is under way or queued isn't called scheduled as well", () => {
  const named = (now: Parameters<typeof shown>[2]) => shown(5_000, false, now).includes("Scheduled");
  expect([named({}), named({ state: "syncing" }), named({ state: "queued" })]).toEqual([true, false, false]);
  expect(named({ state: "queued", wait: "Daily limit reached." })).toBe(false);
  expect(shown(5_000, false, { state: "syncing" })).toContain("Syncing now.");
});

test("nothing is forecast during the first sync", () => {
  const first = shown(5_000, false, { state: "syncing", isFirst: true });
  expect(first).toContain("Syncing now.");
  for (const said of ["requests", "title="]) expect(first).not.toContain(said);
});

test("one client's screen offers no pause for all clients, but ends one", () => {
  expect(shown(5_000)).not.toContain("<button");
  expect(shown(5_000, true)).toContain("Resume automatic sync for all clients");
});
