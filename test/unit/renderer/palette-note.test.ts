import { afterAll, expect, test, vi } from "vitest";

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
vi.stubGlobal("window", {
  addEventListener: () => undefined,
  location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
  localStorage: storage,
  sessionStorage: storage,
});
afterAll(() => void vi.unstubAllGlobals());
const { searchNote } = await import("../../../src/renderer/features/shell/commands/use-search.ts");

test("a search advises to type more only once it ended early, not while it goes on", () => {
  const note = (hits: number, looked: number) =>
    searchNote({ text: "oak", looked, problem: null, hits: Array.from({ length: hits }, () => ({}) as never) }, 40);
  expect(note(0, 0)).toBe("Searching 40 clients…");
  expect(note(80 - 1, 21)).toBe("Searching 40 clients…");
  expect(note(80, 21)).toBe("Searched 21 of 40 clients. Type more to narrow the search.");
  expect(note(80 - 1, 40)).toBe("Searched 40 clients.");
});
