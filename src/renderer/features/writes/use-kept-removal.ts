import { useMemo } from "react";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { actOf } from "../../format/labels/write-labels.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useWithdrawals } from "../../state/core/withdrawals.ts";
import { removalOf, removedBy } from "./removal.ts";

/** A kept update that takes a record back: the same is asked before it is sent as when it was made. */
export function useKeptRemoval(clientId: string, operations: readonly WriteOperation[] | undefined) {
  const removing = operations === undefined ? undefined : removedBy(operations);
  const { possible, isKnown } = useWithdrawals(clientId, removing?.id);
  const view = useCoreQuery("documents.show", { clientId, id: removing?.id ?? "" }, { enabled: removing !== undefined });
  const act = removing === undefined ? undefined : actOf(removing.kind, possible);
  const carriedOut = useMemo(
    () => (removing === undefined || act === undefined ? operations : [{ ...removing, kind: act }]),
    [operations, removing, act],
  );
  const isReady = isKnown && (removing === undefined || view.data !== undefined || view.error !== null);
  return { operations: carriedOut, removal: act === undefined ? undefined : removalOf(act, view.data), isReady };
}
