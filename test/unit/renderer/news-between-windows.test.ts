import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeEach, expect, it, vi } from "vitest";

let tell: (news: { topic: string; payload: unknown }) => void = () => undefined;
vi.useFakeTimers();
vi.stubGlobal("navigator", { onLine: true });
vi.stubGlobal("window", {
  setTimeout: (act: () => void, ms: number) => setTimeout(act, ms),
  addEventListener: () => undefined,
  tieout: {
    invoke: async () => ({ ok: true, value: null }),
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  },
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
// Another suite of this thread may have opened the bridge of its own window.
vi.resetModules();
const { followNews } = await import("../../../src/renderer/state/core/core-events.ts");

const client = new QueryClient();
followNews(client);

const OF_A_CLIENT = [
  "adjustments.definitions",
  "adjustments.list",
  "bank.work",
  "budgets.list",
  "close.status",
  "commentary.list",
  "flux.list",
  "flux.thresholds",
  "questions.list",
  "reconciliations.list",
  "schedules.list",
];
const OF_ALL = ["inbox.list", "close.board"];
const isOld = (question: string, input: object) => client.getQueryState([question, input])?.isInvalidated;

beforeEach(() => {
  client.clear();
  for (const clientId of ["birch", "oak"])
    for (const question of OF_A_CLIENT) client.setQueryData([question, { clientId, period: "2026-10" }], []);
  for (const question of OF_ALL) client.setQueryData([question, {}], []);
});

it("what another window saved for a client makes all that is shown of that client old, and nothing of the others", () => {
  tell({ topic: "work.changed", payload: { clientId: "birch" } });
  vi.advanceTimersByTime(1000);
  const old = (clientId: string) => OF_A_CLIENT.filter((question) => isOld(question, { clientId, period: "2026-10" }));
  expect([old("birch"), old("oak")]).toEqual([OF_A_CLIENT, []]);
  expect(OF_ALL.filter((question) => isOld(question, {}))).toEqual(OF_ALL);
});

it("another current user makes what is said of this computer old too", () => {
  const ofUser = ["people.list", "people.pinRule", "app.about", "firm.activity"];
  for (const question of ofUser) client.setQueryData([question, {}], null);
  tell({ topic: "people.changed", payload: { current: "Ana" } });
  expect(ofUser.filter((question) => isOld(question, {}))).toEqual(ofUser);
});

it("a sync that begins, waits or ends makes old what is said of checks that it runs again, and its progress doesn't", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const asked = ["tieOuts.last", "close.status"].map((question) => [question, { clientId: "birch" }] as const);
  const old = (state: string) => {
    for (const key of asked) client.setQueryData(key, null);
    tell({ topic: "sync.progress", payload: { clientId: "birch", state } });
    vi.advanceTimersByTime(1000);
    return asked.filter(([question, input]) => isOld(question, input)).length;
  };
  expect(["syncing", "syncing", "queued", "syncing", "incomplete", "up_to_date"].map(old)).toEqual([2, 0, 2, 2, 2, 2]);
});

it("a sync makes adjusting entries old too", () => {
  tell({ topic: "clients.changed", payload: { clientIds: ["birch"] } });
  vi.advanceTimersByTime(1000);
  expect(isOld("adjustments.definitions", { clientId: "birch", period: "2026-10" })).toBe(true);
  expect(isOld("adjustments.definitions", { clientId: "oak", period: "2026-10" })).toBe(false);
});
