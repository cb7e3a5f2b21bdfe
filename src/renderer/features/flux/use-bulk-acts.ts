import { useState } from "react";
import type { FluxBulkResult, FluxReview } from "#shared/contract/reports/flux.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { accountName, explainedWords } from "./flux-labels.ts";
import { type Role, undoDecisions } from "./use-flux-acts.ts";

/** `signed`: of those that were done; `skipped`: those that nothing was done to. */
type BulkDone = FluxBulkResult & { readonly signed: number; readonly skipped: number };

/** What a person does to several rows at once. What was refused is kept for the screen to name; the rest can be undone. */
export function useBulkActs({ clientId, period, comparison, rows }: FluxReview) {
  const { perform, pending } = useActs(clientId);
  const [refused, setRefused] = useState<FluxBulkResult["refused"]>([]);
  const target = { clientId, period: period.id, comparison };
  const many = (key: string, words: (done: BulkDone) => string, run: () => Promise<BulkDone>) =>
    perform({
      key,
      words: (done) =>
        done.skipped === 0
          ? words(done)
          : t("{words} {left, plural, one {1 account was} other {# accounts were}} skipped.", { words: words(done), left: done.skipped }),
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
      canUndo: ({ decisionNos }) => decisionNos.length > 0,
    });
  const signMany = (accountIds: readonly string[], role: Role) =>
    many(
      role,
      ({ done: count }) => t("{count, plural, =0 {No accounts} one {1 account} other {# accounts}} signed off as {role}.", { count, role }),
      async () => {
        const signed = await call("flux.signMany", { ...target, accountIds: [...accountIds], role });
        return { ...signed, signed: signed.done, skipped: signed.refused.length };
      },
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
      ({ done: count, signed }) => explainedWords(count, signs ? signed : null),
      async () => {
        const explained = await call("flux.explainMany", { ...target, accountIds: [...accountIds], text });
        const left = accountIds.filter((id) => !explained.refused.some(({ accountId }) => accountId === id));
        const skipped = explained.refused.length;
        if (!signs || left.length === 0) return { ...explained, signed: 0, skipped };
        const signed = await signLeft(left);
        return {
          ...{ done: explained.done, signed: signed.done, skipped },
          decisionNos: [...explained.decisionNos, ...signed.decisionNos],
          refused: [...explained.refused, ...signed.refused],
        };
      },
    );
  return { signMany, explainMany, refused, forgetRefused: () => setRefused([]), pending };
}
