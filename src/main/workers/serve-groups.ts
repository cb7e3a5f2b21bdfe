import { candidates, consolidateGroup, planGroup, saveCheckedTree, suggestTree } from "#main/services/group-books.ts";
import { listRates, listTrees, saveRate, treeHistory, undoRate, undoTree } from "#main/services/groups.ts";
import type { Sqlite } from "#main/store/open.ts";
import type { GroupOps } from "./group-ops.ts";

type Handlers = { readonly [O in keyof GroupOps]: (input: GroupOps[O][0]) => GroupOps[O][1] };

/** Answers what the firm file knows of groups and rates, and adds groups up. */
export function groupHandlers(db: () => Sqlite): Handlers {
  return {
    "firm.trees": () => listTrees(db()),
    "firm.treeHistory": ({ treeId }) => treeHistory(db(), treeId),
    "firm.groupCandidates": ({ trades }) => candidates(db(), trades),
    "firm.suggestTree": () => suggestTree(db()),
    "firm.saveTree": (input) => saveCheckedTree(db(), input),
    "firm.undoTree": (input) => undoTree(db(), input),
    "firm.rates": () => listRates(db()),
    "firm.saveRate": (input) => saveRate(db(), input),
    "firm.undoRate": (input) => ({ undone: undoRate(db(), input) }),
    "firm.planGroup": ({ tree, to }) => planGroup(tree, to),
    "firm.consolidate": (input) => consolidateGroup(db(), input),
  };
}
