import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close.ts";
import { GATES_AFTER_CLOSING } from "#shared/model/close.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { WhyDialog } from "../../components/why-dialog.tsx";
import { formatPeriod } from "../../format/date.ts";
import { PERIOD_WORDS } from "../../format/period-words.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/last-act.ts";
import styles from "./close.module.css";

type Status = CloseStatus["status"];

/** Open tasks that closing does not bring about by itself. */
function openBefore({ tasks }: CloseStatus): number {
  return tasks.filter(({ state, evidence }) => (state === "open" || state === "waiting") && !GATES_AFTER_CLOSING.has(evidence?.kind ?? ""))
    .length;
}

/** Where the work leads from here; the way back is never the button that stands out. */
const ONWARD: Readonly<Partial<Record<Status, Status>>> = { open: "in_close", in_close: "closed", reopened: "in_close" };

/** What the period may become next. Closing over open tasks, and reopening, ask why. */
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
    <div className={styles.moves}>
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
        <WhyDialog
          title={`${PERIOD_WORDS[asking].move} ${name}`}
          act={PERIOD_WORDS[asking].move}
          onClose={() => setAsking(null)}
          onAct={(why) => move(asking, why)}
        >
          <p>
            {asking === "closed"
              ? t("{value} still open. Closing forbids what is sent from here into {name}; it locks nothing in the ledger.", {
                  value: t("{left, plural, one {1 task is} other {{left} tasks are}}", { left }),
                  name,
                })
              : t("{name} takes postings from here again. Signatures stay, and become stale when figures move.", { name })}
          </p>
        </WhyDialog>
      )}
    </div>
  );
}
