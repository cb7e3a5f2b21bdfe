import { t } from "../../language/t.ts";
import { askGroupsAgain } from "../../state/core/core-events.ts";
import { queryClient } from "../../state/core/query-client.ts";
import { type ActToDo, useActs } from "../../state/core/undo.ts";

/** Under this name the acts of the firm's groups are kept for Undo. */
export const GROUP_ACTS = t("your firm's groups");

/** Acts on groups and rates: everything shown of them is asked for again. */
export function useGroupActs() {
  const { perform, pending } = useActs(GROUP_ACTS);
  return {
    pending: pending !== null,
    act: <T>(
      words: string | ((done: T) => string),
      run: () => Promise<T>,
      undo: (done: T) => Promise<unknown>,
      told: Pick<ActToDo<T>, "onDone" | "onRefused"> = {},
    ): void =>
      void perform({
        ...told,
        key: "act",
        words,
        run: () => run().finally(askAgain),
        undo: (done) => undo(done).finally(askAgain),
      }),
  };
}

const askAgain = (): void => askGroupsAgain(queryClient);
