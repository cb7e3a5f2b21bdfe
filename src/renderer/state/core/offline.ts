import { useLink } from "./core-link.ts";
import { useCoreQuery } from "./core-query.ts";

/** True while no ledger can be reached: this computer has no network, or none of the ledgers answers. */
export function useOffline(): boolean {
  const { core, network } = useLink();
  const schedule = useCoreQuery("schedule.list", {}, { enabled: core === "up" });
  return core === "up" && (!network || schedule.data?.online === false);
}
