import type { ReactNode } from "react";
import { type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { isCard, isCash } from "#shared/model/reports/is-cash.ts";
import type { Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import type { LaidOutLine, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { figureId } from "../../format/addresses/figure-id.ts";
import { formatAmount, formatMoney } from "../../format/amounts/amount.ts";
import { owedWords } from "../../format/amounts/owed-words.ts";
import { formatDay } from "../../format/dates/date.ts";
import { spanText, spanTitle } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import text from "../../styles/text.module.css";
import { Chart } from "../../ui/charts/chart.tsx";
import type { ChartData } from "../../ui/charts/chart-places.ts";
import { shortLabel } from "../../ui/charts/month-groups.ts";
import { classes } from "../../ui/controls/classes.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import { Card, Rooms } from "./card.tsx";
import { ALL_CASH } from "./explained-overview.tsx";
import { FigureFoot } from "./figure-foot.tsx";
import { FigureLink } from "./figure-link.tsx";
import styles from "./overview-page.module.css";
import { cashTrend, profitTrend, resultLabel, resultLines } from "./overview-trends.ts";

interface ResultCardProps {
  readonly clientId: string;
  readonly statement: LaidOutStatement | undefined;
  readonly trend: LaidOutStatement | undefined;
}

/** Income, expenses and result of the bar's days beside those before, and a year of them as a picture. */
export function ResultCard({ clientId, statement, trend }: ResultCardProps) {
  const year = (
    <Trend
      statement={trend}
      title={t("Income, expenses and net income by month, {currency}", { currency: trend?.currency ?? "" })}
      draw={profitTrend}
    />
  );
  return (
    <Card
      clientId={clientId}
      title={statement === undefined ? t("Profit and loss") : t("Profit and loss, {span}", { span: spanTitle(statement) })}
      screen="statements"
      onFollow={() => changeFigureChoice(clientId, { statement: "profit_and_loss" })}
      busy={statement === undefined || trend === undefined}
      foot={
        statement === undefined ? undefined : <FigureFoot id={figureId("result", "")} source={statement.source} asOf={statement.asOf} />
      }
    >
      {statement?.lines.every(({ kind }) => kind !== "account") ? (
        <>
          <p className={text.muted}>{t("No income or expenses in this period.")}</p>
          {year}
        </>
      ) : (
        <ResultFigures statement={statement}>{year}</ResultFigures>
      )}
    </Card>
  );
}

interface ResultFiguresProps {
  readonly statement: LaidOutStatement | undefined;
  /** The picture below them. */
  readonly children: ReactNode;
}

/** The result first, then the totals that add up to it. */
function ResultFigures({ statement, children }: ResultFiguresProps) {
  if (statement === undefined)
    return (
      <Frame headline={<Rooms count={1} />} parts={<Rooms count={5} before />}>
        {children}
      </Frame>
    );
  const lines = Map.groupBy(resultLines(statement), ({ kind }) => kind === "result");
  return (
    <Frame
      headline={lines.get(true)?.map((line) => <Result key={line.key} line={line} first statement={statement} />)}
      parts={
        <>
          {statement.columns.length > 1 && lines.has(false) ? <Months statement={statement} /> : null}
          {lines.get(false)?.map((line) => (
            <Result key={line.key} line={line} first={false} statement={statement} />
          ))}
        </>
      }
    >
      {children}
    </Frame>
  );
}

interface FrameProps {
  readonly headline: ReactNode;
  readonly parts: ReactNode;
  /** The parts are accounts. */
  readonly accounts?: boolean;
  readonly children: ReactNode;
}

/** The key figure, then what adds up to it with the picture, also while they are on their way. */
function Frame({ headline, parts, accounts = false, children }: FrameProps) {
  return (
    <>
      <dl className={styles.headline}>{headline}</dl>
      <div className={styles.content}>
        <dl className={classes(styles.parts, accounts && styles.accounts)}>{parts}</dl>
        {children}
      </div>
    </>
  );
}

/** What the columns of figures are of. Each figure also says it to a screen reader. */
function Months({ statement }: { readonly statement: LaidOutStatement }) {
  return (
    <div className={styles.months} aria-hidden="true">
      <dt />
      {statement.columns.map((column) => (
        <dd key={column.name}>{shortOf(column)}</dd>
      ))}
    </div>
  );
}

function shortOf(column: LaidOutStatement["columns"][number]): string {
  return shortLabel(column);
}

interface ResultProps {
  readonly line: LaidOutLine;
  /** The key figure, which names the currency of all. */
  readonly first: boolean;
  readonly statement: LaidOutStatement;
}

function Result({ line, first, statement }: ResultProps) {
  const name = resultLabel(statement, line);
  return (
    <div>
      <dt>{first ? t("{name}, {currency}", { name, currency: statement.currency }) : name}</dt>
      {statement.columns.map((column, at) => (
        <dd key={column.name} className={at > 0 ? styles.before : first ? styles.large : undefined}>
          {first && at > 0 ? `${shortOf(column)} ` : null}
          <FigureLink
            id={figureId(`result ${line.key}`, String(at))}
            name={`${line.label}, ${spanText(column)}`}
            amount={line.amounts[at] ?? null}
            currency={statement.currency}
          />
        </dd>
      ))}
    </div>
  );
}

interface BankCardProps {
  readonly clientId: string;
  readonly balance: TrialBalance | undefined;
  readonly trend: Statement | undefined;
}

/** Accounts that are named beside their sum. */
const NAMED = 3;

/**
 * What the bank accounts hold in the books at the end of the bar's days, and month by month over a year. What is owed on
 * cards is shown beside it, as it isn't cash.
 */
export function BankCard({ clientId, balance, trend }: BankCardProps) {
  const banks = balance?.rows.filter(({ account }) => isCash(account)) ?? [];
  const cards = balance?.rows.filter(({ account }) => isCard(account)) ?? [];
  const title = t("Cash balance by month, {currency}", { currency: trend?.currency ?? "" });
  const year = <Trend statement={trend} title={title} draw={cashTrend} />;
  return (
    <Card
      clientId={clientId}
      title={balance === undefined ? t("Cash and bank") : t("Cash and bank as of {to}", { to: formatDay(balance.to) })}
      screen="accounts"
      busy={balance === undefined || trend === undefined}
      foot={balance === undefined ? undefined : <FigureFoot id={figureId("bank", "")} source={balance.source} asOf={balance.asOf} />}
    >
      {balance !== undefined && banks.length + cards.length === 0 ? (
        <>
          <p className={text.muted}>
            {balance.rows.length === 0
              ? t("No synced postings through {to}.", { to: formatDay(balance.to) })
              : t("None of the ledger's bank accounts has a balance or postings in this period.")}
          </p>
          {year}
        </>
      ) : (
        <BankFigures banks={banks} cards={cards} currency={balance?.currency ?? null}>
          {year}
        </BankFigures>
      )}
    </Card>
  );
}

interface BanksProps {
  readonly banks: TrialBalance["rows"];
  readonly cards: TrialBalance["rows"];
  readonly currency: string;
}

interface BankFiguresProps extends Pick<BanksProps, "banks" | "cards"> {
  /** Null until the figures have come. */
  readonly currency: string | null;
  /** The picture below them. */
  readonly children: ReactNode;
}

/** The total first, then the accounts that add up to it, as in the card beside it. */
function BankFigures({ banks, cards, currency, children }: BankFiguresProps) {
  if (currency === null)
    return (
      <Frame headline={<Rooms count={1} />} parts={<Rooms count={NAMED} />} accounts>
        {children}
      </Frame>
    );
  return (
    <Frame
      headline={
        <div>
          <dt>{t("Total, {currency}", { currency })}</dt>
          <dd className={styles.large}>
            <FigureLink id={figureId("bank", ALL_CASH)} name={t("Cash per books")} amount={sum(banks)} currency={currency} />
          </dd>
        </div>
      }
      parts={<Banks banks={banks} cards={cards} currency={currency} />}
      accounts
    >
      {children}
    </Frame>
  );
}

function Banks({ banks, cards, currency }: BanksProps) {
  const rest = banks.slice(NAMED);
  const [card, ...more] = cards;
  return (
    <>
      {banks.slice(0, NAMED).map((row) => (
        <Bank key={row.account?.id} row={row} words={nameOf(row)} currency={currency} />
      ))}
      {rest.length === 0 ? null : (
        <div>
          <dt>{t("{count, plural, one {1 other account} other {{count} other accounts}}", { count: rest.length })}</dt>
          <dd>
            <Figure amount={sum(rest)} currency={currency} />
          </dd>
        </div>
      )}
      {card === undefined ? null : more.length === 0 ? (
        <Bank row={card} words={t("{name}, not in total", { name: nameOf(card) })} currency={currency} isCard />
      ) : (
        <div>
          <dt>{t("{count} credit cards, not in total", { count: cards.length })}</dt>
          <dd>
            <OwedWord balance={sum(cards)} />
            <Figure amount={owedOn(sum(cards)).amount} currency={currency} />
          </dd>
        </div>
      )}
    </>
  );
}

type BankRow = TrialBalance["rows"][number];

interface BankProps {
  readonly row: BankRow;
  readonly words: string;
  readonly currency: string;
  readonly isCard?: boolean;
}

function Bank({ row, words, currency, isCard: isOwed = false }: BankProps) {
  const amount = isOwed ? owedOn(row.balance).amount : row.balance;
  return (
    <div>
      <dt>{words}</dt>
      <dd>
        {isOwed ? <OwedWord balance={row.balance} /> : null}
        <FigureLink id={figureId("bank", row.account?.id ?? "")} name={words} amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

/** Beside what banks hold, what is owed on cards says so, before its figure: digits are below digits. In the books it's a credit. */
function owedOn(balance: DecimalString) {
  return owedWords(negateDecimal(balance));
}

function OwedWord({ balance }: { readonly balance: DecimalString }) {
  const { word } = owedOn(balance);
  return word === null ? null : <span className={text.muted}>{word} </span>;
}

/** Longer large figures than this, such as 12,345,678.90, would run into the next one. */
const LARGE_FIGURE_MAX = 12;

/** The style of a card's figures, with wider columns where a large one needs them. */
export function keysFor(large: readonly (DecimalString | null)[], currency = ""): string {
  const isLong = large.some((amount) => amount !== null && formatAmount(amount, currency).length > LARGE_FIGURE_MAX);
  return classes(styles.keys, isLong && styles.wideKeys);
}

function nameOf({ account, label }: BankRow): string {
  return account?.name ?? label;
}

function sum(rows: TrialBalance["rows"]): DecimalString {
  return sumDecimals(rows.map(({ balance }) => balance));
}

interface TrendProps<S extends Statement> {
  readonly statement: S | undefined;
  readonly title: string;
  readonly draw: (statement: S) => ChartData;
}

/** Nothing for a year without a figure: an empty picture would only repeat that nothing was posted. */
function Trend<S extends Statement>({ statement, title, draw }: TrendProps<S>) {
  if (statement === undefined) return <div className={classes(styles.trend, styles.trendRoom)} />;
  const drawn = draw(statement);
  if (drawn.series.every(({ amounts }) => amounts.every((amount) => amount === null || isZero(amount)))) return null;
  return (
    <div className={styles.trend}>
      <Chart title={title} quiet inCard fills height={150} words={(amount) => formatMoney(amount, statement.currency)} {...drawn} />
    </div>
  );
}
