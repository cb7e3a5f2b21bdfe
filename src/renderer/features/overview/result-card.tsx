import type { Statement, TrialBalance } from "#shared/model/reports/statement.ts";
import { figureId } from "../../format/addresses/figure-id.ts";
import { formatDay } from "../../format/dates/date.ts";
import { spanWords } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Card } from "./card.tsx";
import { FigureFoot } from "./figure-foot.tsx";
import { FigureLink } from "./figure-link.tsx";
import styles from "./overview-page.module.css";

/** Income, expenses and result of the bar's days, beside those before. */
export function ResultCard({ clientId, statement }: { readonly clientId: string; readonly statement: Statement | undefined }) {
  if (statement === undefined)
    return (
      <Card clientId={clientId} title={t("Profit and loss")} screen="statements" busy>
        {null}
      </Card>
    );
  const rows = statement.rows.filter(({ kind }) => kind !== "account");
  return (
    <Card
      clientId={clientId}
      title={t("Profit and loss, {span}", { span: spanWords(statement) })}
      screen="statements"
      foot={<FigureFoot id={figureId("result", "")} source={statement.source} asOf={statement.asOf} />}
    >
      {rows.length === 0 ? (
        <p className={text.muted}>{t("Nothing was posted in these dates.")}</p>
      ) : (
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{statement.currency}</th>
              {statement.columns.map((column) => (
                <th key={column.name} scope="col">
                  {spanWords(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.kind} ${row.section}`} className={row.kind === "computed" ? styles.strong : undefined}>
                <th scope="row">{row.label}</th>
                {statement.columns.map((column, at) => (
                  <td key={column.name}>
                    <FigureLink
                      id={figureId(`result ${row.section}`, String(at))}
                      name={`${row.label}, ${spanWords(column)}`}
                      amount={row.amounts[at] ?? null}
                      currency={statement.currency}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** What the bank accounts hold in the books at the end of the bar's days. */
export function BankCard({ clientId, balance }: { readonly clientId: string; readonly balance: TrialBalance | undefined }) {
  const banks = balance?.rows.filter(({ account }) => account?.role === "bank") ?? [];
  if (balance === undefined || banks.length === 0) return null;
  return (
    <Card
      clientId={clientId}
      title={t("Bank in the books on {to}", { to: formatDay(balance.to) })}
      screen="accounts"
      foot={<FigureFoot id={figureId("bank", "")} source={balance.source} asOf={balance.asOf} />}
    >
      <table className={styles.figures}>
        <tbody>
          {banks.map(({ label, account, balance: amount }) => (
            <tr key={account?.id}>
              <th scope="row">{account?.name ?? label}</th>
              <td>
                <FigureLink
                  id={figureId("bank", account?.id ?? "")}
                  name={account?.name ?? label}
                  amount={amount}
                  currency={balance.currency}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
