import { ChevronLeft, ChevronRight, Download, Undo2, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { CallFailure } from "../../../api/call-failure.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { formatLongPeriod } from "../../../format/dates/date.ts";
import { monthAfter } from "../../../format/dates/month.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { queryClient } from "../../../state/core/query-client.ts";
import { useBarMonth } from "../../../state/period/selected-range.ts";
import { chooseMonth } from "../../../state/period/working-period.ts";
import { chooseClients } from "../../../state/views/selected-clients.ts";
import { announce } from "../../../state/window/announcements.ts";
import { useRoleBar } from "../../../state/window/current-role.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { ProgressBar } from "../../../ui/feedback/progress-bar.tsx";
import type { Column } from "../../../ui/grid/grid-types.ts";
import { saveFile } from "../../../ui/grid/save-file.ts";
import { csvText } from "../../../ui/grid/table-export.ts";
import type { DashboardLine, DashboardRow } from "../dashboard-rows.ts";
import { assignTo, READ, takeIntoClose } from "./bulk-actions.ts";
import styles from "./bulk-bar.module.css";
import { type BulkAct, type BulkResult, type BulkUndo, runBulk } from "./run-bulk.ts";

interface BulkBarProps {
  readonly rows: readonly DashboardRow[];
  readonly columns: readonly Column<DashboardLine>[];
}

/** Actions on the selected clients. */
export function BulkBar({ rows, columns }: BulkBarProps) {
  const bulk = useBulk();
  const busy = bulk.state.kind === "running";
  if (rows.length === 0 && bulk.state.kind === "idle") return null;
  const none = rows.length === 0 || busy;
  const exportRows = async (): Promise<void> => {
    const lines = rows.map((row): DashboardLine => ({ kind: "client", key: row.clientId, row }));
    const outcome = await saveFile("clients.csv", csvText(lines, columns), "text/csv;charset=utf-8");
    announce(
      outcome === "saved"
        ? t("{count, plural, one {1 client exported} other {{rows} clients exported}}", {
            count: rows.length,
            rows: formatCount(rows.length),
          })
        : t("Not exported"),
    );
  };
  return (
    <section className={styles.bar} aria-label={t("Selected clients")}>
      <span>
        {t("{count, plural, one {1 client selected} other {{rows} clients selected}}", {
          count: rows.length,
          rows: formatCount(rows.length),
        })}
      </span>
      <Button needs="preparer" disabled={none} onClick={() => bulk.run(rows, READ)}>
        {t("Sync")}
      </Button>
      <StartClose disabled={none} onStart={(month) => bulk.run(rows, takeIntoClose(month))} />
      <Assign label={t("Preparer")} disabled={none} onAssign={(person) => bulk.run(rows, assignTo("preparer", person))} />
      <Assign label={t("Reviewer")} disabled={none} onAssign={(person) => bulk.run(rows, assignTo("reviewer", person))} />
      <Button
        disabled={none}
        icon={<Download size={14} aria-hidden />}
        onClick={() => void exportRows()}
        title={t("Exports the selected clients to CSV, with all columns")}
      >
        {t("Export…")}
      </Button>
      <Outcome bulk={bulk} />
      <span className={layout.grow} />
      <Button
        kind="quiet"
        icon={<X size={14} aria-hidden />}
        disabled={busy}
        onClick={() => {
          chooseClients([]);
          bulk.forget();
        }}
      >
        {t("Clear selection")}
      </Button>
    </section>
  );
}

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly words: string; readonly share: number | null }
  | {
      readonly kind: "done";
      readonly words: string;
      readonly results: readonly BulkResult[];
      readonly undos: readonly BulkUndo[];
    };

/** Runs one action on many clients at a time, with its progress, its result and an undo. */
function useBulk() {
  const [state, setState] = useState<State>({ kind: "idle" });
  const cancelled = useRef(false);
  const refresh = (): void => {
    for (const question of ["clients.list", "close.board", "inbox.list"]) void queryClient.invalidateQueries({ queryKey: [question] });
  };
  const run = (rows: readonly DashboardRow[], { doing, done, act }: BulkAct): void => {
    cancelled.current = false;
    const onProgress = (at: number, name: string): void =>
      setState({
        kind: "running",
        words: t("{doing}: client {index} of {rows}, {name}", { doing, index: formatCount(at + 1), rows: formatCount(rows.length), name }),
        share: at / rows.length,
      });
    void runBulk(rows, act, { isCancelled: () => cancelled.current, onProgress }).then(({ results, undos }) => {
      const good = results.filter(({ ok }) => ok).length;
      const left = rows.length - results.length;
      const words =
        left === 0
          ? done(good)
          : `${done(good)} ${t("Stopped with {left, plural, one {1 client} other {{shown} clients}} left.", { left, shown: formatCount(left) })}`;
      setState({ kind: "done", words, results, undos });
      announce(words);
      refresh();
    });
  };
  const undo = async (undos: readonly BulkUndo[]): Promise<void> => {
    const failures: BulkResult[] = [];
    setState({ kind: "running", words: t("Undoing"), share: null });
    for (const { name, undo: undoOne } of undos) {
      try {
        await undoOne();
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        failures.push({ name, ok: false, words: t("not undone. {reason}", { reason: error.failure.message }) });
      }
    }
    setState({ kind: "done", words: failures.length === 0 ? t("Undone.") : t("Not everything was undone."), results: failures, undos: [] });
    refresh();
  };
  const cancel = (): void => {
    cancelled.current = true;
  };
  return { state, run, undo, cancel, forget: () => setState({ kind: "idle" }) };
}

function Outcome({ bulk: { state, undo, cancel } }: { readonly bulk: ReturnType<typeof useBulk> }) {
  if (state.kind === "idle") return <span role="status" />;
  if (state.kind === "running")
    return (
      <span className={styles.outcome}>
        <ProgressBar share={state.share} label={t("Clients processed")} />
        <span role="status">{state.words}</span>
        {/* Undoing goes through all of them. */}
        {state.share === null ? null : <Button onClick={cancel}>{t("Cancel")}</Button>}
      </span>
    );
  const problems = state.results.filter(({ ok }) => !ok);
  return (
    <span className={styles.outcome}>
      <span role="status">{state.words}</span>
      {state.undos.length === 0 ? null : (
        <Button icon={<Undo2 size={14} aria-hidden />} onClick={() => void undo(state.undos)}>
          {t("Undo")}
        </Button>
      )}
      {state.results.length === 0 ? null : (
        <details className={problems.length === 0 ? styles.results : styles.problems}>
          <summary>
            {problems.length === 0
              ? t("Results by client")
              : t("{count, plural, one {Results by client: 1 failed} other {Results by client: {problems} failed}}", {
                  count: problems.length,
                  problems: formatCount(problems.length),
                })}
          </summary>
          <ul>
            {state.results.map(({ name, words }) => (
              <li key={name}>{`${name}: ${words}`}</li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
}

interface StartCloseProps {
  readonly disabled: boolean;
  readonly onStart: (month: string) => void;
}

/** The month is that of the screens below a client. It is chosen here, because nothing else of the dashboard is for it. */
export function StartClose({ disabled, onStart }: StartCloseProps) {
  const month = useBarMonth(null);
  const name = formatLongPeriod(month);
  const step = (label: string, icon: ReactNode, months: number) => (
    <Button
      {...{ icon, disabled }}
      needs="preparer"
      kind="quiet"
      aria-label={label}
      title={label}
      onClick={() => {
        const chosen = monthAfter(month, months);
        chooseMonth(chosen);
        // The button that names the month hasn't the focus.
        announce(formatLongPeriod(chosen));
      }}
    />
  );
  return (
    <span className={styles.start}>
      {step(t("Previous period"), <ChevronLeft size={14} aria-hidden />, -1)}
      {step(t("Next period"), <ChevronRight size={14} aria-hidden />, 1)}
      <Button
        needs="preparer"
        disabled={disabled}
        title={t("If {month} is already closed for a client, it stays closed", { month: name })}
        onClick={() => onStart(month)}
      >
        {t("Start close for {month}", { month: name })}
      </Button>
    </span>
  );
}

interface AssignProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onAssign: (person: string | null) => void;
}

/** A selection that acts immediately and then resets for the next one. */
function Assign({ label, disabled, onAssign }: AssignProps) {
  const people = useCoreQuery("people.list", {});
  const bar = useRoleBar("preparer");
  const NOBODY = "\u0000";
  return (
    <label className={styles.assign}>
      {label}
      <select
        className={styles.select}
        disabled={disabled || bar !== null}
        title={bar ?? undefined}
        value=""
        onChange={(event) => {
          if (event.target.value !== "") onAssign(event.target.value === NOBODY ? null : event.target.value);
        }}
      >
        <option value="">{t("Assign…")}</option>
        {people.data
          ?.filter(({ active }) => active)
          .map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        <option value={NOBODY}>{t("No one")}</option>
      </select>
    </label>
  );
}
