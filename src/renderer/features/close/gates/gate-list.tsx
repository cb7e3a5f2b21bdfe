import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { GateItem, GateView } from "#shared/contract/close/close-gates.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { t } from "../../../language/t.ts";
import { clientAddress, recordAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { WaitingToSync } from "../../../ui/notes/waiting-to-sync.tsx";
import { TickOpen } from "../checklist/tick-open.tsx";
import styles from "../close.module.css";
import { partOf } from "../close-labels.ts";
import { GATE_WORDS, openWords } from "./gate-labels.ts";
import { OverrideButton } from "./override-button.tsx";
import { goToRow, rowId } from "./row-places.ts";

/** The checklist counts every task, so the two counts need their rule. */
const REQUIRED_BEFORE_SIGN_OFF = t(
  "Only tasks that come before the sign-off are required. Reconciliations and flux analysis are counted separately.",
);

/** The same rule; also that what a sync rechecks is counted here, although it keeps its last result above. */
export function requiredMeans({ tasks }: Pick<CloseStatus, "tasks">): string {
  const isHeld = tasks.some(({ state, evidence, byHand }) => state === "done" && evidence?.rechecking === true && byHand == null);
  return isHeld
    ? `${REQUIRED_BEFORE_SIGN_OFF} ${t("Tasks that are being rechecked count as open until this sync ends.")}`
    : REQUIRED_BEFORE_SIGN_OFF;
}

/** What must be done before the reviewer signs off: each gate with its open items, and who overrode it with which reason. */
export function GateList({ status }: { readonly status: CloseStatus }) {
  return (
    <section className={styles.phase} aria-label={t("Required for sign-off")}>
      <h3>{t("Required for sign-off")}</h3>
      <table className={classes(styles.table, styles.gates)} aria-label={t("Required for sign-off")}>
        <tbody>
          {status.gates.sign.map((gate) => (
            <GateRow key={gate.gate} status={status} gate={gate} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function GateRow({ status, gate }: { readonly status: CloseStatus; readonly gate: GateView }) {
  const [open, setOpen] = useState(false);
  const overrides = status.gates.overrides.filter((one) => one.gate === gate.gate);
  const name = GATE_WORDS[gate.gate];
  return (
    <tr id={rowId("task", `gate:${gate.gate}`)}>
      <td className={styles.state}>
        <GateChip gate={gate} />
      </td>
      <td>
        <div className={styles.task}>
          <div className={styles.taskTitle}>
            {gate.open.length === 0 ? (
              <span className={text.medium}>{name}</span>
            ) : (
              <button type="button" data-printed="" className={styles.opener} aria-expanded={open} onClick={() => setOpen(!open)}>
                <ChevronRight size={14} aria-hidden className={classes(open && styles.turned)} />
                {name}
              </button>
            )}
          </div>
          <div className={styles.evidence}>
            {gate.required === 0
              ? gate.gate === "review_notes"
                ? t("No review notes.")
                : t("Nothing is required.")
              : t("{done} of {required} done", { done: gate.done, required: gate.required })}
            {gate.blocking === 0 ? null : `, ${openWords(gate)}`}
            {gate.gate === "tasks" && gate.blocking > 0 ? <div>{requiredMeans(status)}</div> : null}
            {overrides.map(({ decisionNo, why, person, at, waiting }) => (
              <div key={decisionNo}>
                <DecidedBy verb={t("Overridden")} person={person} at={at} />
                {`: “${why}”`} {waiting ? <WaitingToSync /> : null}
              </div>
            ))}
          </div>
        </div>
        {open ? <OpenItems status={status} items={gate.open} /> : null}
      </td>
      <td className={styles.act}>
        {gate.gate === "tasks" ? <TickOpen status={status} /> : null}
        {gate.blocking === 0 ? null : <OverrideButton status={status} gate={gate} />}
      </td>
    </tr>
  );
}

function GateChip({ gate: { open, blocking } }: { readonly gate: GateView }) {
  if (blocking > 0) return <Chip tone="open" word={t("Open")} quiet />;
  return open.length > 0 ? <Chip tone="warning" word={t("Overridden")} /> : <Chip tone="ok" word={t("Done")} quiet />;
}

function OpenItems({ status, items }: { readonly status: CloseStatus; readonly items: readonly GateItem[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.key}>
          <ItemLink clientId={status.clientId} item={item} />
          {item.overridden ? <span className={text.muted}> {t("(overridden)")}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** Leads to where the item is finished. */
function ItemLink({ clientId, item }: { readonly clientId: string; readonly item: GateItem }) {
  if (item.subject === "account")
    return <a href={`#${recordAddress(clientId, "close", partOf("reconciliations", item.id))}`}>{withAmounts(item.text)}</a>;
  if (item.subject === "flux") return <a href={`#${clientAddress(clientId, "flux")}`}>{withAmounts(item.text)}</a>;
  return (
    <button type="button" data-printed="" className={styles.link} onClick={() => goToRow(item.subject, item.id)}>
      {withAmounts(item.text)}
    </button>
  );
}
