import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import { GATES_AFTER_CLOSING } from "#shared/model/close/close.ts";
import { call } from "../../api/client.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { ReasonDialog } from "../../ui/dialogs/reason-dialog.tsx";

type Status = CloseStatus["status"];

/** Open tasks that closing won't complete automatically. */
function openBefore({ tasks }: CloseStatus): number {
  return tasks.filter(({ state, evidence }) => (state === "open" || state === "waiting") && !GATES_AFTER_CLOSING.has(evidence?.kind ?? ""))
    .length;
}

/** The next step of the work; going back is never the primary button. */
const ONWARD: Readonly<Partial<Record<Status, Status>>> = { open: "in_close", in_close: "closed", reopened: "in_close" };

/** The possible next states of the period. Closing over open tasks, and reopening, ask for a reason. */
export function PeriodMoves({ status }: { readonly status: CloseStatus }) {
  const [asking, setAsking] = useState<Status | null>(null);
  const { clientId, period } = status;
  const { perform, pending } = useActs(clientId);
  const name = formatPeriod(period.label);
  const left = openBefore(status);
  const move = (next: Status, why?: string): Promise<void> =>
    perform({
      key: next,
      words: `${name}: ${PERIOD_WORDS[status.status].word} → ${PERIOD_WORDS[next].word}.`,
      run: () => call("close.move", { clientId, period: period.id, status: next, ...(why === undefined ? {} : { why }) }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  const asksWhy = (next: Status): boolean => next === "reopened" || (next === "closed" && left > 0);
  return (
    <div className={layout.actions}>
      {status.mayBecome.map((next) => (
        <Button
          key={next}
          kind={next === ONWARD[status.status] ? "primary" : "plain"}
          disabled={pending !== null}
          onClick={() => (asksWhy(next) ? setAsking(next) : void move(next))}
        >
          {`${PERIOD_WORDS[next].move} ${next === "in_close" ? "" : name}`.trim()}
        </Button>
      ))}
      {asking === null ? null : (
        <ReasonDialog
          title={`${PERIOD_WORDS[asking].move} ${name}`}
          act={PERIOD_WORDS[asking].move}
          onClose={() => setAsking(null)}
          onAct={(why) => move(asking, why)}
        >
          <p>
            {asking === "closed"
              ? t("{openTasks} still open. Closing {name} blocks what you send from Tieout into it. It doesn't lock the ledger.", {
                  openTasks: t("{left, plural, one {1 task is} other {{left} tasks are}}", { left }),
                  name,
                })
              : t("Tieout can post to {name} again. Sign-offs are kept, and become stale if figures change.", { name })}
          </p>
        </ReasonDialog>
      )}
    </div>
  );
}
