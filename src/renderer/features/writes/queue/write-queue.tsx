import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { JobState, WriteJob } from "#shared/model/ledger/write.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { WRITE_STATES, WRITE_WORDS } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useCanStartSync, useClientSync } from "../../../state/core/live-sync.ts";
import { useOffline } from "../../../state/core/offline.ts";
import { useSafeMode } from "../../../state/core/safe-mode.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { clientAddress, writesAddress } from "../../../state/window/screen-address.ts";
import { useEscape } from "../../../state/window/use-escape.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { NotSynced } from "../../../ui/connection/not-synced.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { CheckboxGroup } from "../../../ui/controls/checkbox-group.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import fold from "../../../ui/controls/fold.module.css";
import { Fold } from "../../../ui/controls/fold.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { RoleNote } from "../../../ui/feedback/role-note.tsx";
import { UndoMessage } from "../../../ui/feedback/undo-message.tsx";
import { GridFilterChips, GridFilterField, NoRow } from "../../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { type GridView, useGridView } from "../../../ui/grid/state/use-grid-view.ts";
import { NewMenu } from "../../../ui/layout/new-menu.tsx";
import { ScreenTitle } from "../../../ui/layout/screen-title.tsx";
import { RepeatingLink } from "../repeating/repeating-link.tsx";
import { jobColumns } from "./job-columns.tsx";
import { JobPanel } from "./job-panel.tsx";
import { useContactNames } from "./use-contact-names.ts";
import styles from "./write-queue.module.css";

const STATES = WRITE_STATES.map((state) => [state, WRITE_WORDS[state].word] as const);

/** The write queue: newest first, by state, live; one job at the side. */
export function Queue({ clientId, jobId }: { readonly clientId: string; readonly jobId: string | null }) {
  const [, navigate] = useHashLocation();
  const [states, setStates] = useState<readonly JobState[]>([]);
  const list = useCoreQuery("writes.list", { clientId });
  const jobs = useMemo(() => newestFirst(list.data ?? [], states), [list.data, states]);
  const contactOf = useContactNames(clientId, list.data);
  const isOffline = useOffline();
  const isSafeMode = useSafeMode();
  const columns = useMemo(() => jobColumns(contactOf, { isOffline, isSafeMode }), [contactOf, isOffline, isSafeMode]);
  const view = useGridView({ id: `writes ${clientId}`, columns, lines: jobs, keyOf: (job) => job.jobId });
  const close = () => {
    navigate(clientAddress(clientId, "writes"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(jobId === null ? null : close);
  const none = list.data !== undefined && list.data.length === 0;
  return (
    <div className={layout.row}>
      <div className={layout.list}>
        <Bar
          clientId={clientId}
          states={states}
          onStates={setStates}
          view={none ? null : view}
          count={list.data === undefined || none ? null : countLabel(view.shown, list.data.length)}
          beside={jobId !== null}
        />
        <RoleNote place={layout.note} />
        {list.error === null ? null : (
          <div className={layout.note}>
            <FailureNote failure={list.error.failure} />
          </div>
        )}
        {none ? (
          <NoUpdates clientId={clientId} />
        ) : jobs.length === 0 && list.data !== undefined ? (
          <EmptyState state="filtered" title={t("No ledger updates match the filter")}>
            <Button onClick={() => setStates([])}>{t("Clear filter")}</Button>
          </EmptyState>
        ) : list.error !== null && list.data === undefined ? null : (
          <>
            <GridFilterChips view={view} />
            {view.shown === 0 && view.all > 0 ? (
              <NoRow view={view} />
            ) : (
              <DataGrid
                label={t("Ledger updates")}
                layoutId="writes"
                columns={columns}
                {...view.grid}
                beside={jobId !== null}
                busy={list.isPending}
                openKey={jobId ?? undefined}
                onOpen={(job) => navigate(writesAddress(clientId, job.jobId))}
              />
            )}
          </>
        )}
      </div>
      {jobId === null ? null : <JobPanel key={jobId} clientId={clientId} jobId={jobId} onClose={close} />}
      <UndoMessage clientId={clientId} />
    </div>
  );
}

/** Nothing was ever entered for the client: what to do first. */
export function NoUpdates({ clientId }: { readonly clientId: string }) {
  const mayWrite = useMayAs("preparer");
  const isUnread = useClientSync(clientId).data?.state === "never_synced";
  const canStart = useCanStartSync(clientId);
  const title = t("No ledger updates yet");
  // Nothing can be entered before the first sync.
  if (isUnread)
    return (
      <NotSynced clientId={clientId} canStart={canStart} title={title}>
        {t("Once the first sync has started, you can enter transactions. They appear here, with their checks and the ledger's answer.")}
      </NotSynced>
    );
  return (
    <EmptyState title={title}>
      <p>{t("Updates drafted or sent in Tieout appear here, with their checks and the ledger's answer.")}</p>
      {mayWrite ? <NewMenu clientId={clientId} words={t("New transaction")} /> : null}
    </EmptyState>
  );
}

interface BarProps {
  readonly clientId: string;
  readonly states: readonly JobState[];
  readonly onStates: (states: readonly JobState[]) => void;
  /** Null where there is nothing to filter. */
  readonly view: GridView<WriteJob> | null;
  readonly count: string | null;
  /** A panel is open beside the list. */
  readonly beside: boolean;
}

function Bar({ clientId, states, onStates, view, count, beside }: BarProps) {
  return (
    <div className={classes(styles.bar, fold.bar)}>
      <ScreenTitle screen="writes" />
      {view === null ? null : <GridFilterField view={view} label={t("Filter ledger updates")} />}
      {view === null ? null : <CheckboxGroup label={t("Status")} options={STATES} chosen={states} onChange={onStates} />}
      {states.length === 0 ? null : (
        <Button kind="quiet" onClick={() => onStates([])}>
          {t("Clear")}
        </Button>
      )}
      <span className={classes(styles.count, textStyles.label)} role="status">
        {count}
      </span>
      <span className={styles.push}>
        <Fold label={t("More actions")} below="narrow" dots closes>
          <RepeatingLink clientId={clientId} />
        </Fold>
        {/* An empty list offers it in its middle. */}
        {view === null ? null : <NewMenu clientId={clientId} beside={beside} />}
      </span>
    </div>
  );
}

function newestFirst(jobs: readonly WriteJob[], states: readonly JobState[]): readonly WriteJob[] {
  return jobs
    .filter((job) => states.length === 0 || states.includes(job.state))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.jobId.localeCompare(a.jobId));
}

function countLabel(shown: number, all: number): string {
  const words = t("{all, plural, one {1 ledger update} other {{count} ledger updates}}", { all, count: formatCount(all) });
  return shown === all ? words : t("{shown} of {total}", { shown: formatCount(shown), total: words });
}
