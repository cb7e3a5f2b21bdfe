import { useState } from "react";
import type { FluxBulkResult, FluxReview } from "#shared/contract/reports/flux.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { accountName } from "./flux-labels.ts";
import { type Role, undoDecisions } from "./use-flux-acts.ts";

/** What a person does to several rows at once. What was refused is kept for the screen to name; the rest can be undone. */
export function useBulkActs({ clientId, period, comparison, rows }: FluxReview) {
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
  // What was explained stays explained, and can be undone, whatever comes of the sign-offs.
  const signLeft = async (accountIds: string[]): Promise<FluxBulkResult> => {
    try {
      return await call("flux.signMany", { ...target, accountIds, role: "preparer" });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const { message, next = null } = error.failure;
      const labels = new Map(rows.map((row) => [row.accountId, accountName(row)]));
      return {
        done: 0,
        decisionNos: [],
        refused: accountIds.map((accountId) => ({ accountId, label: labels.get(accountId) ?? accountId, message, next })),
      };
    }
  };
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
        const signed = await signLeft(left);
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
