import type { ReactNode } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { type ShownState, SYNC_LABELS, SYNC_STATES, shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useLink } from "../../state/core/core-link.ts";
import { usePlace } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { SyncChip } from "../../ui/connection/status-chip.tsx";
import styles from "./clients-footer.module.css";
import type { DashboardRow } from "./dashboard-rows.ts";
import { problemsOf, sumsText, WORST_LABELS } from "./status-labels.ts";

/** What is counted is clients, not their tasks. */
const PROBLEM_WORDS = { ...WORST_LABELS, late: t("With late close tasks") } as const;

/** Beside states of syncs and updates, a stage says what of. */
const STAGE_WORDS = {
  reopened: t("Period reopened"),
  in_close: PERIOD_WORDS.in_close.word,
  open: t("Period open"),
  closed: t("Period closed"),
} as const;

interface ClientsFooterProps {
  /** The selected clients, else those that match the filter. */
  readonly rows: readonly DashboardRow[];
  readonly chosen: boolean;
  readonly filter: string;
}

/** How many of the clients shown are in each state, their most severe problems, and the stages of their closes; a click filters by it. */
export function ClientsFooter({ rows, chosen, filter }: ClientsFooterProps) {
  const isLost = useLink(({ core }) => core) === "down";
  if (rows.length === 0 && !isLost) return null;
  const counts = Map.groupBy(rows, (row) => shownState(row, row.offline));
  const countWith = (problem: ClientRow["worst"]): number => rows.filter((row) => problemsOf(row).includes(problem)).length;
  const stages = Map.groupBy(rows, ({ close }) => close?.status ?? null);
  const countOf = (state: ShownState): number => counts.get(state)?.length ?? 0;
  return (
    <footer className={styles.footer}>
      <div className={styles.states}>
        {isLost ? (
          <SyncChip state="offline" />
        ) : (
          SYNC_STATES.filter((state) => countOf(state) > 0).map((state) => (
            <Tally key={state} words={SYNC_LABELS[state].word} typed={`state:"${SYNC_LABELS[state].word}"`} filter={filter}>
              <SyncChip state={state} />
              <span>{formatCount(countOf(state))}</span>
            </Tally>
          ))
        )}
        {(["rejected", "conflict", "variance", "late", "stale"] as const)
          .filter((each) => countWith(each) > 0)
          .map((each) => (
            <Tally key={each} words={WORST_LABELS[each]} typed={`most-urgent:"${WORST_LABELS[each]}"`} filter={filter}>
              <span>{PROBLEM_WORDS[each]}</span>
              <span>{formatCount(countWith(each))}</span>
            </Tally>
          ))}
        {(["reopened", "in_close", "open", "closed"] as const)
          .filter((status) => stages.has(status))
          .map((status) => (
            <Tally key={status} words={STAGE_WORDS[status]} typed={`stage:"${PERIOD_WORDS[status].word}"`} filter={filter}>
              <span className={text.muted}>{STAGE_WORDS[status]}</span>
              <span>{formatCount(stages.get(status)?.length ?? 0)}</span>
            </Tally>
          ))}
      </div>
      {rows.length === 0 ? null : (
        <span className={styles.sums}>
          <span className={text.unbroken}>
            {chosen
              ? t("{count, plural, one {1 client selected: } other {{shown} clients selected: }}", {
                  count: rows.length,
                  shown: formatCount(rows.length),
                })
              : null}
            {sumsText(rows)}
          </span>
        </span>
      )}
    </footer>
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
