import type { TradesWith } from "#main/domain/group-candidates.ts";
import type { candidates, consolidateGroup, GroupPlan, suggestTree } from "#main/services/group-books.ts";
import type { GroupAct, TreeToSave } from "#main/services/groups.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { EnteredRate, EntityTree, EntityTreeVersion, ExchangeRate } from "#shared/model/entity-tree.ts";
import type { Failure } from "#shared/model/failure.ts";

/** Operations on the firm's groups and rates: input, and result. */
export interface GroupOps {
  "firm.trees": [Record<never, never>, EntityTreeVersion[]];
  "firm.treeHistory": [{ readonly treeId: string }, EntityTreeVersion[]];
  /** The groups that something in the ledgers speaks for. */
  "firm.groupCandidates": [{ readonly trades: readonly TradesWith[] }, ReturnType<typeof candidates>];
  "firm.suggestTree": [Record<never, never>, ReturnType<typeof suggestTree>];
  "firm.saveTree": [TreeToSave, Result<{ readonly version: number }, Failure>];
  "firm.undoTree": [GroupAct & { readonly treeId: string }, { readonly undone: boolean; readonly standing: EntityTreeVersion | null }];
  "firm.rates": [Record<never, never>, EnteredRate[]];
  "firm.saveRate": [GroupAct & { readonly rate: ExchangeRate }, { readonly rateNo: number }];
  "firm.undoRate": [GroupAct & { readonly rateNo: number }, { readonly undone: boolean }];
  /** Which books of which members a consolidation at a day needs. */
  "firm.planGroup": [{ readonly tree: EntityTree; readonly to: CalendarDate }, GroupPlan];
  "firm.consolidate": [Parameters<typeof consolidateGroup>[1], ReturnType<typeof consolidateGroup>];
}

/** Those that only look. */
export const GROUP_READ_OPS = [
  "firm.trees",
  "firm.treeHistory",
  "firm.groupCandidates",
  "firm.suggestTree",
  "firm.rates",
  "firm.planGroup",
  "firm.consolidate",
] as const;
