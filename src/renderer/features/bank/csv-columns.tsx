import type { CsvMapping } from "#shared/contract/close/bank.ts";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import controls from "../../ui/controls/controls.module.css";
import styles from "./bank.module.css";

interface ColumnsProps {
  readonly rows: readonly (readonly string[])[];
  /** What splits the rows, also where nothing else of the mapping is known. */
  readonly delimiter: CsvMapping["delimiter"];
  readonly mapping: CsvMapping | null;
  readonly remembered: boolean;
  readonly onChange: (mapping: CsvMapping) => void;
}

const FIELDS = [
  ["date", t("Date")],
  ["amount", t("Amount")],
  ["moneyOut", t("Money out")],
  ["moneyIn", t("Money in")],
  ["balance", t("Balance")],
  ["payee", t("Payee")],
  ["reference", t("Reference")],
  ["description", t("Description")],
] as const;

/** What a person begins with where Tieout can't tell what the columns contain. */
export function unmapped(delimiter: CsvMapping["delimiter"]): CsvMapping {
  return {
    ...{ delimiter, headerRows: 1, dateOrder: "dmy", decimalMark: ".", date: 0, amount: null, moneyOut: null, moneyIn: null },
    ...{ balance: null, payee: null, reference: null, description: null, bankId: null, chargesPositive: false },
  };
}

/** Which column of a bank's CSV file holds what; it is remembered for the account. */
export function CsvColumns({ rows, delimiter, mapping, remembered, onChange }: ColumnsProps) {
  const own = mapping ?? unmapped(delimiter);
  const titles = rows[own.headerRows - 1] ?? rows[0] ?? [];
  const change = (part: Partial<CsvMapping>) => onChange({ ...own, ...part });
  return (
    <fieldset className={styles.mapping}>
      <legend className={text.strong}>
        {remembered
          ? t("Columns (as in the last file for this account)")
          : t("Columns (Tieout will remember your choices for this account)")}
      </legend>
      {FIELDS.map(([field, word]) => (
        <label key={field} className={layout.field}>
          <span className={text.label}>{word}</span>
          <select
            className={controls.input}
            value={own[field] ?? ""}
            onChange={(event) => change({ [field]: event.target.value === "" ? null : Number(event.target.value) })}
          >
            {field === "date" ? null : <option value="">{t("None")}</option>}
            {titles.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <option key={at} value={at}>
                {title.trim() === "" ? t("Column {number}", { number: at + 1 }) : title}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label className={layout.field}>
        <span className={text.label}>{t("Date format")}</span>
        <select
          className={controls.input}
          value={own.dateOrder}
          onChange={(event) => change({ dateOrder: event.target.value as CsvMapping["dateOrder"] })}
        >
          <option value="dmy">{t("Day, month, year")}</option>
          <option value="mdy">{t("Month, day, year")}</option>
          <option value="ymd">{t("Year, month, day")}</option>
        </select>
      </label>
      <label className={layout.field}>
        <span className={text.label}>{t("Number format")}</span>
        <select
          className={controls.input}
          value={own.decimalMark}
          onChange={(event) => change({ decimalMark: event.target.value as CsvMapping["decimalMark"] })}
        >
          <option value=".">1,234.50</option>
          <option value=",">1.234,50</option>
        </select>
      </label>
      {/* Money in and money out say which way it goes, each in its column, but not whether a card's balance is what is owed. */}
      {own.amount === null && own.balance === null ? null : (
        <label
          className={layout.checkbox}
          title={t("Select this if the file shows charges or balances owed as positive amounts, as card files often do.")}
        >
          <input type="checkbox" checked={own.chargesPositive} onChange={(event) => change({ chargesPositive: event.target.checked })} />
          {t("Charges are positive")}
        </label>
      )}
    </fieldset>
  );
}
