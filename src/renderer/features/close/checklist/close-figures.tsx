import { Fragment } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { SignGate } from "#shared/model/close/close-gates.ts";
import { today } from "../../../api/clock.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { closeCounts, closeLateWords, doneFigure } from "../../../format/labels/close-standing.ts";
import { t } from "../../../language/t.ts";
import { clientAddress, recordAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { HeadFigure } from "../../../ui/layout/head-figure.tsx";
import styles from "../close.module.css";
import { closeDueLabel, requiredLeft } from "../close-labels.ts";
import { requiredMeans } from "../gates/gate-list.tsx";
import { goToRow } from "../gates/row-places.ts";

/** How far the close is, what the sign-off requires, and when it's due. Only what is done is muted; what is late has a color. */
export function CloseFigures({ status }: { readonly status: CloseStatus }) {
  const { open } = closeCounts(status);
  const done = doneFigure(status);
  const next = status.tasks.find(({ state }) => state === "open" || state === "waiting")?.id;
  const left = requiredLeft(status);
  const late = closeLateWords(status);
  return (
    <div className={styles.figures}>
      <HeadFigure label={done.label} means={done.means}>
        <span className={text.muted}>{done.value}</span>
      </HeadFigure>
      {open === 0 ? null : (
        <HeadFigure
          label={status.status === "closed" ? t("Tasks left open") : t("Open tasks")}
          tip={t("Go to the first open task")}
          onOpen={next === undefined ? null : () => goToRow("task", next)}
        >
          {formatCount(open)}
        </HeadFigure>
      )}
      {left.length === 0 ? null : (
        <HeadFigure label={t("Required for sign-off")} means={requiredMeans(status)}>
          <span>
            {left.map(({ gate, words }, at) => (
              <Fragment key={words}>
                {at === 0 ? null : ", "}
                <LeftLink clientId={status.clientId} gate={gate} words={words} />
              </Fragment>
            ))}
          </span>
        </HeadFigure>
      )}
      <HeadFigure label={closeDueLabel(status, today())}>
        <span>
          <span className={text.unbroken}>{formatDay(status.due)}</span>
          {late === null ? null : (
            <>
              {" · "}
              <span className={text.late}>{late}</span>
            </>
          )}
        </span>
      </HeadFigure>
    </div>
  );
}

interface LeftLinkProps {
  readonly clientId: string;
  readonly gate: SignGate;
  readonly words: string;
}

/** Leads to where it's finished: another screen, or its row among what the sign-off requires. */
function LeftLink({ clientId, gate, words }: LeftLinkProps) {
  if (gate === "tasks" || gate === "review_notes")
    return (
      <button type="button" data-printed="" className={styles.left} onClick={() => goToRow("task", `gate:${gate}`)}>
        {words}
      </button>
    );
  const address = gate === "flux" ? clientAddress(clientId, "flux") : recordAddress(clientId, "close", "reconciliations");
  return (
    <a className={styles.left} href={`#${address}`}>
      {words}
    </a>
  );
}
