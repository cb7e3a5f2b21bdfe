import { create } from "zustand";

const KEY = "tieout.bank.match-exact";

/** Whether importing a bank statement also accepts the exact matches of its lines; it stays for the next time. */
export const useMatchExact = create<{ readonly matches: boolean }>(() => ({ matches: window.localStorage.getItem(KEY) !== "no" }));

export function setMatchExact(matches: boolean): void {
  useMatchExact.setState({ matches });
  window.localStorage.setItem(KEY, matches ? "yes" : "no");
}
