import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { call } from "../../../api/client.ts";
import type { ReadRates } from "./missing-rates-form.ts";

export interface SavedRates {
  readonly rateNos: readonly number[];
  /** The version of the tree that was made for the days that were named. */
  readonly version: number | null;
}

/** Saves every rate or none: what was saved before one fails is taken back. */
export async function saveRates(current: EntityTreeVersion, { rates, days }: ReadRates): Promise<SavedRates> {
  const { tree, version } = current;
  let made: number | null = null;
  if (days.size > 0) {
    const nodes = tree.nodes.map((node) => ({ ...node, ...(days.has(node.id) ? { historicalDay: days.get(node.id) } : {}) }));
    made = (await call("groups.save", { tree: { ...tree, nodes }, basedOn: version })).version;
  }
  const rateNos: number[] = [];
  try {
    for (const rate of rates) rateNos.push((await call("rates.save", rate)).rateNo);
  } catch (error) {
    // What failed is what a person can act on.
    await undoRates(current, { rateNos, version: made }).catch(() => undefined);
    throw error;
  }
  return { rateNos, version: made };
}

export async function undoRates({ treeId }: EntityTreeVersion, { rateNos, version }: SavedRates): Promise<void> {
  for (const rateNo of rateNos) await call("rates.undo", { rateNo });
  if (version !== null) await call("groups.undo", { treeId, version });
}
