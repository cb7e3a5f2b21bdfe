import { useMemo, useState } from "react";
import type { AccountRow } from "#shared/contract/records.ts";
import type { TrialBalance } from "#shared/model/statement.ts";
import { accountFigureId } from "../../blocks/account-figure-panel.tsx";
import type { ExplainedFigure } from "../../blocks/figure-panel.tsx";
import { GridFilterChips, GridFilterField } from "../../blocks/grid-filter-field.tsx";
import { LedgerPanel } from "../../blocks/ledger-panel.tsx";
import { PanelSide } from "../../blocks/panel-side.tsx";
import { usePanels } from "../../blocks/use-panels.ts";
import { Button } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { FigureHead } from "../../components/figure-head.tsx";
import { GapList } from "../../components/gap-list.tsx";
import { type GridView, useGridView } from "../../components/use-grid-view.ts";
import { formatCount } from "../../format/amount.ts";
import { formatDay } from "../../format/date.ts";
import { ALL_FIGURES } from "../../format/figure-id.ts";
import { BASIS_WORDS } from "../../format/figure-words.ts";
import { type Span, spanWords } from "../../format/span.ts";
import { t } from "../../language/t.ts";
import { useChosenSpan } from "../../state/chosen-span.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useFigureChoice } from "../../state/figure-choices.ts";
import { figureKey } from "../../state/figure-key.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { useNow } from "../../state/now.ts";
import { type Panels, PanelsContext } from "../../state/panels.ts";
import { clientAddress } from "../../state/place.ts";
import { popOut } from "../../state/pop-out.ts";
import { RecordNames } from "../../state/record-names.tsx";
import { accountColumns } from "./account-columns.tsx";
import { type AccountFilter, type AccountLine, accountLines } from "./account-lines.ts";
import styles from "./accounts.module.css";

const EVERYTHING: AccountFilter = { used: true };
const NONE: readonly AccountRow[] = [];

/** The chart of accounts, flat by type, with what stands on each account at the end of the bar's period. */
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
      <div className={styles.beside}>
        <Chart clientId={clientId} span={span} balance={balance} panels={panels} />
        <PanelSide
          clientId={clientId}
          panels={panels}
          own={(id) => <LedgerPanel key={id} clientId={clientId} accountId={id} span={span} basis={basis} columns={[]} />}
          figure={() => (balance.data === undefined ? null : everyBalance(balance.data, span))}
        />
      </div>
    </PanelsContext>
  );
}

/** What all the figures of the chart rest on. */
function everyBalance({ source, asOf, gaps, basis, currency }: TrialBalance, span: Span): ExplainedFigure {
  return {
    title: t("Accounts at {to}", { to: formatDay(span.to) }),
    place: `accounts/${span.to}`,
    amounts: [],
    of: "accounts",
    source,
    asOf,
    gaps,
    checks: ["trial_balance"],
    facts: [
      [t("Days"), spanWords(span)],
      [t("Basis"), BASIS_WORDS[basis].word],
      [t("Currency"), currency],
    ],
    documents: <p>{t("Open an account with Enter: its ledger names the document behind every posting.")}</p>,
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
  const columns = useMemo(() => accountColumns(balance.data?.currency ?? "base"), [balance.data?.currency]);
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
      <Bar filter={filter} onFilter={setFilter} view={view} all={all.length} />
      <GridFilterChips view={view} />
      {failure === null ? null : (
        <div className={styles.note}>
          <FailureNote failure={failure.failure} />
        </div>
      )}
      <Head clientId={clientId} span={span} balance={balance.data} onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })} />
      {accounts.data === undefined ? (
        <div className={styles.waiting} aria-busy={accounts.isPending} />
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
          minWidth={980}
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
  const { shown } = view;
  return (
    <div className={controls.bar}>
      <GridFilterField
        view={view}
        label={t("Filter accounts by code, name, type or role")}
        placeholder={t("Code, name, type; balance:>1000  ( / )")}
      />
      <label className={styles.check} title={t("Leaves out inactive accounts without any balance or posting in these days.")}>
        <input type="checkbox" checked={filter.used} onChange={(event) => onFilter({ ...filter, used: event.target.checked })} />
        {t("Only accounts in use")}
      </label>
      <span className={controls.space} />
      <span className={styles.quiet} role="status">
        {shown === all
          ? t("{all} accounts", { all: formatCount(all) })
          : t("{shown} of {all} accounts", { shown: formatCount(shown), all: formatCount(all) })}
      </span>
    </div>
  );
}

interface HeadProps {
  readonly clientId: string;
  readonly span: Span;
  readonly balance: TrialBalance | undefined;
  readonly onWhy: () => void;
}

function Head({ clientId, span, balance, onWhy }: HeadProps) {
  const nowMs = useNow();
  const reading = useClientSync(clientId).data?.state === "syncing";
  if (balance === undefined) return null;
  return (
    <FigureHead
      title={t("Accounts at {to}", { to: formatDay(span.to) })}
      facts={t("{word} basis, {currency}, movement of {span}", {
        word: BASIS_WORDS[balance.basis].word,
        currency: balance.currency,
        span: spanWords(span),
      })}
      source={balance.source}
      onWhy={onWhy}
      asOf={balance.asOf}
      nowMs={nowMs}
      reading={reading}
    >
      <GapList gaps={balance.gaps} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
    </FigureHead>
  );
}

function Nothing({ clientId, any, onClear }: { readonly clientId: string; readonly any: boolean; readonly onClear: () => void }) {
  if (any)
    return (
      <EmptyNote title={t("No account matches the filter")}>
        <Button onClick={onClear}>{t("Show every account")}</Button>
      </EmptyNote>
    );
  return (
    <EmptyNote title={t("The chart of accounts has not been read yet")}>
      <p>{t("It stands here, flat and by type, as soon as it has come in.")}</p>
      <a href={`#${clientAddress(clientId, "sync")}`}>{t("See how reading stands")}</a>
    </EmptyNote>
  );
}
