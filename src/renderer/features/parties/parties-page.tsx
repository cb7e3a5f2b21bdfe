import { useMemo, useState } from "react";
import type { PartyRow } from "#shared/contract/records.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { GridFilterChips, GridFilterField } from "../../blocks/grid-filter-field.tsx";
import { PanelSide } from "../../blocks/panel-side.tsx";
import { usePanels } from "../../blocks/use-panels.ts";
import { AsOfWords } from "../../components/as-of-words.tsx";
import { Button } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { Segments } from "../../components/segments.tsx";
import { SourceWords } from "../../components/source-words.tsx";
import { type GridView, useGridView } from "../../components/use-grid-view.ts";
import { formatCount } from "../../format/amount.ts";
import { ALL_FIGURES, figureId } from "../../format/figure-id.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { figureKey } from "../../state/figure-key.ts";
import { useNow } from "../../state/now.ts";
import { type Panels, PanelsContext } from "../../state/panels.ts";
import { clientAddress } from "../../state/place.ts";
import { popOut } from "../../state/pop-out.ts";
import { explainedBalance } from "./explained-balance.tsx";
import styles from "./parties.module.css";
import { partyColumns } from "./party-columns.tsx";
import { matchesParty, type PartyFilter, type PartyLine, partyLines, partyTotals } from "./party-lines.ts";
import { PartyPanel } from "./party-panel.tsx";

const ROLES = [
  { value: "all", word: t("All") },
  { value: "customers", word: t("Customers") },
  { value: "vendors", word: t("Vendors") },
] as const;
const EVERYTHING: PartyFilter = { role: "all", untaxed: false, open: false };
const NOBODY: readonly PartyRow[] = [];
const PARTY_COLUMNS = partyColumns();

/** Everybody whom the client deals with: what is open, per currency, and what is missing; one party at the side. */
export function PartiesPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const panels = usePanels(clientId, "parties", part);
  const [filter, setFilter] = useState(EVERYTHING);
  const parties = useCoreQuery("parties.list", { clientId });
  const all = parties.data?.rows ?? NOBODY;
  const chosen = useMemo(() => partyLines(all.filter((party) => matchesParty(party, filter))), [all, filter]);
  const view = useGridView({
    id: `parties ${clientId}`,
    columns: PARTY_COLUMNS,
    lines: chosen,
    keyOf: ({ key }) => key,
    familyOf: ({ party }) => party?.id ?? null,
    alsoIn: ({ party }) => party?.email ?? "",
  });
  const shown = useMemo(() => view.lines.flatMap(({ party, first }) => (first && party !== null ? [party] : [])), [view.lines]);
  return (
    <PanelsContext value={panels}>
      <div className={styles.page}>
        <div className={styles.list}>
          <Bar
            filter={filter}
            onFilter={setFilter}
            view={view}
            shown={shown.length}
            all={all.length}
            asOf={parties.data?.asOf}
            onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })}
          />
          <GridFilterChips view={view} />
          {parties.error === null ? null : (
            <div className={styles.note}>
              <FailureNote failure={parties.error.failure} />
            </div>
          )}
          {parties.data === undefined ? (
            <div className={styles.waiting} aria-busy={parties.isPending} />
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
            <Lines panels={panels} view={view} parties={shown} />
          )}
          <ActNote clientId={clientId} />
        </div>
        <PanelSide
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
}

function Bar({ view, filter, onFilter, shown, all, asOf, onWhy }: BarProps) {
  const nowMs = useNow();
  return (
    <div className={controls.bar}>
      <GridFilterField
        view={view}
        label={t("Filter parties by name, tax identifier or e-mail address")}
        placeholder={t("Name, tax identifier, e-mail; >1000  ( / )")}
      />
      <Segments label={t("Roles")} options={ROLES} chosen={filter.role} onChange={(role) => onFilter({ ...filter, role })} />
      <label className={styles.check}>
        <input type="checkbox" checked={filter.open} onChange={(event) => onFilter({ ...filter, open: event.target.checked })} />
        {t("Something open")}
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={filter.untaxed} onChange={(event) => onFilter({ ...filter, untaxed: event.target.checked })} />
        {t("No tax identifier")}
      </label>
      <span className={controls.space} />
      <span className={styles.quiet} role="status">
        {shown === all
          ? t("{all} parties", { all: formatCount(all) })
          : t("{shown} of {all} parties", { shown: formatCount(shown), all: formatCount(all) })}
      </span>
      <SourceWords source="mirror" onWhy={onWhy} />
      {asOf === undefined ? null : <AsOfWords asOf={asOf} nowMs={nowMs} />}
    </div>
  );
}

interface LinesProps {
  readonly panels: Panels;
  readonly view: GridView<PartyLine>;
  readonly parties: readonly PartyRow[];
}

function Lines({ panels, view, parties }: LinesProps) {
  const footer = useMemo(() => partyTotals(parties), [parties]);
  return (
    <DataGrid
      label={t("Parties")}
      layoutId="parties"
      columns={PARTY_COLUMNS}
      {...view.grid}
      footer={footer}
      beside={panels.own !== null || panels.over.length > 0}
      minWidth={1130}
      openKey={panels.own ?? undefined}
      onOpen={({ party }) => {
        if (party !== null) panels.openOwn(party.id);
      }}
      onPopOut={({ party }) => {
        if (party !== null) popOut(panels.ownAddress(party.id));
      }}
      onKey={figureKey((line, columnId) => panels.open({ kind: "figure", id: figureId(line.key, columnId) }))}
      rowClass={(line) => (line.party === null ? styles.total : undefined)}
    />
  );
}

function Nothing({ clientId, any, onClear }: { readonly clientId: string; readonly any: boolean; readonly onClear: () => void }) {
  if (any)
    return (
      <EmptyNote title={t("No party matches the filters")}>
        <Button onClick={onClear}>{t("Clear the filters")}</Button>
      </EmptyNote>
    );
  return (
    <EmptyNote title={t("No party has been read yet")}>
      <p>{t("Customers and vendors stand here as soon as they have come in, with what is open of each.")}</p>
      <a href={`#${clientAddress(clientId, "sync")}`}>{t("See how reading stands")}</a>
    </EmptyNote>
  );
}
