import type { BankStatementView } from "#shared/contract/close/bank.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { allOrNone } from "../../state/core/all-or-none.ts";
import { useActs } from "../../state/core/undo.ts";
import { setMatchExact, useMatchExact } from "../../state/views/match-exact.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { CLEAR_WORDS } from "./bank-lines.ts";

/** Whether lines are matched as they are imported. */
export function MatchExactChoice() {
  const { matches } = useMatchExact();
  return (
    <label className={layout.checkbox}>
      <input type="checkbox" checked={matches} onChange={(event) => setMatchExact(event.target.checked)} />
      {t("Accept clear matches")} <span className={text.mutedSmall}>{CLEAR_WORDS}</span>
    </label>
  );
}

/** Accepts the clear matches of statements that were just imported, if that is wanted: one act that can be undone. */
export function useExactMatches(clientId: string, period: string) {
  const { perform } = useActs(clientId);
  const { matches } = useMatchExact();
  const undo = async (decisionNos: readonly number[]): Promise<void> => {
    if (decisionNos.length > 0) await call("bank.unmatch", { clientId, decisionNos: [...decisionNos] });
  };
  return async (statements: readonly BankStatementView[]): Promise<void> => {
    if (!matches || statements.length === 0) return;
    await perform({
      key: "accept",
      words: ({ length: count }) =>
        t(
          "{statements, plural, one {Statement} other {# statements}} imported. {count, plural, =0 {No lines matched.} one {# line matched.} other {# lines matched.}}",
          {
            count,
            statements: statements.length,
          },
        ),
      run: async () => {
        const accountIds = new Set(statements.map((one) => one.accountId));
        const accepted = await allOrNone(
          accountIds,
          (accountId) => call("bank.accept", { clientId, period, accountId }),
          (one) => undo(one.decisionNos),
        );
        return accepted.flatMap(({ decisionNos }) => decisionNos);
      },
      undo,
      canUndo: ({ length }) => length > 0,
    });
  };
}
