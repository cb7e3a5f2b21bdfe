import { useCoreQuery } from "./core-query.ts";

/** Whether Tieout runs in safe mode, where nothing is synced or sent automatically. */
export function useSafeMode(): boolean {
  return (useCoreQuery("shell.state", {}).data?.safeMode ?? null) !== null;
}
