import { agreement, isNetIncome, type TieOut } from "#shared/model/reports/tie-out.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { AccountName } from "../../ui/figures/account-name.tsx";
import { TieOutFigure } from "../../ui/figures/tie-out-figure.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import styles from "./check-panel.module.css";
import {
  type BookAccounts,
  type ComparedBalances,
  type ComparedLine,
  type ComparedStatement,
  comparedBalances,
  comparedStatement,
} from "./compared-sections.ts";

interface ComparedListProps {
  readonly check: TieOut;
  /** Those of the books, whose codes and classes a statement is listed by. */
  readonly accounts?: BookAccounts | undefined;
}

/** Lines that agree, with the figure of both sides; open where nothing else is told. */
export function ComparedList({ check, accounts = [] }: ComparedListProps) {
  const { tied, lines } = check;
  if (tied === undefined || tied.length === 0) return null;
  const { agreed, of } = agreement(check);
  const left = Math.max(0, agreed - tied.filter((one) => !isNetIncome(check.check, one)).length);
  const isWhole = lines.length === 0 && left === 0;
  // A statement is of one currency.
  const [only, ...others] = new Set(tied.map(({ currency }) => currency));
  const currency = others.length === 0 && typeof only === "string" ? only : null;
  const statement = currency === null ? null : comparedStatement(check, isWhole, accounts);
  const balances = currency === null ? null : comparedBalances(check, isWhole, accounts);
  return (
    <details open={lines.length === 0}>
      <summary>
        {t("{count} of {of, plural, one {1 line} other {# lines}} {agreed, plural, one {agrees} other {agree}}", {
          count: formatCount(agreed),
          agreed,
          of,
        })}
      </summary>
      {currency !== null && statement !== null ? (
        <StatementTable statement={statement} currency={currency} />
      ) : currency !== null && balances !== null ? (
        <BalanceTable balances={balances} currency={currency} />
      ) : (
        <LineTable check={check} tied={tied} currency={currency} hasCurrencies={others.length > 0} />
      )}
      {left === 0 ? null : <p className={panel.quiet}>{t("and {left} more", { left: formatCount(left) })}</p>}
    </details>
  );
}

/** As the statement has them: each section adds up to its total, and the totals to the figure that was compared. */
function StatementTable({ statement, currency }: { readonly statement: ComparedStatement; readonly currency: string }) {
  const { sections, result } = statement;
  return (
    <table className={panel.table} aria-label={t("Lines that agree")}>
      <thead>
        <tr>
          <th scope="col">{t("Account")}</th>
          <th scope="col" className={panel.end}>
            {t("In Tieout and ledger, {currency}", { currency })}
          </th>
        </tr>
      </thead>
      {sections.map(({ title, total, lines, sum }) => (
        <tbody key={title}>
          <tr className={styles.heading}>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {lines.map((line) => (
            <tr key={`${line.subject}|${line.subjectId}`}>
              <LineName line={line} />
              <Amount amount={line.amount} currency={currency} />
            </tr>
          ))}
          {sum === null ? null : (
            <tr className={styles.result}>
              <th scope="row">{total}</th>
              <Amount amount={sum} currency={currency} />
            </tr>
          )}
        </tbody>
      ))}
      {result === null ? null : (
        <tbody>
          <tr className={styles.result}>
            <th scope="row">{result.label}</th>
            <Amount amount={result.amount} currency={currency} />
          </tr>
        </tbody>
      )}
    </table>
  );
}

/** As a trial balance has them: debits and credits apart, with both totals. */
function BalanceTable({ balances: { lines, totals }, currency }: { readonly balances: ComparedBalances; readonly currency: string }) {
  return (
    <table className={panel.table} aria-label={t("Lines that agree")}>
      <thead>
        <tr>
          <th scope="col">{t("Account")}</th>
          <th scope="col" className={panel.end}>
            {t("Debit, {currency}", { currency })}
          </th>
          <th scope="col" className={panel.end}>
            {t("Credit, {currency}", { currency })}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.subject}|${line.subjectId}`}>
            <LineName line={line} />
            <Amount amount={line.debit} currency={currency} />
            <Amount amount={line.credit} currency={currency} />
          </tr>
        ))}
        {totals === null ? null : (
          <tr className={styles.result}>
            <th scope="row">{t("Total")}</th>
            <Amount amount={totals.debit} currency={currency} />
            <Amount amount={totals.credit} currency={currency} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

function LineName({ line: { code, label } }: { readonly line: ComparedLine }) {
  return (
    <th scope="row">
      <bdi>
        <AccountName code={code} name={label} />
      </bdi>
    </th>
  );
}

/** Empty on the other side of a balance. */
function Amount({ amount, currency }: { readonly amount: string | null; readonly currency: string }) {
  return <td className={panel.end}>{amount === null ? null : <TieOutFigure amount={amount} currency={currency} />}</td>;
}

interface LineTableProps {
  readonly check: TieOut;
  readonly tied: NonNullable<TieOut["tied"]>;
  /** The only currency, which is named once; null where there are several, or records are counted. */
  readonly currency: string | null;
  readonly hasCurrencies: boolean;
}

/** The largest first. */
function LineTable({ check, tied, currency, hasCurrencies }: LineTableProps) {
  const listed = [...tied].sort((a, b) => Number(isNetIncome(check.check, a)) - Number(isNetIncome(check.check, b)));
  return (
    <table className={panel.table} aria-label={t("Lines that agree")}>
      <thead>
        <tr>
          <th scope="col">{t("Line")}</th>
          {hasCurrencies ? <th scope="col">{t("Currency")}</th> : null}
          <th scope="col" className={panel.end}>
            {currency === null ? t("In Tieout and ledger") : t("In Tieout and ledger, {currency}", { currency })}
          </th>
        </tr>
      </thead>
      <tbody>
        {listed.map((line) => (
          <tr
            key={`${line.subject}|${line.subjectId}|${line.currency}`}
            className={isNetIncome(check.check, line) ? styles.result : undefined}
          >
            <th scope="row">
              <bdi>{line.label}</bdi>
            </th>
            {hasCurrencies ? <td className={panel.quiet}>{line.currency ?? t("Records")}</td> : null}
            <td className={panel.end}>
              <TieOutFigure amount={line.amount} currency={line.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
