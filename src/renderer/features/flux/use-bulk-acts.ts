import { useState } from "react";
import type { FluxBulkResult, FluxReview } from "#shared/contract/reports/flux.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { type Role, undoDecisions } from "./use-flux-acts.ts";

/** What a person does to several rows at once. What was refused is kept for the screen to name; the rest can be undone. */
export function useBulkActs({ clientId, period, comparison }: FluxReview) {
  const { perform, pending } = useActs(clientId);
  const [refused, setRefused] = useState<FluxBulkResult["refused"]>([]);
  const target = { clientId, period: period.id, comparison };
  const many = (key: string, words: (count: number) => string, run: () => Promise<FluxBulkResult>) =>
    perform({
      key,
      words: ({ done, refused: left }) =>
        left.length === 0
          ? words(done)
          : t("{words} {left, plural, one {1 account was} other {# accounts were}} skipped.", { words: words(done), left: left.length }),
      run: async () => {
        setRefused([]);
        const result = await run();
        setRefused(result.refused);
        return result;
      },
      undo: async ({ decisionNos }) => {
        await undoDecisions(clientId, decisionNos);
        setRefused([]);
      },
    });
  const signMany = (accountIds: readonly string[], role: Role) =>
    many(
      role,
      (count) => t("{count, plural, one {1 account} other {# accounts}} signed off as {role}.", { count, role }),
      () => call("flux.signMany", { ...target, accountIds: [...accountIds], role }),
    );
  const explainMany = (accountIds: readonly string[], text: string, signs: boolean) =>
    many(
      "explain",
      (count) =>
        signs
          ? t("{count, plural, one {1 account} other {# accounts}} explained and signed off.", { count })
          : t("{count, plural, one {1 account} other {# accounts}} explained.", { count }),
      async () => {
        const explained = await call("flux.explainMany", { ...target, accountIds: [...accountIds], text });
        const left = accountIds.filter((id) => !explained.refused.some(({ accountId }) => accountId === id));
        if (!signs || left.length === 0) return explained;
        const signed = await call("flux.signMany", { ...target, accountIds: left, role: "preparer" });
        return {
          // An account whose sign-off was refused is only explained, so it doesn't count as signed off.
          done: signed.done,
          decisionNos: [...explained.decisionNos, ...signed.decisionNos],
          refused: [...explained.refused, ...signed.refused],
        };
      },
    );
  return { signMany, explainMany, refused, forgetRefused: () => setRefused([]), pending };
}
