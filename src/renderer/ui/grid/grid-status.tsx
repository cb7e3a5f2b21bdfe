import { useEffect, useState } from "react";
import { formatCount } from "../../format/amounts/amount.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { Money } from "../figures/money.tsx";
import styles from "./grid-status.module.css";
import type { DataGridProps } from "./grid-types.ts";
import { figuresOf, type GridRange, type SelectionFigures } from "./state/grid-selection.ts";
import { rowsHere } from "./state/use-grid-selection.ts";

/** Rows that are read for the sums of a selection; beyond them the totals of the list are the answer. */
const SUMMED_ROWS = 50_000;

/** What the selected cells come to: counted, and summed per currency. */
export function GridStatus<Row>({ props, range }: { readonly props: DataGridProps<Row>; readonly range: GridRange | null }) {
  const figures = useFigures(props, range);
  if (range === null) return null;
  const rows = range.lastRow - range.firstRow + 1;
  return (
    <div className={styles.status} role="status">
      <span>
        {t("Selected cells: {rows} × {columns}", { rows: formatCount(rows), columns: formatCount(range.lastCol - range.firstCol + 1) })}
      </span>
      {figures === "too many" ? <span>{t("Select up to {rows} rows to see totals.", { rows: formatCount(SUMMED_ROWS) })}</span> : null}
      {figures === null ? <span>{t("Adding up…")}</span> : null}
      {typeof figures === "object" && figures !== null ? <Figures figures={figures} /> : null}
    </div>
  );
}

function Figures({ figures }: { readonly figures: SelectionFigures }) {
  return (
    <>
      <span>{t("Cells with values: {cells}", { cells: formatCount(figures.cells) })}</span>
      {figures.currencies.map(({ currency, count, sum, average }) => (
        <span key={currency} className={styles.currency} data-mixed="">
          <Sentence
            text="{currency}: count {count}, sum {sum}, average {average}"
            values={{
              currency: <b>{currency}</b>,
              count: formatCount(count),
              sum: <Money amount={sum} currency={currency} />,
              average: <Money amount={average} currency={currency} />,
            }}
          />
        </span>
      ))}
    </>
  );
}

function useFigures<Row>(props: DataGridProps<Row>, range: GridRange | null): SelectionFigures | "too many" | null {
  const [read, setRead] = useState<{ readonly key: string; readonly rows: readonly Row[] } | null>(null);
  const { readRows } = props;
  const key = range === null ? "" : `${range.firstRow}:${range.lastRow}:${props.rowCount}`;
  const tooMany = range !== null && range.lastRow - range.firstRow >= SUMMED_ROWS;
  const here = range === null || tooMany ? null : rowsHere(props, range);
  const rows = here ?? (read?.key === key ? read.rows : null);
  const missing = range !== null && !tooMany && rows === null;
  useEffect(() => {
    if (!missing || readRows === undefined || range === null) return;
    let wanted = true;
    void readRows(range.firstRow, range.lastRow).then((found) => wanted && setRead({ key, rows: found }));
    return () => {
      wanted = false;
    };
  }, [missing, key, readRows, range]);
  if (tooMany) return "too many";
  if (range === null || rows === null) return null;
  return figuresOf(rows, props.columns.slice(range.firstCol, range.lastCol + 1));
}
