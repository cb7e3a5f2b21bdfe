import { useMemo, useState } from "react";
import type { AccountRow } from "#shared/contract/books/records.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import { ALL_FIGURES } from "../../format/addresses/figure-id.ts";
import { onlyCurrency } from "../../format/amounts/one-currency.ts";
import { formatDay } from "../../format/dates/date.ts";
import { type Span, spanText } from "../../format/dates/date-range.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useIsSyncing } from "../../state/core/live-sync.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useChosenSpan } from "../../state/period/selected-range.ts";
import { useFigureChoice } from "../../state/views/figure-choices.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { accountFigureId } from "../../ui/figures/account-figure-panel.tsx";
import { ComingHead, FigureHead, FigureNotes } from "../../ui/figures/figure-head.tsx";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { GapList } from "../../ui/figures/gap-list.tsx";
import { LedgerPanel } from "../../ui/figures/general-ledger-panel.tsx";
import { accountsShown, GridFilterChips, GridFilterLine } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { type GridView, useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { accountColumns } from "./account-columns.tsx";
import { type AccountFilter, type AccountLine, accountLines } from "./account-rows.ts";
import styles from "./accounts.module.css";

const EVERYTHING: AccountFilter = { used: true };
const NONE: readonly AccountRow[] = [];

/** The chart of accounts, flat by type, with each account's balance at the end of the selected period. */
export function AccountsPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const span = useChosenSpan(clientId);
  if (span === null) return <div className={styles.page} aria-busy="true" />;
  return <Accounts clientId={clientId} span={span} part={part} />;
}

interface AccountsProps {
  readonly clientId: string;
  readonly span: Span;
  readonly part: string | null;
}

function Accounts({ clientId, span, part }: AccountsProps) {
  const panels = usePanels(clientId, "accounts", part);
  const { basis } = useFigureChoice(clientId);
  const balance = useCoreQuery("reports.trialBalance", { clientId, ...span, basis }, { keepPrevious: true });
  return (
    <PanelsContext value={panels}>
      <div className={layout.split}>
        <Chart clientId={clientId} span={span} balance={balance} panels={panels} />
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(id) => <LedgerPanel key={id} clientId={clientId} accountId={id} span={span} basis={basis} columns={[]} />}
          figure={() => (balance.data === undefined ? null : everyBalance(balance.data, span))}
        />
      </div>
    </PanelsContext>
  );
}

/** The method and gaps behind all balances of the chart. */
function everyBalance({ source, asOf, gaps, basis, currency }: TrialBalance, span: Span): ExplainedFigure {
  return {
    title: t("Accounts as of {to}", { to: formatDay(span.to) }),
    place: `accounts/${span.to}`,
    amounts: [],
    of: "accounts",
    source,
    asOf,
    gaps,
    checks: ["trial_balance"],
    facts: [
      [t("Dates"), spanText(span)],
      [t("Basis"), BASIS_WORDS[basis].word],
      [t("Currency"), currency],
    ],
    documents: <p>{t("Open an account to see the transaction behind each posting.")}</p>,
  };
}

interface ChartProps {
  readonly clientId: string;
  readonly span: Span;
  readonly balance: ReturnType<typeof useCoreQuery<"reports.trialBalance">>;
  readonly panels: Panels;
}

function Chart({ clientId, span, balance, panels }: ChartProps) {
  const [filter, setFilter] = useState(EVERYTHING);
  const { basis } = useFigureChoice(clientId);
  const accounts = useCoreQuery("accounts.list", { clientId });
  const all = accounts.data?.rows ?? NONE;
  const lines = useMemo(() => accountLines(all, balance.data ?? null, filter), [all, balance.data, filter]);
  const base = balance.data?.currency ?? "";
  const isForeign = onlyCurrency([base, ...all.map(({ currency }) => currency)]) === null;
  const columns = useMemo(() => accountColumns(base, isForeign), [base, isForeign]);
  const view = useGridView({
    id: `accounts ${clientId}`,
    columns,
    lines,
    keyOf: ({ key }) => key,
    kindOf: ({ kind }) => (kind === "type" ? "head" : "row"),
  });
  const failure = accounts.error ?? balance.error;
  return (
    <div className={styles.page}>
      <Head
        clientId={clientId}
        span={span}
        balance={balance.data}
        failed={failure !== null}
        onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })}
      />
      <Bar filter={filter} onFilter={setFilter} view={view} all={all.length} />
      <FigureNotes>
        {failure === null ? null : <FailureNote failure={failure.failure} />}
        <GapList gaps={balance.data?.gaps ?? []} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
      </FigureNotes>
      <GridFilterChips view={view} />
      {accounts.data === undefined ? (
        <div className={layout.grow} aria-busy={accounts.isPending} />
      ) : view.shown === 0 ? (
        <Nothing
          clientId={clientId}
          any={all.length > 0}
          onClear={() => {
            setFilter({ used: false });
            view.setText("");
          }}
        />
      ) : (
        <DataGrid
          label={t("Accounts")}
          layoutId="accounts"
          columns={columns}
          {...view.grid}
          busy={balance.isFetching}
          onOpen={({ account }) => {
            if (account !== null) panels.openOwn(account.id);
          }}
          beside={panels.own !== null || panels.over.length > 0}
          openKey={panels.own ?? undefined}
          onPopOut={({ account }) => {
            if (account !== null) popOut(panels.ownAddress(account.id));
          }}
          onKey={figureKey(({ account }) => {
            const id = account === null ? ALL_FIGURES : accountFigureId({ accountId: account.id, basis, ...span });
            panels.open({ kind: "figure", id });
          })}
          rowClass={({ kind }) => (kind === "type" ? styles.type : undefined)}
        />
      )}
    </div>
  );
}

interface BarProps {
  readonly filter: AccountFilter;
  readonly onFilter: (filter: AccountFilter) => void;
  readonly view: GridView<AccountLine>;
  readonly all: number;
}

function Bar({ filter, onFilter, view, all }: BarProps) {
  return (
    <GridFilterLine
      view={view}
      label={t("Filter accounts by code, name, type, role or balance")}
      placeholder={t("Code, name or balance")}
      count={accountsShown({ shown: view.shown, all })}
    >
      <label className={layout.checkbox} title={t("Hides inactive and deleted accounts that have no balance or net change in this period")}>
        <input type="checkbox" checked={filter.used} onChange={(event) => onFilter({ ...filter, used: event.target.checked })} />
        {t("Active or with a balance")}
      </label>
    </GridFilterLine>
  );
}

interface HeadProps {
  readonly clientId: string;
  readonly span: Span;
  readonly balance: TrialBalance | undefined;
  readonly failed: boolean;
  readonly onWhy: () => void;
}

function Head({ clientId, span, balance, failed, onWhy }: HeadProps) {
  const nowMs = useNow();
  const reading = useIsSyncing(clientId);
  const title = t("Accounts as of {to}", { to: formatDay(span.to) });
  if (balance === undefined) return <ComingHead title={title} name={t("Accounts")} failed={failed} />;
  return (
    <FigureHead
      title={title}
      name={t("Accounts")}
      facts={t("{basis} basis, {currency}, net change for {span}, debits positive", {
        basis: BASIS_WORDS[balance.basis].word,
        currency: balance.currency,
        span: spanText(span),
      })}
      source={balance.source}
      onWhy={onWhy}
      asOf={balance.asOf}
      nowMs={nowMs}
      reading={reading}
    />
  );
}

function Nothing({ clientId, any, onClear }: { readonly clientId: string; readonly any: boolean; readonly onClear: () => void }) {
  if (any)
    return (
      <EmptyState state="filtered" title={t("No accounts match the filter")}>
        <Button onClick={onClear}>{t("Show all accounts")}</Button>
      </EmptyState>
    );
  return (
    <EmptyState state="not_synced" title={t("The chart of accounts hasn't been synced yet")}>
      <p>{t("Accounts appear here by type once they're synced.")}</p>
      <a href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</a>
    </EmptyState>
  );
}
