import { useQueries } from "@tanstack/react-query";
import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { ShownOutcome, ShownTieOutRun, TieOutCheck, TieOutOutcome } from "#shared/model/reports/tie-out.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { today } from "../../../api/clock.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { OutcomeChip } from "../../../ui/figures/tie-out-chip.tsx";
import styles from "../group.module.css";

/** The checks that a group's statements rest on. */
const STATEMENT_CHECKS: readonly TieOutCheck[] = ["trial_balance", "profit_and_loss", "balance_sheet"];
const WORST_FIRST: readonly TieOutOutcome[] = ["variance", "cannot_check", "not_run", "within_tolerance", "ties"];

/** How an entity's statements came out. */
interface EntityOutcome {
  readonly outcome: ShownOutcome;
  readonly accepted: boolean;
}

/** The worst outcome of the statements of a run; what someone accepted counts only where all else ties. */
export function statementOutcome(run: Pick<ShownTieOutRun, "checks" | "recheck" | "accepted"> | null): EntityOutcome {
  const checks = run?.checks.filter(({ check }) => STATEMENT_CHECKS.includes(check)) ?? [];
  if (run === null || checks.length === 0) return { outcome: "not_run", accepted: false };
  if (run.recheck) return { outcome: "recheck_needed", accepted: false };
  const worst = (accepted: boolean) =>
    WORST_FIRST.find((outcome) => checks.some((one) => one.outcome === outcome && run.accepted.includes(one.check) === accepted));
  const open = worst(false);
  const accepted = worst(true);
  if (accepted !== undefined && (open === undefined || isTied(open))) return { outcome: accepted, accepted: true };
  return { outcome: open ?? "not_run", accepted: false };
}

function isTied(outcome: ShownOutcome): boolean {
  return outcome === "ties" || outcome === "within_tolerance";
}

/** Whether the entities' books agree with their ledgers on the last day: how many do, and which of them don't. Nothing before that day. */
export function EntityTieOuts({ report: { members, to } }: { readonly report: Pick<GroupReport, "members" | "to"> }) {
  const isOver = to <= today();
  const clientIds = isOver ? [...new Set(members.map(({ clientId }) => clientId))] : [];
  const asked = useQueries({
    queries: clientIds.map((clientId) => {
      const input = { clientId, asOfDate: to };
      return { queryKey: ["tieOuts.last", input], queryFn: (): Promise<ShownTieOutRun | null> => call("tieOuts.last", input) };
    }),
  });
  if (!isOver) return null;
  const failure = asked.map(({ error }) => error).find((error) => error instanceof CallFailure);
  if (failure !== undefined) return <FailureNote failure={failure.failure} />;
  if (asked.some(({ data }) => data === undefined)) return <p className={styles.tied} aria-busy="true" />;
  const outcomes = members.map((member) => ({ ...member, ...statementOutcome(asked[clientIds.indexOf(member.clientId)]?.data ?? null) }));
  const tied = outcomes.filter(({ outcome, accepted }) => isTied(outcome) && !accepted);
  const others = outcomes.filter((one) => !tied.includes(one));
  return (
    <p className={styles.tied}>
      <span
        className={styles.quiet}
        title={t(
          "The trial balance, profit and loss and balance sheet of each entity's books, compared with its ledger. Translation and eliminations aren't part of it.",
        )}
      >
        {t("Entity tie-outs as of {day}", { day: formatDay(to) })}
      </span>
      {tied.length === 0 ? null : <OutcomeChip outcome="ties" count={tied.length} />}
      {others.map(({ nodeId, clientId, name, outcome, accepted }) => (
        <span key={nodeId}>
          <a href={`#${recordAddress(clientId, "tie-outs", to)}`}>{name}</a> <OutcomeChip outcome={outcome} accepted={accepted} />
        </span>
      ))}
    </p>
  );
}
