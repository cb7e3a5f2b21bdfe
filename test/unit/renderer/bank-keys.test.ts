import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, describe, expect, it, vi } from "vitest";

afterAll(() => void vi.unstubAllGlobals());

/** The hint below the bank lines, as somebody with these key settings reads it. */
async function hintWith(stored: Readonly<Record<string, string>>): Promise<string> {
  const storage = { getItem: (key: string) => stored[key] ?? null, setItem: () => undefined, removeItem: () => undefined };
  const page = { addEventListener: () => undefined, querySelector: () => null, querySelectorAll: () => [], activeElement: null };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", {
    ...{
      addEventListener: () => undefined,
      HTMLElement: class {},
      screen: {},
      document: page,
      localStorage: storage,
      sessionStorage: storage,
    },
    matchMedia: () => ({ addEventListener: () => undefined }),
    location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
  });
  vi.resetModules();
  const { ListKeys } = await import("../../../src/renderer/features/bank/match-list.tsx");
  return renderToStaticMarkup(createElement(ListKeys)).replaceAll(/<[^>]+>/g, "");
}

describe("the keys below the bank lines", () => {
  it("are the usual ones", async () => {
    expect(await hintWith({})).toBe("J K move Enter accept C create M find a match U undo a match I import");
  });

  it("are those that a person chose", async () => {
    const chosen = JSON.stringify({ "bank-create": "ctrl+j", "bank-undo": "z" });
    expect(await hintWith({ "tieout.keys": chosen })).toBe("J K move Enter accept Ctrl+J create M find a match Z undo a match I import");
  });

  it("leave out single letters where a person turned them off", async () => {
    const chosen = JSON.stringify({ "bank-import": "ctrl+i" });
    expect(await hintWith({ "tieout.letters": "off", "tieout.keys": chosen })).toBe("↓ ↑ move Enter accept Ctrl+I import");
  });
});
