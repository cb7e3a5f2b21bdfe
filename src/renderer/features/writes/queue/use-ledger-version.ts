import { useEffect } from "react";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { useClientSync } from "../../../state/core/live-sync.ts";
import { useMayAs } from "../../../state/window/current-role.ts";

/** What was voided or deleted in the ledger has no version there to compare with. */
const ENDED: ReadonlySet<string> = new Set(["voided", "voided_or_zero", "deleted"]);

/**
 * The ledger's version of a record in conflict is the mirror's: it is read once, where the mirror is older than the conflict, so that it
 * can be shown beside the others. Nobody asked for that sync, so a pause holds for it.
 * @returns whether it is there
 */
export function useLedgerVersion(clientId: string, { state, operations, updatedAt }: WriteJob, isSafeMode: boolean): boolean {
  const update = state === "conflict" ? operations.find((operation) => operation.kind === "update_document") : undefined;
  const { data } = useCoreQuery("documents.show", { clientId, id: update?.id ?? "" }, { enabled: update !== undefined });
  const { mutate } = useCoreCommand("sync.start");
  const sync = useClientSync(clientId).data;
  const allPaused = useCoreQuery("schedule.list", {}).data?.paused;
  const maySync = useMayAs("preparer") && !isSafeMode && allPaused === false && sync !== undefined && sync.state !== "paused";
  const isOld = data !== undefined && (data.document.asOf ?? "") < updatedAt;
  useEffect(() => {
    if (maySync && isOld) mutate({ clientIds: [clientId] });
  }, [maySync, isOld, mutate, clientId]);
  return data !== undefined && !isOld && data.document.removedDetectedAt === null && !ENDED.has(data.document.status);
}
