import { call } from "../../api/client.ts";

/** Merging contacts into one that is kept, and separating them again, last first. */
export function mergeActs(clientId: string, keepId: string, absorbIds: readonly string[]) {
  return {
    run: async () => {
      for (const absorbId of absorbIds) await call("parties.merge", { clientId, keepId, absorbId });
    },
    undo: async () => {
      for (const absorbId of absorbIds.toReversed()) await call("parties.unmerge", { clientId, absorbId });
    },
  };
}
