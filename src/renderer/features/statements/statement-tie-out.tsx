import { monthStart } from "#shared/kernel/calendar-date.ts";
import type { Statement, StatementFacts } from "#shared/model/reports/statement.ts";
import { recheckOf, type ShownTieOutRun, shownOutcome, type TieOut } from "#shared/model/reports/tie-out.ts";
import { today } from "../../api/clock.ts";
import { formatDay, formatMinute } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { recheckMeans } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import styles from "../../ui/figures/figure-source.module.css";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import type { StatementAnswer } from "./use-statement.ts";

type ComparedKind = Statement["kind"] | "trial_balance";

const REPORTS: Readonly<Record<ComparedKind, string>> = {
  trial_balance: t("the ledger's trial balance"),
  profit_and_loss: t("the ledger's profit and loss"),
  balance_sheet: t("the ledger's balance sheet"),
};

/** What can be said of a statement: that it's compared at all, that it isn't and why, or nothing. */
type Comparability = "compared" | "no_report" | "cash_basis" | "other_dates" | "nothing";

/**
 * Whether tie-outs compare a statement. They compare accrual figures through a day: balances on it, and the profit and loss from the
 * first of its month. Of months side by side they compare the last alone, so nothing is said, as before the last day is over.
 */
export function comparability(
  { facts, trialBalance, statement, cashFlow }: Pick<StatementAnswer, "facts" | "trialBalance" | "statement" | "cashFlow">,
  now: StatementFacts["to"],
): Comparability {
  if (facts === null || facts.asOf === null) return "nothing";
  if (cashFlow !== null) return "no_report";
  if ((trialBalance === null && statement === null) || facts.to > now || statement?.columns[0]?.name === "month") return "nothing";
  if (facts.basis === "cash") return "cash_basis";
  return statement?.kind === "profit_and_loss" && facts.from !== monthStart(facts.to) ? "other_dates" : "compared";
}

interface StatementTieOutProps {
  readonly clientId: string;
  readonly answer: StatementAnswer;
  /** There are no figures for the dates, so only what is out of balance is said: that the ledger has some. */
  readonly isEmpty: boolean;
}

/** Beside the title, whether the figures of the dates shown agree with the ledger's own report; their comparatives weren't compared. */
export function StatementTieOut({ clientId, answer, isEmpty }: StatementTieOutProps) {
  const said = comparability(answer, today());
  const { facts, statement } = answer;
  if (facts === null || said === "nothing") return null;
  if (said === "compared")
    return <Compared clientId={clientId} kind={statement?.kind ?? "trial_balance"} facts={facts} isEmpty={isEmpty} />;
  if (isEmpty) return null;
  return <Chip quiet tone="neutral" word={t("Not compared")} title={NOT_COMPARED[said]} />;
}

/** Why tie-outs don't compare a statement. One that they can compare is “Not checked” until they have. */
const NOT_COMPARED: Readonly<Record<Exclude<Comparability, "compared" | "nothing">, string>> = {
  no_report: t("Calculated by Tieout, not compared with a ledger report"),
  cash_basis: t("Cash-basis figures aren't compared with the ledger"),
  other_dates: t("Not compared with the ledger for these dates"),
};

interface ComparedProps extends Pick<StatementTieOutProps, "clientId" | "isEmpty"> {
  readonly kind: ComparedKind;
  readonly facts: StatementFacts;
}

function Compared({ clientId, kind, facts: { to }, isEmpty }: ComparedProps) {
  const { data: run, error } = useCoreQuery("tieOuts.last", { clientId, asOfDate: to });
  if (error !== null) return null;
  const check = run?.checks.find((one) => one.check === kind && one.to === to);
  if (isEmpty && check?.outcome !== "variance") return null;
  if (run === undefined) return <span className={styles.resultRoom} aria-busy="true" />;
  if (run === null || check === undefined)
    return (
      <a
        className={styles.result}
        href={`#${recordAddress(clientId, "tie-outs", to)}`}
        title={t("These figures haven't been compared with the ledger's yet. Click to go to tie-outs.")}
      >
        <OutcomeChip outcome="not_run" tip={false} />
      </a>
    );
  return (
    <a className={styles.result} href={`#${recordAddress(clientId, "tie-outs", `${to}~${kind}`)}`} title={tipOf(kind, check, run)}>
      <OutcomeChip outcome={shownOutcome(check.outcome, recheckOf(run))} accepted={run.accepted.includes(kind)} tip={false} />
    </a>
  );
}

/** What the mark stands for: why it couldn't be told, or what was compared and when. */
export function tipOf(
  kind: ComparedKind,
  check: Pick<TieOut, "against" | "outcome" | "from" | "to" | "reason">,
  { ranAt, ...run }: Pick<ShownTieOutRun, "recheck" | "rechecking" | "ranAt">,
): string {
  const words = check.reason ?? comparedWords(kind, check);
  const compared = words.replace(/\.$/, "");
  const recheck = recheckOf(run);
  if (shownOutcome(check.outcome, recheck) !== check.outcome) return t("{compared}. {means}", { compared, means: recheckMeans(recheck) });
  const ran = { compared, when: formatMinute(ranAt) };
  // Beside “Can't be checked” or “Not checked,” nothing was.
  return check.outcome === "cannot_check" || check.outcome === "not_run"
    ? t("{compared}. Last tried {when}.", ran)
    : t("{compared}. Checked {when}.", ran);
}

/** What the figures were compared with, and for which dates. */
export function comparedWords(kind: ComparedKind, check: Pick<TieOut, "against" | "outcome" | "from" | "to">): string {
  const { against, outcome, from, to } = check;
  if (outcome === "cannot_check" || outcome === "not_run") return t("Click to see why");
  const source = against === "query" ? t("the ledger's own totals") : REPORTS[kind];
  return kind === "profit_and_loss"
    ? t("Compared with {source} for {span}", { source, span: spanText({ from, to }) })
    : t("Compared with {source} as of {day}", { source, day: formatDay(to) });
}
