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
const { call } = await import("../../../src/renderer/api/client.ts");

test("a core that can't be reached is told in Tieout's words, not the browser's", async () => {
  await expect(call("clients.list", {})).rejects.toMatchObject({
    failure: { code: "core_unreachable", message: "Tieout's background process isn't responding." },
  });
});
