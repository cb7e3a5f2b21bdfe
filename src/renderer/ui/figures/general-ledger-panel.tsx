import { useContext, useDeferredValue, useMemo, useState } from "react";
import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import type { Comparative, LedgerDetail, LedgerDetailRow } from "#shared/model/reports/statement.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import { formatDay, formatDayOfYear } from "../../format/dates/date.ts";
import { type Span, spanText } from "../../format/dates/date-range.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { entryNumberText, postingName } from "../../format/labels/posting-name.ts";
import { t } from "../../language/t.ts";
import { listedAccount } from "../../state/core/listed-records.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useLedgerPages } from "../../state/core/use-ledger-pages.ts";
import { useNow } from "../../state/window/now.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import { Segments } from "../controls/segments.tsx";
import { FailureNote } from "../feedback/failure-message.tsx";
import { amountValue, type Column } from "../grid/grid-types.ts";
import { MoreRows, PagedFilter } from "../grid/paged-view.tsx";
import { SortHeaders } from "../grid/sort-headers.tsx";
import { type GridView, useGridView } from "../grid/state/use-grid-view.ts";
import { DetailPanel } from "../layout/detail-panel.tsx";
import panel from "../layout/side-panel.module.css";
import { Notes } from "../notes/notes.tsx";
import { accountFigureId } from "./account-figure-panel.tsx";
import { AsOfLabel } from "./as-of-label.tsx";
import { Figure } from "./figure.tsx";
import head from "./figure-head.module.css";
import { SourceWords } from "./figure-source.tsx";
import { GapList } from "./gap-list.tsx";
import { PostingLink } from "./posting-link.tsx";

/** More rows than a panel has room for. */
const FIRST_ROWS = 30;

interface LedgerPanelProps {
  readonly clientId: string;
  readonly accountId: string;
  readonly span: Span;
  readonly basis: AccountingBasis;
  /** The columns of the statement next to it: each can be opened. */
  readonly columns: readonly Comparative[];
}

/** One account's general ledger: opening, postings with their documents and the running balance, closing. */
export function LedgerPanel({ clientId, accountId, span, basis, columns }: LedgerPanelProps) {
  const [chosen, setChosen] = useState<Comparative["name"]>("current");
  const { from, to } = columns.find(({ name }) => name === chosen) ?? span;
  const ledger = useLedgerPages({ clientId, accountId, from, to, basis });
  const first = ledger.data?.[0];
  const account = first?.account ?? listedAccount(clientId, accountId) ?? null;
  const rows = useMemo(() => (ledger.data ?? []).flatMap((page) => page.rows).map((row, no) => ({ ...row, no })), [ledger.data]);
  const told = useMemo(() => postingColumns(first?.currency ?? ""), [first?.currency]);
  const view = useGridView({ id: `ledger ${accountId}`, columns: told, lines: rows, keyOf: ({ no }) => String(no) });
  const nowMs = useNow();
  const panels = useContext(PanelsContext);
  const onWhy = () => panels?.open({ kind: "figure", id: accountFigureId({ accountId, basis, from, to }) });
  return (
    <DetailPanel kind={t("Account ledger")} title={titleOf(account)} busy={ledger.isFetching}>
      {columns.length < 2 ? null : (
        <div>
          <Segments
            label={t("Dates")}
            options={columns.map(({ name, ...days }) => ({ value: name, word: spanText(days) }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </div>
      )}
      {ledger.error === null ? null : <FailureNote failure={ledger.error.failure} />}
      {first === undefined ? null : (
        <>
          <p className={head.line}>
            <span>
              {t("{basis} basis, {currency}, {period}, debits positive", {
                period: spanText({ from, to }),
                basis: BASIS_WORDS[first.basis].word,
                currency: first.currency,
              })}
            </span>
            <SourceWords source={first.source} onWhy={onWhy} />
            <AsOfLabel asOf={first.asOf} nowMs={nowMs} />
          </p>
          <GapList gaps={first.gaps} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
          <PagedFilter view={view} pages={ledger} read={rows.length} label={t("Filter postings")} />
          <Postings
            key={`${accountId} ${basis} ${from} ${to}`}
            clientId={clientId}
            first={first}
            view={view}
            complete={!ledger.hasNextPage}
          />
          <MoreRows pages={ledger} words={t("Show more postings")} />
          <Notes
            clientId={clientId}
            subject={{ kind: "account", id: accountId }}
            label={titleOf(account)}
            seen={t("{closing} as of {to}", { closing: formatMoney(first.closing, first.currency), to: formatDay(to) })}
          />
        </>
      )}
    </DetailPanel>
  );
}

function titleOf(account: { readonly code?: string | null | undefined; readonly name: string } | null): string {
  return account === null ? t("Account") : [account.code, account.name].filter(Boolean).join(" ");
}

/** A posting with its position in the ledger, which serves as its id. */
type Posting = LedgerDetailRow & { readonly no: number };

/** The columns that postings can be filtered and sorted by. */
function postingColumns(currency: string): readonly Column<Posting>[] {
  const amount = (id: "debit" | "credit" | "balance", header: string): Column<Posting> => ({
    ...{ id, header, width: "", align: "end", cell: () => null },
    value: (row) => (id !== "balance" && isNothing(row[id]) ? null : amountValue(row[id], currency)),
  });
  return [
    { id: "date", header: t("Date"), width: "", cell: () => null, value: ({ date }) => date },
    {
      ...{ id: "document", header: t("Transaction"), width: "", cell: () => null },
      value: (row) => [...partsOf(row), row.number].filter(Boolean).join(" "),
    },
    amount("debit", t("Debit")),
    amount("credit", t("Credit")),
    amount("balance", t("Balance")),
  ];
}

interface PostingsProps {
  readonly clientId: string;
  readonly first: LedgerDetail;
  readonly view: GridView<Posting>;
  /** All postings are shown, so the closing balance comes right below them. */
  readonly complete: boolean;
}

function Postings({ clientId, first: { opening, closing, currency, from, to }, view, complete }: PostingsProps) {
  // The line above names the year of all.
  const dayWords = from.slice(0, 4) === to.slice(0, 4) ? formatDayOfYear : formatDay;
  // The rows in sight come at once; to draw a whole page of them first keeps a person waiting.
  const all = useDeferredValue(true, false);
  const lines = all ? view.lines : view.lines.slice(0, FIRST_ROWS);
  return (
    <table className={panel.table}>
      <thead>
        <SortHeaders columns={postingColumns(currency)} {...view.grid} endClass={panel.end} />
      </thead>
      <tbody>
        <tr>
          <td className={panel.day}>{dayWords(from)}</td>
          <th scope="row" colSpan={3}>
            {t("Opening balance")}
          </th>
          <td className={panel.end}>
            <Figure amount={opening} currency={currency} />
          </td>
        </tr>
        {lines.map((row) => (
          <tr key={row.no}>
            <td className={panel.day}>{dayWords(row.date)}</td>
            <td className={panel.cause} title={tipOf(row)}>
              <span className={panel.causeRoom}>
                <Cause clientId={clientId} row={row} />
              </span>
            </td>
            <td className={panel.end}>{isNothing(row.debit) ? null : <Figure amount={row.debit} currency={currency} />}</td>
            <td className={panel.end}>{isNothing(row.credit) ? null : <Figure amount={row.credit} currency={currency} />}</td>
            <td className={panel.end}>
              <Figure amount={row.balance} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className={panel.day}>{dayWords(to)}</td>
          <th scope="row" colSpan={3}>
            {complete ? t("Closing balance") : t("Closing balance, including postings not loaded yet")}
          </th>
          <td className={panel.end}>
            <Figure amount={closing} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function partsOf(row: LedgerDetailRow): readonly string[] {
  const { name, more } = postingName(row);
  return [name, ...more];
}

/** The whole name, and how the ledger numbers the entry. */
function tipOf(row: LedgerDetailRow): string {
  const entry = entryNumberText(row);
  return [partsOf(row).join(", "), ...(entry === null ? [] : [entry])].join("\n");
}

/** The source of a posting: a link to its document, and its memo. */
function Cause({ clientId, row }: { readonly clientId: string; readonly row: LedgerDetailRow }) {
  const { name, more } = postingName(row);
  return (
    <span className={panel.causeLines}>
      <span>
        <PostingLink clientId={clientId} row={row}>
          {name}
        </PostingLink>
      </span>
      {more.length === 0 ? null : <span className={panel.quiet}> {more.join(", ")}</span>}
    </span>
  );
}

function isNothing(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
