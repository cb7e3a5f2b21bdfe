import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { GateView } from "#shared/contract/close/close-gates.ts";
import { call } from "../../api/client.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { closeChip } from "../../format/labels/close-standing.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Fold } from "../../ui/controls/fold.tsx";
import { ReasonDialog } from "../../ui/dialogs/reason-dialog.tsx";
import { PinSuggestion } from "../../ui/notes/pin-suggestion.tsx";
import { blocked, blockedWords } from "./gates/gate-labels.ts";
import { type PeriodMove, periodMoves, type Status, skipWords } from "./period-moves.ts";

/** The checklist counts every task, so the two counts need their rule. */
const REQUIRED_BEFORE_CLOSING = t(
  "Only tasks that come before closing count as required tasks. Reconciliations and flux analysis are counted separately.",
);

/** The possible next states of the period. Closing over open tasks or past the checklist, and reopening, ask for a reason. */
export function PeriodMoves({ status }: { readonly status: CloseStatus }) {
  const [asking, setAsking] = useState<PeriodMove | null>(null);
  const { clientId, period } = status;
  const { perform, pending } = useActs(clientId);
  const name = formatLongPeriod(period.label);
  const open = blocked(status.gates.close);
  const mayClose = useMayClose(open);
  const move = (next: Status, why?: string) =>
    perform({
      key: next,
      words: `${name}: ${closeChip(status).word} → ${PERIOD_WORDS[next].word}.`,
      run: () => call("close.move", { clientId, period: period.id, status: next, ...(why === undefined ? {} : { why }) }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  const asksWhy = ({ next, isRare }: PeriodMove): boolean => isRare || next === "reopened" || (next === "closed" && open.length > 0);
  const moves = periodMoves(status, open.length === 0);
  const rare = moves.filter(({ isRare }) => isRare);
  const buttonOf = (one: PeriodMove) => (
    <Button
      needs="preparer"
      key={one.next}
      kind={one.kind}
      disabled={pending !== null || (one.next === "closed" && mayClose !== null)}
      title={one.next === "closed" ? (mayClose ?? undefined) : undefined}
      onClick={() => (asksWhy(one) ? setAsking(one) : void move(one.next))}
    >
      {asksWhy(one) && !one.isRare ? `${one.word}…` : one.word}
    </Button>
  );
  return (
    <div className={layout.actions}>
      {moves.filter(({ isRare }) => !isRare).map(buttonOf)}
      {rare.length === 0 ? null : (
        <Fold label={t("More actions")} below="always" dots closes>
          {rare.map(buttonOf)}
        </Fold>
      )}
      {asking === null ? null : (
        <ReasonDialog
          title={asking.isRare ? skipWords(period.label) : `${PERIOD_WORDS[asking.next].move} ${name}`}
          act={`${PERIOD_WORDS[asking.next].move} ${name}`}
          onClose={() => setAsking(null)}
          onAct={(why) => move(asking.next, why)}
        >
          <p>{asking.next === "closed" ? closingWords(status, open) : reopeningWords(name)}</p>
          {asking.next === "closed" && open.some(({ gate }) => gate === "tasks") ? (
            <p className={text.muted}>{REQUIRED_BEFORE_CLOSING}</p>
          ) : null}
          <PinSuggestion />
        </ReasonDialog>
      )}
    </div>
  );
}

function closingWords({ gates, period }: CloseStatus, open: readonly GateView[]): string {
  const name = formatLongPeriod(period.label);
  return open.length === 0
    ? t(
        "Nothing blocks closing. Your reason is printed in the close pack. Once {name} is closed, nothing can be posted to it from Tieout. Closing doesn't lock the ledger.",
        { name },
      )
    : t(
        "Not finished: {open}. If you close {name} now, you override this open work, and your reason is printed in the close pack. Once {name} is closed, nothing can be posted to it from Tieout. Closing doesn't lock the ledger.",
        { open: blockedWords(gates.close), name },
      );
}

function reopeningWords(name: string): string {
  return t(
    "Reopening lets you post to {name} from Tieout again, unless the period is locked in the ledger. Sign-offs are kept, but they no longer count if the signed figures change.",
    { name },
  );
}

/** Why the current user can't close over this open work; null when nothing is open, or a reason is enough. */
function useMayClose(open: readonly GateView[]): string | null {
  const isAdmin = useMayAs("admin");
  const isReviewer = useMayAs("reviewer");
  const barred = open.filter(({ rule }) => rule === "never" || !(rule === "admin" ? isAdmin : isReviewer));
  return barred.length === 0 ? null : t("You can't close the period yet: {open}", { open: blockedWords(barred) });
}
