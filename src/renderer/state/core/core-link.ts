import { create } from "zustand";
import type { LinkState } from "../../api/bridge.ts";

/** The state of the connection to the core, and whether the machine has a network. */
export const useLink = create<{ readonly core: LinkState; readonly network: boolean }>(() => ({
  core: "connecting",
  network: navigator.onLine,
}));
