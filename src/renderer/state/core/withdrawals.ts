import { useCoreQuery } from "./core-query.ts";

/** What the ledger does with a record that is to be taken back; undefined while that isn't known. */
export function useWithdrawals(clientId: string, id: string | undefined) {
  const { data, error } = useCoreQuery("writes.withdrawals", { clientId, id: id ?? "" }, { enabled: id !== undefined });
  return { possible: data, isKnown: id === undefined || data !== undefined || error !== null };
}
