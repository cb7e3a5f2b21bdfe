import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

const stored = new Map<string, string>();
vi.stubGlobal("window", {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});
// The next file of this process has no window.
afterAll(() => void vi.unstubAllGlobals());
const { deleteView, saveView, useDashboardView, VIEW_ACTS } = await import("../../../src/renderer/state/views/dashboard-view.ts");
const { useLastAct } = await import("../../../src/renderer/state/core/undo.ts");

const saved = () => useDashboardView.getState().saved;
const names = () => saved().map(({ name }) => name);
const undo = () => useLastAct.getState().undo?.();
const save = (name: string, column: string) => saveView(name, { orders: [{ column, descending: false }], layout: null });

describe("a saved view", () => {
  beforeEach(() => {
    useDashboardView.setState({ saved: [] });
    for (const name of ["Late", "Mine", "Quiet"]) save(name, "name");
  });

  it("that was deleted comes back with Undo, as it was and in its place", async () => {
    const before = saved();
    deleteView(before[1] as (typeof before)[number]);
    expect([names(), stored.get("tieout.dashboard-views")]).toEqual([["Late", "Quiet"], expect.not.stringContaining("Mine")]);
    expect(useLastAct.getState()).toMatchObject({ clientId: VIEW_ACTS, words: "Saved view “Mine” deleted." });
    await undo();
    expect(saved()).toEqual(before);
    expect(stored.get("tieout.dashboard-views")).toContain("Mine");
  });

  it("that another of its name replaced comes back with Undo", async () => {
    const before = saved();
    save("Late", "due");
    expect(saved()[0]?.orders?.[0]?.column).toBe("due");
    await undo();
    expect(saved()).toEqual(before);
  });

  it("isn't brought back over one that was saved since", () => {
    deleteView(saved()[0] as NonNullable<ReturnType<typeof saved>[number]>);
    save("Late", "due");
    expect(undo()).toBeUndefined();
    expect(saved()[0]?.orders?.[0]?.column).toBe("due");
  });
});
