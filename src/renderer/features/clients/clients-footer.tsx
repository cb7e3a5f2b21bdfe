import type { ReactNode } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { ALL_SYNCED, type ShownState, SYNC_LABELS, SYNC_STATES, shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useLink } from "../../state/core/core-link.ts";
import { usePlace } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { SyncChip } from "../../ui/connection/status-chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import styles from "./clients-footer.module.css";
import { type DashboardRow, isCloseComing, STAGE_WORDS, STAGES, stageOf } from "./dashboard-rows.ts";
import { isPartlyUnchecked, onlyUpdateProblem, problemsOf, sumsText, UPDATE_PROBLEM_WORDS, WORST_LABELS } from "./status-labels.ts";

/** What is counted is clients: not their tasks, and not their closes, which may be due later than a task that is late. */
const PROBLEMS: Readonly<Record<"rejected" | "conflict" | "variance" | "late" | "stale", (count: string) => string>> = {
  rejected: (count) => t("{count} with update problems", { count }),
  conflict: (count) => t("{count} with update conflicts", { count }),
  variance: (count) => t("{count} out of balance", { count }),
  late: (count) => t("{count} with late tasks", { count }),
  stale: (count) => t("{count} out of date", { count }),
};

/** Beside states of syncs and updates, a stage says what of. */
const STAGE_TALLIES = {
  reopened: (count: number) => t("{count, plural, one {1 period reopened} other {# periods reopened}}", { count }),
  in_close: (count: number) => t("{count} in close", { count: formatCount(count) }),
  open: (count: number) => t("{count, plural, one {1 period open} other {# periods open}}", { count }),
  not_started: (count: number) => t("{count} not started", { count: formatCount(count) }),
  closed: (count: number) => t("{count, plural, one {1 period closed} other {# periods closed}}", { count }),
} as const;

/** How a figure reads that can't be compared: what a filter looks for in the column of tie-outs. */
const CANNOT_CHECK = t("can't be checked");

interface ClientsFooterProps {
  /** The selected clients, else those that match the filter. */
  readonly rows: readonly DashboardRow[];
  readonly chosen: boolean;
  readonly filter: string;
  /** The way to the columns that don't fit. */
  readonly hidden: ReactNode;
}

/** How many of the clients shown are in each state, their most severe problems, and the stages of their closes; a click filters by it. */
export function ClientsFooter({ rows, chosen, filter, hidden }: ClientsFooterProps) {
  const isLost = useLink(({ core }) => core) === "down";
  if (rows.length === 0 && !isLost) return null;
  const counts = Map.groupBy(rows, (row) => shownState(row, row.offline));
  const stages = Map.groupBy(rows, ({ close }) => stageOf(close));
  const countOf = (state: ShownState): number => counts.get(state)?.length ?? 0;
  const sums = sumsText(rows);
  return (
    <footer className={styles.footer}>
      <div className={styles.states}>
        {isLost ? (
          <SyncChip state="offline" />
        ) : (
          SYNC_STATES.filter((state) => countOf(state) > 0).map((state) => (
            <Tally key={state} {...tallyOf(state)} filter={filter}>
              <SyncChip state={state} count={formatCount(countOf(state))} />
            </Tally>
          ))
        )}
        <Problems rows={rows} filter={filter} />
        {STAGES.filter((stage) => stages.has(stage)).map((stage) => (
          <Tally key={stage} words={STAGE_WORDS[stage]} typed={`stage:"${STAGE_WORDS[stage]}"`} filter={filter}>
            <span className={text.muted}>{STAGE_TALLIES[stage](stages.get(stage)?.length ?? 0)}</span>
          </Tally>
        ))}
        <Coming rows={rows} />
      </div>
      {sums === "" ? null : (
        <span className={styles.sums}>
          <span className={text.unbroken}>
            {chosen
              ? t("{count, plural, one {1 client selected: } other {{shown} clients selected: }}", {
                  count: rows.length,
                  shown: formatCount(rows.length),
                })
              : null}
            {sums}
          </span>
        </span>
      )}
      {hidden}
    </footer>
  );
}

/** The footer of clients that are on their way, so that what is above it stays where it is. */
export function FooterRoom() {
  return (
    <footer className={styles.footer} aria-hidden="true">
      <span className={styles.room} />
    </footer>
  );
}

/** What a state is called in its tip, and the filter for it. */
function tallyOf(state: ShownState): Pick<TallyProps, "typed" | "words"> {
  if (state === "up_to_date") return { words: ALL_SYNCED.found, typed: `"${ALL_SYNCED.found}"` };
  const { word } = SYNC_LABELS[state];
  return { words: word, typed: `state:"${word}"` };
}

/** A client with several problems is counted with each of them. */
function Problems({ rows, filter }: Pick<ClientsFooterProps, "rows" | "filter">) {
  const countWith = (problem: ClientRow["worst"]): number => rows.filter((row) => problemsOf(row).includes(problem)).length;
  const tally = (each: keyof typeof PROBLEMS): ReactNode =>
    countWith(each) === 0 ? null : (
      <Tally key={each} words={WORST_LABELS[each]} typed={`most-urgent:"${WORST_LABELS[each]}"`} filter={filter}>
        {PROBLEMS[each](formatCount(countWith(each)))}
      </Tally>
    );
  const only = onlyUpdateProblem(rows);
  const unchecked = rows.filter(isPartlyUnchecked).length;
  return (
    <>
      {only === null ? tally("rejected") : <OneProblem problem={only} count={formatCount(countWith("rejected"))} filter={filter} />}
      {(["conflict", "variance"] as const).map(tally)}
      {unchecked === 0 ? null : (
        <Tally words={t("Tie-outs that can't be checked")} typed={`tie-outs:"${CANNOT_CHECK}"`} filter={filter}>
          {t("{count} can't be fully checked", { count: formatCount(unchecked) })}
        </Tally>
      )}
      {(["late", "stale"] as const).map(tally)}
    </>
  );
}

interface OneProblemProps {
  readonly problem: keyof typeof UPDATE_PROBLEM_WORDS;
  readonly count: string;
  readonly filter: string;
}

/** Where all troubled updates have the same problem, it is named, as in their rows. */
function OneProblem({ problem, count, filter }: OneProblemProps) {
  const { word, clients, found } = UPDATE_PROBLEM_WORDS[problem];
  return (
    <Tally words={word} typed={`state:"${found}"`} filter={filter}>
      {clients(count)}
    </Tally>
  );
}

/** Closes that the other counts leave out, since nothing is known of them yet. */
function Coming({ rows }: Pick<ClientsFooterProps, "rows">) {
  const count = rows.filter(isCloseComing).length;
  if (count === 0) return null;
  return (
    <span className={classes(styles.coming, text.muted)}>
      {t("{count, plural, one {1 close not calculated yet} other {# closes not calculated yet}}", { count })}
    </span>
  );
}

interface TallyProps {
  readonly words: string;
  /** The filter that shows only these. */
  readonly typed: string;
  readonly filter: string;
  readonly children: ReactNode;
}

function Tally({ words, typed, filter, children }: TallyProps) {
  const pressed = filter.includes(typed);
  return (
    <button
      type="button"
      className={styles.state}
      aria-pressed={pressed}
      title={pressed ? t("Remove this filter: {word}", { word: words }) : t("Show only: {word}", { word: words })}
      onClick={() => usePlace.setState({ clientFilter: pressed ? filter.replace(typed, "").trim() : typed })}
    >
      {children}
    </button>
  );
}
