import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { accountName } from "./flux-labels.ts";

export type Role = "preparer" | "reviewer";

interface Explanation {
  readonly text: string;
  readonly documentIds: readonly string[];
  readonly sign: boolean;
}

/** Takes back decisions, the latest first. */
export async function undoDecisions(clientId: string, decisionNos: readonly number[]): Promise<void> {
  for (const decisionNo of [...decisionNos].reverse()) await call("decisions.undo", { clientId, decisionNo });
}

/** What a person does to a row of a flux analysis; each act can be undone. `onDone` is called before the screen is read again. */
export function useFluxActs({ clientId, period, comparison }: FluxReview) {
  const { perform, pending } = useActs(clientId);
  const target = { clientId, period: period.id, comparison };
  const undoAll = (decisionNos: readonly number[]) => undoDecisions(clientId, decisionNos);
  const explain = (row: FluxRow, { text, documentIds, sign }: Explanation, onDone?: () => void) =>
    perform({
      key: "explain",
      words: sign
        ? t("{label}: explanation saved and signed off.", { label: accountName(row) })
        : t("{label}: explanation saved.", { label: accountName(row) }),
      run: async () => {
        const done = await call("flux.explain", { ...target, accountId: row.accountId, text, documentIds: [...documentIds], sign });
        onDone?.();
        return done;
      },
      undo: ({ decisionNo, signedNo }) => undoAll(signedNo === null ? [decisionNo] : [decisionNo, signedNo]),
    });
  const sign = (row: FluxRow, role: Role, onDone?: () => void) =>
    perform({
      key: role,
      words: t("{label}: signed off as {role}.", { label: accountName(row), role }),
      run: async () => {
        const done = await call("flux.sign", { ...target, accountId: row.accountId, role });
        onDone?.();
        return done;
      },
      undo: ({ decisionNo }) => undoAll([decisionNo]),
    });
  return { explain, sign, pending };
}
