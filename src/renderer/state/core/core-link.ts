import { create } from "zustand";
import type { LinkState } from "../../api/bridge.ts";

/** How the way to the core stands, and whether the machine itself has a network. */
export const useLink = create<{ readonly core: LinkState; readonly network: boolean }>(() => ({
  core: "connecting",
  network: navigator.onLine,
}));
