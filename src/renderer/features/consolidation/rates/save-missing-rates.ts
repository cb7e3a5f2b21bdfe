import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { call } from "../../../api/client.ts";
import { allOrNone } from "../../../state/core/all-or-none.ts";
import type { ReadRates } from "./missing-rates-form.ts";

type TakeBack = () => Promise<unknown>;

/** Saves the days that were named, then the rates, and none of them where one is refused; answers with how each is taken back. */
export function saveRates({ treeId, tree, version }: EntityTreeVersion, { rates, days }: ReadRates): Promise<readonly TakeBack[]> {
  const nameDays = async (): Promise<TakeBack> => {
    const nodes = tree.nodes.map((node) => ({ ...node, ...(days.has(node.id) ? { historicalDay: days.get(node.id) } : {}) }));
    const saved = await call("groups.save", { tree: { ...tree, nodes }, basedOn: version });
    return () => call("groups.undo", { treeId, version: saved.version });
  };
  const enter = rates.map((rate) => async (): Promise<TakeBack> => {
    const { rateNo } = await call("rates.save", rate);
    return () => call("rates.undo", { rateNo });
  });
  return allOrNone(
    [...(days.size > 0 ? [nameDays] : []), ...enter],
    (save) => save(),
    (takeBack) => takeBack(),
  );
}

export async function undoRates(takeBacks: readonly TakeBack[]): Promise<void> {
  for (const takeBack of takeBacks.toReversed()) await takeBack();
}
