import { afterAll, vi } from "vitest";

/**
 * Enough of a window and a document for components that are rendered to text, until the end of the file that calls it. They are
 * imported after it, because some of them look at the window while they load.
 */
export function openStaticWindow(): void {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  // Enough for the dialogs' focus events, and for the width of panels.
  const page = {
    ...{ addEventListener: () => undefined, querySelector: () => null, querySelectorAll: () => [], activeElement: null },
    documentElement: { style: { setProperty: () => undefined, removeProperty: () => undefined } },
  };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", {
    addEventListener: () => undefined,
    HTMLElement: class {},
    screen: {},
    document: page,
    matchMedia: () => ({ addEventListener: () => undefined }),
    location: { hash: "", search: "", pathname: "/", href: "http://localhost/" },
    localStorage: storage,
    sessionStorage: storage,
  });
  // The next file of this process has no window.
  afterAll(() => void vi.unstubAllGlobals());
}
