import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { PartyRow } from "#shared/contract/records.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { AsOf } from "../../components/as-of.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import type { GridSort } from "../../components/grid-types.ts";
import { Segments } from "../../components/segments.tsx";
import { formatCount } from "../../format/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress, recordAddress } from "../../state/place.ts";
import { popOut } from "../../state/pop-out.ts";
import { useEscape } from "../../state/use-escape.ts";
import styles from "./parties.module.css";
import { partyColumns } from "./party-columns.tsx";
import { matchesParty, type PartyFilter, type PartySort, partyLines, partyTotals } from "./party-lines.ts";
import { PartyPanel } from "./party-panel.tsx";

const ROLES = [
  { value: "all", word: t("All") },
  { value: "customers", word: t("Customers") },
  { value: "vendors", word: t("Vendors") },
] as const;
const EVERYTHING: PartyFilter = { text: "", role: "all", untaxed: false, open: false };

/** Everybody whom the client deals with: what is open, per currency, and what is missing; one party at the side. */
export function PartiesPage({ clientId, partyId }: { readonly clientId: string; readonly partyId: string | null }) {
  const [, navigate] = useHashLocation();
  const [filter, setFilter] = useState(EVERYTHING);
  const parties = useCoreQuery("parties.list", { clientId });
  const close = () => {
    navigate(clientAddress(clientId, "parties"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(partyId === null ? null : close);
  const all = parties.data?.rows ?? [];
  const shown = useMemo(() => all.filter((party) => matchesParty(party, filter)), [all, filter]);
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <Bar filter={filter} onFilter={setFilter} shown={shown.length} all={all.length} asOf={parties.data?.asOf} />
        {parties.error === null ? null : (
          <div className={styles.note}>
            <FailureNote failure={parties.error.failure} />
          </div>
        )}
        {parties.data === undefined ? (
          <div className={styles.waiting} aria-busy={parties.isPending} />
        ) : shown.length === 0 ? (
          <Nothing clientId={clientId} any={all.length > 0} onClear={() => setFilter(EVERYTHING)} />
        ) : (
          <Lines clientId={clientId} parties={shown} openKey={partyId} />
        )}
        <ActNote clientId={clientId} />
      </div>
      {partyId === null ? null : <PartyPanel key={partyId} clientId={clientId} partyId={partyId} onClose={close} />}
    </div>
  );
}

interface BarProps {
  readonly filter: PartyFilter;
  readonly onFilter: (filter: PartyFilter) => void;
  readonly shown: number;
  readonly all: number;
  /** Undefined until it is known. */
  readonly asOf: string | null | undefined;
}

function Bar({ filter, onFilter, shown, all, asOf }: BarProps) {
  const nowMs = useNow();
  return (
    <div className={controls.bar}>
      <input
        className={`${controls.input} ${styles.filter}`}
        type="search"
        aria-label={t("Filter parties by name, tax identifier or e-mail address")}
        placeholder={t("Name, tax identifier, e-mail  ( / )")}
        data-quick-filter=""
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
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
      {asOf === undefined ? null : asOf === null ? (
        <Chip tone="warning" word={t("Incomplete")} title={t("The first read has not ended: what is open may change as more comes in.")} />
      ) : (
        <span className={styles.quiet}>
          {t("As of")} <AsOf instant={asOf} nowMs={nowMs} ago />
        </span>
      )}
    </div>
  );
}

interface LinesProps {
  readonly clientId: string;
  readonly parties: readonly PartyRow[];
  readonly openKey: string | null;
}

function Lines({ clientId, parties, openKey }: LinesProps) {
  const [, navigate] = useHashLocation();
  const [sort, setSort] = useState<GridSort>({ column: "name", descending: false });
  const narrow = openKey !== null;
  const columns = useMemo(() => partyColumns(narrow), [narrow]);
  const lines = useMemo(() => partyLines(parties, sort.column as PartySort, sort.descending), [parties, sort]);
  const footer = useMemo(() => partyTotals(parties), [parties]);
  const places = useMemo(() => new Map(lines.map(({ key }, place) => [key, place])), [lines]);
  return (
    <DataGrid
      label={t("Parties")}
      layoutId={narrow ? "parties-beside" : "parties"}
      columns={columns}
      rowCount={lines.length}
      rowAt={(index) => lines[index]}
      footer={footer}
      keyOf={({ key }) => key}
      indexOf={(key) => places.get(key) ?? -1}
      minWidth={narrow ? 480 : 1130}
      openKey={openKey ?? undefined}
      onOpen={({ party }) => {
        if (party !== null) navigate(recordAddress(clientId, "parties", party.id));
      }}
      onPopOut={({ party }) => {
        if (party !== null) popOut(recordAddress(clientId, "parties", party.id));
      }}
      rowClass={(line) => (line.party === null ? styles.total : undefined)}
      sort={sort}
      onSort={(column) => setSort({ column, descending: sort.column === column ? !sort.descending : column !== "name" })}
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
