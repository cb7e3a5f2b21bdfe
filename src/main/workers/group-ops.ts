import type { GroupAct, TreeToSave } from "#main/services/groups.ts";
import type { EnteredRate, EntityTreeVersion, ExchangeRate } from "#shared/model/entity-tree.ts";

/** Operations on the firm's groups and rates: input, and result. */
export interface GroupOps {
  "firm.trees": [Record<never, never>, EntityTreeVersion[]];
  "firm.treeHistory": [{ readonly treeId: string }, EntityTreeVersion[]];
  /** Null when the tree was changed since the version that the change is based on. */
  "firm.saveTree": [TreeToSave, { readonly version: number } | null];
  "firm.undoTree": [GroupAct & { readonly treeId: string }, { readonly undone: boolean; readonly standing: EntityTreeVersion | null }];
  "firm.rates": [Record<never, never>, EnteredRate[]];
  "firm.saveRate": [GroupAct & { readonly rate: ExchangeRate }, { readonly rateNo: number }];
  "firm.undoRate": [GroupAct & { readonly rateNo: number }, { readonly undone: boolean }];
}

/** Those that only look. */
export const GROUP_READ_OPS = ["firm.trees", "firm.treeHistory", "firm.rates"] as const;
