import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import { call } from "../../../api/client.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { withDays } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { allOrNone } from "../../../state/core/all-or-none.ts";
import { useActs } from "../../../state/core/undo.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { ReasonDialog } from "../../../ui/dialogs/reason-dialog.tsx";
import styles from "../close.module.css";

/** Marks several required tasks complete with one reason: each is a decision of its own, shown with its name, and undone with the others. */
export function TickOpen({ status }: { readonly status: CloseStatus }) {
  const [asking, setAsking] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { clientId, period, gates, tasks } = status;
  const { perform, pending } = useActs(clientId);
  const required = new Set(gates.sign.find(({ gate }) => gate === "tasks")?.open.map(({ id }) => id));
  const open = tasks.filter(({ id, state }) => required.has(id) && (state === "open" || state === "waiting"));
  const chosen = open.filter(({ id }) => !left.has(id));
  if (!status.started || open.length < 2) return null;
  const toggle = (id: string) => setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]));
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const tick = (why: string) =>
    perform({
      key: "tick-open",
      words: t("{count, plural, one {1 task} other {# tasks}} marked complete.", { count: chosen.length }),
      run: () => allOrNone(chosen, ({ id }) => call("close.tick", { clientId, period: period.id, taskId: id, why }), undo),
      undo: async (decisions) => {
        for (const decision of decisions.toReversed()) await undo(decision);
      },
    });
  return (
    <>
      <Button needs="preparer" kind="quiet" disabled={pending !== null} onClick={() => setAsking(true)}>
        {t("Mark required tasks complete…")}
      </Button>
      {asking ? (
        <ReasonDialog
          title={t(
            "{count, plural, =0 {Mark required tasks complete} one {Mark 1 required task complete} other {Mark # required tasks complete}}",
            { count: chosen.length },
          )}
          act={t("Mark complete")}
          isReady={chosen.length > 0}
          onClose={() => setAsking(false)}
          onAct={tick}
        >
          <p>
            {t(
              "{count, plural, one {The checklist and close pack will show that you marked this task complete, with your name and reason.} other {The checklist and close pack will show that you marked these tasks complete, with your name and reason.}}",
              { count: chosen.length },
            )}
          </p>
          <ul className={layout.plainList} aria-label={t("Required tasks")}>
            {open.map(({ id, title, evidence }) => (
              <li key={id}>
                <label className={styles.openTask}>
                  <input type="checkbox" checked={!left.has(id)} onChange={() => toggle(id)} />
                  <span>
                    {title}
                    {evidence === null ? null : <span className={text.mutedSmall}> {withDays(withAmounts(evidence.summary))}</span>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </ReasonDialog>
      ) : null}
    </>
  );
}
