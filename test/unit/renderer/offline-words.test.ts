import { afterAll, expect, test, vi } from "vitest";
import type { ScheduleState } from "#shared/contract/sync/schedule.ts";

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
vi.stubGlobal("window", {
  addEventListener: () => undefined,
  location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
  localStorage: storage,
  sessionStorage: storage,
});
vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
afterAll(() => void vi.unstubAllGlobals());
// Another suite of this thread may have opened the bridge of its own window.
vi.resetModules();
const { nextSync, offlineText } = await import("../../../src/renderer/features/shell/offline-bar.tsx");
const { call } = await import("../../../src/renderer/api/client.ts");

test("a core that can't be reached is told in Tieout's words, not the browser's", async () => {
  await expect(call("clients.list", {})).rejects.toMatchObject({
    failure: { code: "core_unreachable", message: "Tieout's background process isn't responding." },
  });
});

test("offline, a sync that is paused or off isn't said to resume", () => {
  for (const asOf of [null, "2026-10-05T10:00:00.000Z"])
    for (const ofClient of [true, false]) {
      const shown = { hasClients: true, ofClient };
      expect(offlineText(asOf, { ...shown, sync: "resumes" })).toMatch(
        /Once you're online, syncing resumes and queued ledger updates are sent\.$/,
      );
      expect(offlineText(asOf, { ...shown, sync: "paused" })).toMatch(/Sync stays paused until someone resumes it\.$/);
      expect(offlineText(asOf, { ...shown, sync: "off" })).toMatch(/In safe mode, Tieout doesn't sync /);
      expect(offlineText(asOf, { ...shown, sync: "unconnected" })).toMatch(
        /Nothing is synced or sent until this client is connected to its ledger\.$/,
      );
      expect(offlineText(asOf, { ...shown, sync: "stopped" })).toMatch(/Automatic sync has stopped\. To start it again, restart Tieout\.$/);
      for (const sync of ["paused", "unconnected", "off", "stopped"] as const)
        expect(offlineText(asOf, { ...shown, sync })).not.toContain("syncing resumes");
    }
});

test("offline before there is a client, the bar speaks of no figures and no sync; while the clients aren't known, it isn't shown", () => {
  const told = (hasClients: boolean | null) => offlineText(null, { hasClients, ofClient: false, sync: "resumes" });
  expect(told(false)).toBe("Offline. Once you're online, you can sign in to your clients' ledgers.");
  expect(told(null)).toBeNull();
  expect(told(true)).toContain("The books aren't fully synced yet");
});

test("offline, only safe mode is called safe mode: a schedule that stopped after a defect starts nothing either", () => {
  const next = (isSafeMode: boolean, state: ScheduleState, paused = false) =>
    nextSync({ isSafeMode, schedule: { paused, rows: [{ clientId: "c", state }] }, client: { state: "offline" }, clientId: "c" });
  expect([next(true, "off"), next(false, "off"), next(false, "offline")]).toEqual(["off", "stopped", "resumes"]);
  expect([next(false, "not_connected"), next(false, "offline", true)]).toEqual(["unconnected", "paused"]);
  // Until the schedule has answered, too.
  expect(nextSync({ isSafeMode: true, schedule: undefined, client: undefined, clientId: null })).toBe("off");
});
