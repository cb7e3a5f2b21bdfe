import { type ComponentProps, useMemo, useState } from "react";
import type { PartyList, PartyRow } from "#shared/contract/books/records.ts";
import { ALL_FIGURES, figureId } from "../../format/addresses/figure-id.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { onlyCurrency, withoutCurrency } from "../../format/amounts/one-currency.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useCanStartSync, useIsSyncing } from "../../state/core/live-sync.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { toggleContact, useChosenContacts } from "../../state/views/selected-contacts.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { NotSynced } from "../../ui/connection/not-synced.tsx";
import { Button } from "../../ui/controls/button.tsx";
import fold from "../../ui/controls/fold.module.css";
import { Fold } from "../../ui/controls/fold.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { ComingHead, FigureHead } from "../../ui/figures/figure-head.tsx";
import { GridFilterChips, GridFilterLine } from "../../ui/filters/grid-filter-field.tsx";
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
  const currency = useMemo(() => onlyCurrency(all.flatMap(({ amounts }) => amounts.map((amount) => amount.currency))), [all]);
  const columns = useMemo(() => withoutCurrency(partyColumns(clientId), currency), [clientId, currency]);
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
          {parties.data === undefined ? (
            <ComingHead title={t("Contacts")} name={t("Contacts")} failed={parties.error !== null} />
          ) : (
            <>
              <Head
                clientId={clientId}
                facts={balanceFacts(parties.data, currency)}
                asOf={parties.data.asOf}
                onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })}
              />
              <Bar filter={filter} onFilter={setFilter} view={view} shown={shown.length} all={all.length} />
            </>
          )}
          {parties.error === null ? null : <Failed failure={parties.error.failure} />}
          <GridFilterChips view={view} />
          {parties.data === undefined ? (
            <div className={layout.grow} aria-busy={parties.isPending} />
          ) : shown.length === 0 ? (
            <Nothing
              clientId={clientId}
              any={all.length > 0}
              synced={parties.data.asOf !== null}
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

function Failed({ failure }: ComponentProps<typeof FailureNote>) {
  return (
    <div className={layout.note}>
      <FailureNote failure={failure} />
    </div>
  );
}

/** Whether balances are open, and in which currency. `currency`: the only one; null where there are several, or none. */
function balanceFacts({ asOf, rows }: PartyList, currency: string | null): string {
  if (currency !== null) return t("Current open balances, {currency}", { currency });
  const isNothingOpen = asOf !== null && rows.every(({ amounts }) => amounts.length === 0);
  return isNothingOpen ? t("No open balances") : t("Current open balances by currency");
}

interface HeadProps {
  readonly clientId: string;
  readonly facts: string;
  readonly asOf: string | null;
  readonly onWhy: () => void;
}

function Head({ clientId, facts, asOf, onWhy }: HeadProps) {
  const nowMs = useNow();
  const reading = useIsSyncing(clientId);
  const title = t("Contacts");
  return <FigureHead title={title} name={title} facts={facts} source="mirror" onWhy={onWhy} asOf={asOf} nowMs={nowMs} reading={reading} />;
}

interface BarProps {
  readonly view: GridView<PartyLine>;
  readonly filter: PartyFilter;
  readonly onFilter: (filter: PartyFilter) => void;
  readonly shown: number;
  readonly all: number;
}

function Bar({ view, filter, onFilter, shown, all }: BarProps) {
  // What is folded away still says that it filters.
  const on = [filter.role !== "all", filter.open, filter.untaxed].filter(Boolean).length;
  return (
    <GridFilterLine
      view={view}
      label={t("Filter contacts by name, tax ID, email or amount")}
      placeholder={t("Name, tax ID or amount")}
      className={fold.bar}
      count={
        shown === all
          ? t("{all, plural, one {1 contact} other {{shown} contacts}}", { all, shown: formatCount(all) })
          : t("{shown} of {all, plural, one {1 contact} other {{count} contacts}}", {
              shown: formatCount(shown),
              all,
              count: formatCount(all),
            })
      }
    >
      <Fold label={on === 0 ? t("More filters") : t("More filters ({on})", { on })} below="narrow">
        <Segments label={t("Role")} options={ROLES} chosen={filter.role} onChange={(role) => onFilter({ ...filter, role })} />
        <label className={layout.checkbox}>
          <input type="checkbox" checked={filter.open} onChange={(event) => onFilter({ ...filter, open: event.target.checked })} />
          {t("With a balance")}
        </label>
        <label className={layout.checkbox}>
          <input type="checkbox" checked={filter.untaxed} onChange={(event) => onFilter({ ...filter, untaxed: event.target.checked })} />
          {t("No tax ID")}
        </label>
      </Fold>
    </GridFilterLine>
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
      fits
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

interface NothingProps {
  readonly clientId: string;
  readonly any: boolean;
  readonly synced: boolean;
  readonly onClear: () => void;
}

function Nothing({ clientId, any, synced, onClear }: NothingProps) {
  const canStart = useCanStartSync(clientId);
  if (any)
    return (
      <EmptyState state="filtered" title={t("No contacts match the filter")}>
        <Button onClick={onClear}>{t("Clear filter")}</Button>
      </EmptyState>
    );
  if (!synced)
    return (
      <NotSynced clientId={clientId} canStart={canStart} title={t("No contacts synced yet")}>
        {t("Customers and vendors appear here during the first sync, with their open balances.")}
      </NotSynced>
    );
  return (
    <EmptyState title={t("No contacts in the ledger")}>
      <p>{t("New contacts appear here after the next sync.")}</p>
      <a href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</a>
    </EmptyState>
  );
}
