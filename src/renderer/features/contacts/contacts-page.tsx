import { useMemo, useState } from "react";
import type { PartyRow } from "#shared/contract/books/records.ts";
import { ALL_FIGURES, figureId } from "../../format/addresses/figure-id.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { toggleContact, useChosenContacts } from "../../state/views/selected-contacts.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import fold from "../../ui/controls/fold.module.css";
import { Fold } from "../../ui/controls/fold.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { AsOfLabel } from "../../ui/figures/as-of-label.tsx";
import { SourceWords } from "../../ui/figures/figure-source.tsx";
import { GridFilterChips, GridFilterField } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { type GridView, useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { partyColumns } from "./contact-columns.tsx";
import { PartyPanel } from "./contact-panel.tsx";
import { matchesParty, type PartyFilter, type PartyLine, partyLines, partyTotals } from "./contact-rows.ts";
import styles from "./contacts.module.css";
import { explainedBalance } from "./explained-balance.tsx";
import { MergeBar } from "./merge-bar.tsx";

const ROLES = [
  { value: "all", word: t("All") },
  { value: "customers", word: t("Customers") },
  { value: "vendors", word: t("Vendors") },
] as const;
const EVERYTHING: PartyFilter = { role: "all", untaxed: false, open: false };
const NOBODY: readonly PartyRow[] = [];

/** Everybody whom the client deals with: what is open, per currency, and what is missing; one party at the side. */
export function PartiesPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "parties", part);
  const [filter, setFilter] = useState(EVERYTHING);
  const parties = useCoreQuery("parties.list", { clientId });
  const all = parties.data?.rows ?? NOBODY;
  const chosen = useMemo(() => partyLines(all.filter((party) => matchesParty(party, filter))), [all, filter]);
  const columns = useMemo(() => partyColumns(clientId), [clientId]);
  const marked = useChosenContacts(clientId);
  const view = useGridView({
    id: `parties ${clientId}`,
    columns,
    lines: chosen,
    keyOf: ({ key }) => key,
    familyOf: ({ party }) => party?.id ?? null,
    alsoIn: ({ party }) => party?.email ?? "",
  });
  const shown = useMemo(() => view.lines.flatMap(({ party, first }) => (first && party !== null ? [party] : [])), [view.lines]);
  return (
    <PanelsContext value={panels}>
      <div className={layout.row}>
        <div className={styles.list}>
          <Bar
            filter={filter}
            onFilter={setFilter}
            view={view}
            shown={shown.length}
            all={all.length}
            asOf={parties.data?.asOf}
            onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })}
            beside={part !== null}
          />
          <GridFilterChips view={view} />
          {parties.error === null ? null : (
            <div className={layout.note}>
              <FailureNote failure={parties.error.failure} />
            </div>
          )}
          {parties.data === undefined ? (
            <div className={layout.grow} aria-busy={parties.isPending} />
          ) : shown.length === 0 ? (
            <Nothing
              clientId={clientId}
              any={all.length > 0}
              onClear={() => {
                setFilter(EVERYTHING);
                view.setText("");
              }}
            />
          ) : (
            <Lines clientId={clientId} columns={columns} panels={panels} view={view} parties={shown} />
          )}
          <MergeBar clientId={clientId} ids={marked} />
          <UndoMessage clientId={clientId} />
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(id) => <PartyPanel key={id} clientId={clientId} partyId={id} />}
          figure={(id) =>
            parties.data === undefined ? null : explainedBalance({ clientId, id, list: parties.data, ownAddress: panels.ownAddress })
          }
        />
      </div>
    </PanelsContext>
  );
}

interface BarProps {
  readonly view: GridView<PartyLine>;
  readonly filter: PartyFilter;
  readonly onFilter: (filter: PartyFilter) => void;
  readonly shown: number;
  readonly all: number;
  /** Undefined until it is known. */
  readonly asOf: string | null | undefined;
  readonly onWhy: () => void;
  /** A panel is open: the bar keeps its height, so that the rows stay under the pointer. */
  readonly beside: boolean;
}

function Bar({ view, filter, onFilter, shown, all, asOf, onWhy, beside }: BarProps) {
  const nowMs = useNow();
  // What is folded away still says that it filters.
  const on = [filter.open, filter.untaxed].filter(Boolean).length;
  return (
    <div className={classes(controls.bar, fold.bar, beside && styles.oneLine)}>
      <GridFilterField view={view} label={t("Filter contacts by name, tax ID or email")} placeholder={t("Name, tax ID or amount")} />
      <Segments label={t("Role")} options={ROLES} chosen={filter.role} onChange={(role) => onFilter({ ...filter, role })} />
      <Fold label={on === 0 ? t("More filters") : t("More filters ({on})", { on })} below="narrow">
        <label className={layout.checkbox}>
          <input type="checkbox" checked={filter.open} onChange={(event) => onFilter({ ...filter, open: event.target.checked })} />
          {t("With a balance")}
        </label>
        <label className={layout.checkbox}>
          <input type="checkbox" checked={filter.untaxed} onChange={(event) => onFilter({ ...filter, untaxed: event.target.checked })} />
          {t("No tax ID")}
        </label>
      </Fold>
      {beside ? null : (
        <>
          <span className={layout.grow} />
          <span className={text.muted} role="status">
            {shown === all
              ? t("{all, plural, one {1 contact} other {{shown} contacts}}", { all, shown: formatCount(all) })
              : t("{shown} of {all, plural, one {1 contact} other {{count} contacts}}", {
                  shown: formatCount(shown),
                  all,
                  count: formatCount(all),
                })}
          </span>
          <SourceWords source="mirror" onWhy={onWhy} />
          {asOf === undefined ? null : (
            <span className={text.muted}>
              <AsOfLabel asOf={asOf} nowMs={nowMs} />
            </span>
          )}
        </>
      )}
    </div>
  );
}

interface LinesProps {
  readonly clientId: string;
  readonly columns: ReturnType<typeof partyColumns>;
  readonly panels: Panels;
  readonly view: GridView<PartyLine>;
  readonly parties: readonly PartyRow[];
}

function Lines({ clientId, columns, panels, view, parties }: LinesProps) {
  const showFigure = figureKey((line: PartyLine, columnId) => panels.open({ kind: "figure", id: figureId(line.key, columnId) }));
  const footer = useMemo(() => partyTotals(parties), [parties]);
  return (
    <DataGrid
      label={t("Contacts")}
      layoutId="parties"
      columns={columns}
      {...view.grid}
      footer={footer}
      beside={panels.own !== null || panels.over.length > 0}
      openKey={panels.own ?? undefined}
      onOpen={({ party }) => {
        if (party !== null) panels.openOwn(party.id);
      }}
      onPopOut={({ party }) => {
        if (party !== null) popOut(panels.ownAddress(party.id));
      }}
      onKey={(event, line, columnId) => {
        if (event.key !== " " || line.party === null) return showFigure(event, line, columnId);
        toggleContact(clientId, line.party.id);
        return true;
      }}
      rowClass={(line) => (line.party === null ? styles.total : undefined)}
    />
  );
}

function Nothing({ clientId, any, onClear }: { readonly clientId: string; readonly any: boolean; readonly onClear: () => void }) {
  if (any)
    return (
      <EmptyState title={t("No contacts match the filter")}>
        <Button onClick={onClear}>{t("Clear filter")}</Button>
      </EmptyState>
    );
  return (
    <EmptyState title={t("No contacts synced yet")}>
      <p>{t("Customers and vendors appear here once they're synced, with their open balances.")}</p>
      <a href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</a>
    </EmptyState>
  );
}
