import { useState } from "react";
import type { PeriodRow } from "#shared/contract/books/periods.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import type { Recheck, TieOut } from "#shared/model/reports/tie-out.ts";
import { call } from "../../api/client.ts";
import { formatMoney, formatNumeral } from "../../format/amounts/amount.ts";
import { formatDay, formatLongPeriod } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { CHECK_WORDS, OUTCOME_WORDS, RECHECK } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { ReasonDialog } from "../../ui/dialogs/reason-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import { TaskButton } from "../../ui/notes/task-button.tsx";
import { type Acceptance, acceptanceOf } from "./accepted.ts";
import styles from "./check-panel.module.css";
import { useDifferenceAnswers } from "./why-not.tsx";

interface AcceptanceProps {
  readonly clientId: string;
  readonly check: TieOut;
}

/** An acceptance applies to a period, so the check has to be of its last day. */
function periodOf(periods: readonly PeriodRow[] | undefined, { to }: Pick<TieOut, "to">): PeriodRow | null {
  return periods?.find(({ end, isAdjustment }) => end === to && !isAdjustment) ?? null;
}

/** Actions for a check that doesn't tie out: accept it with a reason, or make it someone's task. */
export function CheckActs({ clientId, check, recheck }: AcceptanceProps & { readonly recheck: Recheck }) {
  const periods = useCoreQuery("periods.list", { clientId });
  const decisions = useCoreQuery("decisions.list", { clientId, kind: "tie_out_accepted" });
  if (check.outcome === "ties" || check.outcome === "within_tolerance" || check.outcome === "not_run") return null;
  const period = periodOf(periods.data, check);
  const accepted = period === null ? null : acceptanceOf(decisions.data ?? [], period.id, check);
  const word = CHECK_WORDS[check.check].word;
  const label = isOfSpan(check)
    ? t("{check} for {span}", { check: word, span: spanText(check) })
    : t("{check} as of {day}", { check: word, day: formatDay(check.to) });
  return (
    <>
      {accepted === null ? null : <Accepted clientId={clientId} accepted={accepted} check={check} label={label} />}
      <div className={styles.acts}>
        {accepted?.stands === true || periods.data === undefined ? null : period === null ? (
          <NoPeriod clientId={clientId} check={check} lastEnd={lastEnd(periods.data, check.to)} />
        ) : (
          <Accept clientId={clientId} check={check} period={period} label={label} recheck={recheck} />
        )}
        <TaskButton
          clientId={clientId}
          subject={{ kind: "figure", id: `tie-out/${check.to}/${check.check}` }}
          label={label}
          seen={seenWords(check)}
          title={check.difference === null ? t("Follow up on tie-out: {label}", { label }) : t("Resolve difference: {label}", { label })}
        />
      </div>
    </>
  );
}

/** Profit and loss is of the days that its ledger report covers; a balance is as of the last of them. */
function isOfSpan({ check, from, to }: Pick<TieOut, "check" | "from" | "to">): boolean {
  return check === "profit_and_loss" && from !== to;
}

/** The check's result, stored with the decision about it. */
function seenWords({ outcome, difference, currency }: TieOut): string {
  if (difference === null) return OUTCOME_WORDS[outcome].word;
  // Accounts can differ while their totals agree.
  if (isZero(difference)) return t("{outcome}, totals agree", { outcome: OUTCOME_WORDS[outcome].word });
  const amount = currency === null ? formatNumeral(difference) : formatMoney(difference, currency);
  return t("{outcome}, difference {amount}", { outcome: OUTCOME_WORDS[outcome].word, amount });
}

function lastEnd(periods: readonly PeriodRow[], day: CalendarDate): CalendarDate | null {
  return periods.reduce<CalendarDate | null>((last, { end }) => (end < day && (last === null || end > last) ? end : last), null);
}

interface NoPeriodProps extends AcceptanceProps {
  readonly lastEnd: CalendarDate | null;
}

/** There is nothing to accept it for. */
function NoPeriod({ clientId, check, lastEnd: end }: NoPeriodProps) {
  const run = useCoreCommand("tieOuts.run");
  return (
    <>
      {end === null ? null : (
        <Button
          disabled={run.isPending}
          onClick={() => {
            changeFigureChoice(clientId, { tieOutDate: end });
            run.mutate({ clientId, asOfDate: end });
          }}
        >
          {run.isPending ? t("Checking…") : t("Tie out as of {end}", { end: formatDay(end) })}
        </Button>
      )}
      <span className={panel.quiet}>
        {t("You can only accept a result as of a period end, and no period ends on {day}.", { day: formatDay(check.to) })}
      </span>
      {run.error === null ? null : <FailureNote failure={run.error.failure} />}
    </>
  );
}

interface AcceptProps extends AcceptanceProps {
  /** A sync has overtaken the result, so nothing is decided by accepting it. */
  readonly recheck: Recheck;
  readonly period: PeriodRow;
  readonly label: string;
}

function Accept({ clientId, check, period, label, recheck }: AcceptProps) {
  const [asking, setAsking] = useState(false);
  const { perform, pending } = useActs(clientId);
  const answers = useDifferenceAnswers(clientId, check, null);
  const explanation = answers.every(({ left }) => isZero(left)) ? answers.map(({ sentence }) => sentence).join(" ") : "";
  return (
    <>
      <Button
        needs="reviewer"
        disabled={recheck !== false || pending !== null}
        title={
          recheck === "running"
            ? RECHECK.whileRunning
            : recheck
              ? t("Figures for this date may have changed since they were checked. Choose “Tie out now” before you accept the result.")
              : undefined
        }
        aria-label={t("Accept with reason: {label}", { label })}
        onClick={() => setAsking(true)}
      >
        {t("Accept with reason…")}
      </Button>
      {asking ? (
        <ReasonDialog
          title={t("Accept: {label}", { label })}
          act={t("Accept")}
          start={explanation}
          onClose={() => setAsking(false)}
          onAct={(why) =>
            perform({
              key: check.check,
              words: t("Accepted: {label}.", { label }),
              run: () => call("close.acceptTieOut", { clientId, period: period.id, check: check.check, why }),
              undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
            })
          }
        >
          <p>
            {t(
              "{seen}. Once accepted, this result doesn't block closing {period}. If the result changes, the acceptance no longer counts. Your name and reason are recorded, and nothing changes in the ledger.",
              { seen: seenWords(check), period: formatLongPeriod(period.label) },
            )}
          </p>
        </ReasonDialog>
      ) : null}
    </>
  );
}

interface AcceptedProps extends AcceptanceProps {
  readonly accepted: Acceptance;
  readonly label: string;
}

function Accepted({ clientId, accepted, check, label }: AcceptedProps) {
  const { perform, pending } = useActs(clientId);
  const { decisionNo, person, at, why, stands, difference } = accepted;
  const was = difference === null ? null : check.currency === null ? formatNumeral(difference) : formatMoney(difference, check.currency);
  return (
    <div className={styles.accepted}>
      <p>
        <Chip
          tone={stands ? "ok" : "warning"}
          word={stands ? t("Accepted") : t("A different result was accepted")}
          title={
            stands
              ? t("Accepted for the close as long as the result doesn't change.")
              : was === null
                ? t("The accepted result had no difference amount.")
                : t("A difference of {amount} was accepted.", { amount: was })
          }
        />{" "}
        {why}
      </p>
      <p className={styles.acts}>
        <DecidedBy verb={t("Accepted")} person={person} at={at} />
        <Button
          needs="reviewer"
          kind="quiet"
          disabled={pending !== null}
          aria-label={t("Undo acceptance: {label}", { label })}
          onClick={() =>
            void perform({
              key: check.check,
              words: t("No longer accepted: {label}.", { label }),
              run: () => call("decisions.undo", { clientId, decisionNo, outright: true }),
            })
          }
        >
          {t("Undo")}
        </Button>
      </p>
    </div>
  );
}
