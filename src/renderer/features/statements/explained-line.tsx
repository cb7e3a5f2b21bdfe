import { type DecimalString, decimal, isZero } from "#shared/kernel/decimal.ts";
import type { StatementFacts } from "#shared/model/reports/statement.ts";
import type { CashFlowPart } from "#shared/model/reports/statement-layout.ts";
import type { TieOutCheck } from "#shared/model/reports/tie-out.ts";
import { ALL_FIGURES, readFigureId } from "../../format/addresses/figure-id.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { AccountTransactions } from "../../ui/figures/account-transactions.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { figureOf, type ShownStatement } from "./shown-statement.ts";
import { amountColumnId, columnDays } from "./statement-columns.tsx";
import { accountLines, groupTotalKey, isYearsEarnings, notedKey, type StatementLine } from "./statement-rows.ts";
import type { StatementAnswer } from "./use-statement.ts";

interface Asked {
  readonly clientId: string;
  readonly id: string;
  readonly answer: StatementAnswer;
  readonly shown: ShownStatement | null;
  readonly title: string;
  readonly ownAddress: (accountId: string) => string;
}

/** A figure of a statement by its line and column, with its breakdown; null while the statement is loading. */
export function explainedLine({ clientId, id, answer, shown, title, ownAddress }: Asked): ExplainedFigure | null {
  const { facts } = answer;
  if (facts === null || shown === null) return null;
  const kind = answer.cashFlow === null ? (answer.statement?.kind ?? "trial_balance") : "cash_flow";
  const common = {
    of: "accounts" as const,
    source: facts.source,
    asOf: facts.asOf,
    gaps: facts.gaps,
    checks: [kind === "cash_flow" ? "bank_balances" : kind] as readonly TieOutCheck[],
  };
  const words = factsOf(facts);
  const { rowKey, columnId } = readFigureId(id);
  const found = [...shown.lines, ...shown.footer].find(({ key }) => key === rowKey);
  if (id === ALL_FIGURES || found === undefined) {
    const place = `${placeWord(kind)}/${facts.to}`;
    const documents = <EveryAccount shown={shown} statement={answer.statement} ownAddress={ownAddress} />;
    return { ...common, title, place, amounts: [], facts: words, documents };
  }
  const line = withSum(found, shown);
  const column = figureOf(line, columnId, shown);
  const dated = answer.statement ?? answer.cashFlow;
  const days = dated === null ? facts : columnDays(dated, columnId);
  return {
    ...common,
    title: [`${line.code} ${line.label}`.trim(), column.header].filter((part) => part !== "").join(", "),
    place: `${placeWord(kind)}/${days.to}/${notedKey(line)}/${columnId}`,
    amounts: column.amount === undefined ? [] : [{ amount: column.amount, currency: facts.currency }],
    facts: column.help === "" ? words : [...words, [t("Meaning"), column.help]],
    documents:
      line.parts !== undefined && line.parts.length > 0 ? (
        <PartAmounts
          parts={line.parts}
          amountOf={({ amounts }) => decimal(figureOf({ ...line, amounts }, amountColumnId(columnId), shown).amount ?? "0")}
          isOfChange={amountColumnId(columnId) !== columnId}
          currency={facts.currency}
          ownAddress={ownAddress}
        />
      ) : line.account === null && line.kind === "account" ? (
        <p className={panel.quiet}>{isYearsEarnings(line, answer.statement) ? EARNINGS_WORDS : withoutLinks([line])}</p>
      ) : line.account === null ? (
        <AccountLinks lines={accountsOf(line, shown)} ownAddress={ownAddress} />
      ) : (
        <AccountTransactions
          clientId={clientId}
          accountId={line.account.id}
          span={{ from: days.from, to: days.to }}
          basis={facts.basis}
          all={ownAddress(line.account.id)}
        />
      ),
  };
}

function placeWord(kind: "trial_balance" | "profit_and_loss" | "balance_sheet" | "cash_flow"): string {
  return kind.replaceAll("_", "-");
}

function factsOf(facts: StatementFacts): readonly (readonly [string, string])[] {
  return [
    [t("Dates"), spanText(facts)],
    [t("Basis"), BASIS_WORDS[facts.basis].word],
    [t("Currency"), facts.currency],
  ];
}

const EARNINGS_WORDS = t("Net income since the start of the fiscal year. For the accounts behind it, see the profit and loss.");

/** A head comes to the sum below its accounts, or to what its one account does. */
function withSum(line: StatementLine, { lines }: ShownStatement): StatementLine {
  if (line.kind !== "type") return line;
  const sum = lines.find(({ key }) => key === groupTotalKey(line)) ?? lines.find(({ key }) => line.members?.includes(key));
  return { ...line, amounts: sum?.amounts ?? [] };
}

/** The accounts that a heading, a total or a result sums up. */
function accountsOf(line: StatementLine, { lines, footer }: ShownStatement): readonly StatementLine[] {
  if (footer.includes(line)) return lines.filter(({ kind }) => kind === "account");
  if (line.parts !== undefined) return cashLinesOf(line, lines);
  return lines.filter(({ key }) => line.members?.includes(key));
}

/** The lines of a cash flow that a heading or a sum adds up: those of its activity; for the net change, all above it. */
function cashLinesOf(line: StatementLine, lines: readonly StatementLine[]): readonly StatementLine[] {
  const at = lines.indexOf(line);
  const start = line.kind === "result" ? 0 : lines.findLastIndex(({ kind }, index) => index <= at && kind === "section");
  const end = line.kind === "section" ? lines.findIndex(({ kind }, index) => index > at && kind === "total") : at;
  const isSum = line.kind === "section" || line.kind === "total" || line.kind === "result";
  return isSum ? lines.slice(start, end).filter(({ kind, parts }) => kind === "line" && (parts?.length ?? 0) > 0) : [];
}

interface PartAmountsProps extends Pick<Asked, "ownAddress"> {
  readonly parts: readonly CashFlowPart[];
  /** What a part adds to the figure, in its column. */
  readonly amountOf: (part: CashFlowPart) => DecimalString;
  /** The figure is a percentage, and the amounts are of the change that it measures. */
  readonly isOfChange: boolean;
  readonly currency: string;
}

/** What each account adds to a line of the cash flow; an account leads to its transactions. */
function PartAmounts({ parts, amountOf, isOfChange, currency, ownAddress }: PartAmountsProps) {
  const shown = parts.map((part) => ({ ...part, amount: amountOf(part) })).filter(({ amount }) => !isZero(amount));
  return (
    <>
      <p className={panel.quiet}>
        {withoutLinks(shown) ??
          (isOfChange
            ? t(
                "{count, plural, =0 {No account behind this figure changed.} one {The change is from one account. Open it to see its transactions.} other {The change is the sum of {count} accounts. Open an account to see its transactions.}}",
                { count: shown.length },
              )
            : t(
                "{count, plural, =0 {No account behind this figure has an amount in this column.} one {One account. Open it to see its transactions.} other {The sum of {count} accounts. Open an account to see its transactions.}}",
                { count: shown.length },
              ))}
      </p>
      <Facts>
        {shown.map(({ account, label, amount }) => {
          const name = [account?.code, account?.name].filter(Boolean).join(" ");
          return (
            <Fact
              key={account?.id ?? label}
              kind="figure"
              name={account === null ? label : <a href={`#${ownAddress(account.id)}`}>{name}</a>}
            >
              <Figure amount={amount} currency={currency} />
            </Fact>
          );
        })}
      </Facts>
    </>
  );
}

/** What is said where no amount has an account to open, such as postings on an unknown account; null where one has, or there are none. */
function withoutLinks(lines: readonly Pick<StatementLine, "account">[]): string | null {
  if (lines.length === 0 || lines.some(({ account }) => account !== null)) return null;
  return t(
    "{count, plural, one {One amount is behind this figure. It has no account to open.} other {{count} amounts are behind this figure. They have no accounts to open.}}",
    {
      count: lines.length,
    },
  );
}

/** The same where only some have one: total equity adds up current year earnings, too. Null where each has. */
function withoutSomeLinks(lines: readonly StatementLine[]): string | null {
  if (lines.every(({ account }) => account !== null)) return null;
  return t("{count} amounts make up this figure. Open an account to see its transactions.", { count: lines.length });
}

/** What is said of the lines of a cash flow that a sum adds up: their accounts are behind the lines. Null for accounts. */
function cashLinesText(lines: readonly StatementLine[]): string | null {
  if (!lines.some(({ parts }) => parts !== undefined)) return null;
  return t(
    "{count, plural, one {One line. Press Enter on it in the statement to see its accounts.} other {{count} lines make up this figure. Press Enter on a line in the statement to see its accounts.}}",
    { count: lines.length },
  );
}

interface EveryAccountProps extends Pick<Asked, "ownAddress"> {
  readonly shown: ShownStatement;
  readonly statement: StatementAnswer["statement"];
}

function EveryAccount({ shown, statement, ownAddress }: EveryAccountProps) {
  if (shown.lines.some(({ parts }) => parts !== undefined))
    return <p>{t("Press Enter on a line to see the accounts and transactions behind it.")}</p>;
  return <AccountLinks lines={accountLines(shown.lines, statement)} ownAddress={ownAddress} isSum={false} />;
}

const SHOWN = 8;

interface AccountLinksProps extends Pick<Asked, "ownAddress"> {
  readonly lines: readonly StatementLine[];
  /** They add up to one figure; those of a whole statement don't. */
  readonly isSum?: boolean;
}

/** The accounts of a sum or a statement, each linked to its ledger; a long list starts collapsed. */
function AccountLinks({ lines, ownAddress, isSum = true }: AccountLinksProps) {
  const count = lines.length;
  const words = isSum
    ? (cashLinesText(lines) ??
      withoutLinks(lines) ??
      withoutSomeLinks(lines) ??
      t(
        "{count, plural, =0 {No account is part of this figure.} one {One account. Open it to see its transactions.} other {{count} accounts make up this figure. Open an account to see its transactions.}}",
        { count },
      ))
    : t(
        "{count, plural, =0 {No accounts on this statement.} one {One account. Open it to see its transactions.} other {{count} accounts. Open an account to see its transactions.}}",
        { count },
      );
  const list = (
    <ul>
      {lines.map(({ key, code, label, account }) => {
        const name = [code, label].filter((part) => part !== "").join(" ");
        return <li key={key}>{account === null ? name : <a href={`#${ownAddress(account.id)}`}>{name}</a>}</li>;
      })}
    </ul>
  );
  if (lines.length > SHOWN)
    return (
      <details>
        <summary>{words}</summary>
        {list}
      </details>
    );
  return (
    <>
      <p className={panel.quiet}>{words}</p>
      {list}
    </>
  );
}
