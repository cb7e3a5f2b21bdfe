import { expect, it, vi } from "vitest";
import { openExternal } from "#main/hosts/electron/open-external.ts";

const opened: string[] = [];
vi.mock("electron", () => ({
  dialog: {},
  shell: {
    openExternal: async (address: string) => {
      opened.push(address);
      throw new Error("No application is registered for it.");
    },
  },
}));

it("outlives a machine without a browser that opens: an unhandled rejection would end the app", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  openExternal("https://login.ledger.example/authorize", ["login.ledger.example"]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", unhandled);
  expect([opened, unhandled.mock.calls]).toEqual([["https://login.ledger.example/authorize"], []]);
});
