import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ScheduleItemRow, SchedulesView } from "#shared/contract/close/schedules.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import { useEscape } from "../../state/window/use-escape.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { GridFilter, GridFilterAnswer } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { type GridView, useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { ImportItems } from "./import-items.tsx";
import { itemColumns } from "./item-columns.tsx";
import { ItemFields } from "./item-fields.tsx";
import { type Editing, emptyItem, itemForm } from "./item-form.ts";
import { ItemPanel } from "./item-panel.tsx";
import { PostEntries } from "./post-entries.tsx";
import { type KindFilter, kindFilters } from "./schedule-words.ts";
import styles from "./schedules.module.css";
import { Suggestions } from "./suggestions.tsx";

interface ItemsProps {
  readonly clientId: string;
  readonly period: string;
  readonly view: SchedulesView;
  readonly openId: string | null;
  readonly busy: boolean;
}

/** The items of all schedules with this period's entries, the months of the year, and one item open beside. */
export function Items({ clientId, period, view, openId, busy }: ItemsProps) {
  const [, navigate] = useHashLocation();
  useNothingToPrint(view.items.length === 0);
  const [kind, setKind] = useState<KindFilter>("all");
  const [editing, setEditing] = useState<Editing | null>(null);
  const shown = useMemo(() => view.items.filter(({ item }) => kind === "all" || item.kind === kind), [view.items, kind]);
  const columns = useMemo(() => itemColumns(view.currency, view.months, view.month), [view.currency, view.months, view.month]);
  const grid = useGridView({ id: `schedules ${clientId}`, columns, lines: shown, keyOf: ({ itemId }: ScheduleItemRow) => itemId });
  const open = view.items.find(({ itemId }) => itemId === openId);
  const close = () => {
    navigate(recordAddress(clientId, "schedules", "items"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(open === undefined || editing !== null ? null : close);
  const add = () => setEditing({ itemId: null, form: emptyItem(kind === "all" ? "prepaid" : kind, `${view.month}-01`) });
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        {/* Before the first item, the empty list offers what the bar does. */}
        {view.items.length === 0 ? null : (
          <Bar clientId={clientId} period={period} view={view} grid={grid} kind={kind} onKind={setKind} onAdd={add} />
        )}
        <Suggestions clientId={clientId} view={view} onEdit={setEditing} />
        {view.items.length === 0 ? (
          <NoItems clientId={clientId} onAdd={add} />
        ) : (
          <>
            <GridFilterAnswer view={grid} />
            {grid.shown === 0 ? null : (
              <DataGrid
                label={t("Schedules {month}", { month: formatLongPeriod(view.month) })}
                layoutId="schedules"
                columns={columns}
                {...grid.grid}
                beside={open !== undefined}
                fits
                busy={busy}
                openKey={openId ?? undefined}
                onOpen={({ itemId }) => navigate(recordAddress(clientId, "schedules", `items:${itemId}`))}
              />
            )}
          </>
        )}
      </div>
      {open === undefined ? null : (
        <ItemPanel
          key={open.itemId}
          clientId={clientId}
          currency={view.currency}
          row={open}
          month={view.month}
          onEdit={() => setEditing({ itemId: open.itemId, form: itemForm(open) })}
          onClose={close}
        />
      )}
      {editing === null ? null : (
        <ItemFields
          clientId={clientId}
          currency={view.currency}
          itemId={editing.itemId}
          start={editing.form}
          before={view.items.find(({ itemId }) => itemId === editing.itemId)?.item ?? null}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

interface BarProps {
  readonly clientId: string;
  readonly period: string;
  readonly view: SchedulesView;
  readonly grid: GridView<ScheduleItemRow>;
  readonly kind: KindFilter;
  readonly onKind: (kind: KindFilter) => void;
  readonly onAdd: () => void;
}

function Bar({ clientId, period, view, grid, kind, onKind, onAdd }: BarProps) {
  return (
    <div className={styles.bar}>
      <Segments label={t("Schedule")} options={kindFilters(view.items)} chosen={kind} onChange={onKind} />
      {/* The segments say how many items each schedule has. */}
      <GridFilter view={grid} label={t("Filter schedules")} counted="fewer rows" />
      <PostEntries clientId={clientId} period={period} view={view} />
      <ImportItems clientId={clientId} />
      <Button needs="preparer" icon={<Plus size={14} aria-hidden />} onClick={onAdd}>
        {t("New item…")}
      </Button>
    </div>
  );
}

function NoItems({ clientId, onAdd }: Pick<BarProps, "clientId" | "onAdd">) {
  return (
    <EmptyState title={t("No schedule items yet")}>
      <p>
        {t(
          "Add prepaid expenses, fixed assets, deferred revenue, accruals and loans. Tieout calculates the monthly journals, drafts them when you ask, and compares the balances with the books.",
        )}
      </p>
      <div className={styles.first}>
        <Button needs="preparer" kind="primary" onClick={onAdd}>
          {t("New item…")}
        </Button>
        <ImportItems clientId={clientId} />
      </div>
    </EmptyState>
  );
}
