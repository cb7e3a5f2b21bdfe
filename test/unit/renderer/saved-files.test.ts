import { afterAll, expect, test, vi } from "vitest";
import type { BridgeEvent } from "#shared/contract/reply.ts";

const listeners: ((news: BridgeEvent) => void)[] = [];
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const page = {
  addEventListener: () => undefined,
  location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
  localStorage: storage,
  sessionStorage: storage,
};
const tieout = {
  invoke: () => Promise.reject(new Error("nothing is called")),
  subscribe: (listener: (news: BridgeEvent) => void) => {
    listeners.push(listener);
    return () => undefined;
  },
};
vi.resetModules();
vi.stubGlobal("window", { ...page, tieout });
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
const { fileOutcome } = await import("../../../src/renderer/api/file-outcome.ts");
const { exportOutcome, hasRows } = await import("../../../src/renderer/ui/grid/grid-exports.ts");

const done = (address: string, outcome: string) => {
  for (const listener of listeners) listener({ topic: "shell.fileDone", payload: { address, outcome } } as BridgeEvent);
};

test("the desktop app says what came of each file, and of no other", async () => {
  const [one, other] = [fileOutcome("blob:tieout://app/1"), fileOutcome("blob:tieout://app/2")];
  done("blob:tieout://app/2", "not_saved");
  done("blob:tieout://app/1", "saved");
  done("blob:tieout://app/2", "saved");
  expect([await one, await other]).toEqual(["saved", "not_saved"]);
});

test("a browser tells nothing, so a file counts as saved there", async () => {
  vi.stubGlobal("window", page);
  expect(await fileOutcome("blob:http://127.0.0.1/1")).toBe("saved");
});

test("an export that wasn't saved isn't said to be exported", async () => {
  expect(await exportOutcome(Promise.resolve(3))).toBe("3 rows exported");
  expect(await exportOutcome(Promise.resolve(null))).toBe("Not exported");
  expect(await exportOutcome(Promise.reject(new Error("No memory.")))).toBe("Not exported: No memory.");
});

test("a table is exported once it has rows, not while they are being read", () => {
  const rows = ["a", "b"];
  const table = { rowCount: 2, rowAt: (index: number) => rows[index] };
  expect(hasRows(table)).toBe(true);
  // Asked again, with the rows of before in sight.
  expect(hasRows({ ...table, busy: true })).toBe(true);
  expect(hasRows({ rowCount: 14, rowAt: () => undefined, busy: true })).toBe(false);
  expect(hasRows({ ...table, rowCount: 0 })).toBe(false);
});
