import { afterAll, expect, test, vi } from "vitest";

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
const { offlineText } = await import("../../../src/renderer/features/shell/offline-bar.tsx");
const { call } = await import("../../../src/renderer/api/client.ts");

test("a core that can't be reached is told in Tieout's words, not the browser's", async () => {
  await expect(call("clients.list", {})).rejects.toMatchObject({
    failure: { code: "core_unreachable", message: "Tieout's background process isn't responding." },
  });
});

test("offline, a sync that is paused or off isn't said to resume", () => {
  for (const asOf of [null, "2026-10-05T10:00:00.000Z"])
    for (const ofClient of [true, false]) {
      expect(offlineText(asOf, { ofClient, sync: "resumes" })).toMatch(
        /Once you're online, syncing resumes and queued ledger updates are sent\.$/,
      );
      expect(offlineText(asOf, { ofClient, sync: "paused" })).toMatch(/Sync stays paused until someone resumes it\.$/);
      expect(offlineText(asOf, { ofClient, sync: "off" })).toMatch(/In safe mode, Tieout doesn't sync /);
      expect(offlineText(asOf, { ofClient, sync: "unconnected" })).toMatch(/Until this client is connected to its ledger, /);
      for (const sync of ["paused", "unconnected", "off"] as const)
        expect(offlineText(asOf, { ofClient, sync })).not.toContain("syncing resumes");
    }
});
