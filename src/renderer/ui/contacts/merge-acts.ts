import { call } from "../../api/client.ts";
import { allOrNone } from "../../state/core/all-or-none.ts";

/** Merging contacts into one that is kept, and separating them again, last first. */
export function mergeActs(clientId: string, keepId: string, absorbIds: readonly string[]) {
  return {
    run: () =>
      allOrNone(
        absorbIds,
        async (absorbId) => {
          await call("parties.merge", { clientId, keepId, absorbId });
          return absorbId;
        },
        (absorbId) => call("parties.unmerge", { clientId, absorbId }),
      ),
    undo: async () => {
      for (const absorbId of absorbIds.toReversed()) await call("parties.unmerge", { clientId, absorbId });
    },
  };
}
