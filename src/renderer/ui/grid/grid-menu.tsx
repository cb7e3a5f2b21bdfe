import { ArrowLeft, ArrowRight, Columns3, Download, Pin } from "lucide-react";
import { useId, useState } from "react";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import layoutStyles from "../../styles/layout.module.css";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import { exportGrid, exportOutcome, hasRows } from "./grid-exports.ts";
import styles from "./grid-menu.module.css";
import type { Column, DataGridProps } from "./grid-types.ts";
import { type GridLayout, moveColumn, toggleHidden, togglePinned } from "./state/column-layout.ts";
import type { TableFormat } from "./table-export.ts";

interface GridMenuProps<Row> {
  readonly props: DataGridProps<Row>;
  /** Every column in the order that holds, hidden ones too. */
  readonly all: readonly Column<Row>[];
  readonly layout: GridLayout;
  readonly isPlain: boolean;
  readonly onLayout: (layout: GridLayout | null) => void;
  readonly widthOf: (id: string) => number;
}

/**
 * What can be done with a grid as a whole: its columns, and a file of what it shows. Its button is always at the end of the header, where
 * people look for it, however early the columns end and however far the table is scrolled sideways; the last column keeps room for it.
 */
export function GridMenu<Row>({ props, all, layout, isPlain, onLayout, widthOf }: GridMenuProps<Row>) {
  const id = useId();
  return (
    <div className={styles.corner}>
      <button
        type="button"
        className={styles.opener}
        data-key="export"
        popoverTarget={id}
        title={t("Columns and export")}
        aria-label={t("Columns and export: {label}", { label: props.label })}
      >
        <Columns3 size={14} aria-hidden />
      </button>
      <div id={id} popover="auto" className={styles.menu} role="group" aria-label={t("Columns of {label}", { label: props.label })}>
        <ul className={layoutStyles.plainList}>
          {all.map((column, index) => (
            <ColumnRow key={column.id} column={column} index={index} all={all} layout={layout} onLayout={onLayout} widthOf={widthOf} />
          ))}
        </ul>
        <div className={styles.acts}>
          <Button kind="quiet" disabled={isPlain} onClick={() => onLayout(null)}>
            {t("Reset columns")}
          </Button>
          {hasRows(props) ? <ExportButtons props={props} /> : null}
        </div>
      </div>
    </div>
  );
}

interface ColumnRowProps<Row> extends Omit<GridMenuProps<Row>, "props" | "isPlain"> {
  readonly column: Column<Row>;
  readonly index: number;
}

function ColumnRow<Row>({ column, index, all, layout, onLayout, widthOf }: ColumnRowProps<Row>) {
  const { id, header } = column;
  const ids = all.map((other) => other.id);
  const pinned = layout.pinned.includes(id);
  const name = header === "" ? id : header;
  if (index === 0) return <li className={styles.fixed}>{name}</li>;
  return (
    <li className={styles.column}>
      <label className={styles.name}>
        <input type="checkbox" checked={!layout.hidden.includes(id)} onChange={() => onLayout(toggleHidden(layout, id))} />
        {name}
      </label>
      <button
        type="button"
        className={classes(styles.small, pinned && styles.on)}
        aria-pressed={pinned}
        aria-label={t("Pin column: {name}", { name })}
        title={t("Pin column")}
        onClick={() =>
          onLayout(
            togglePinned(
              layout,
              [...ids.slice(0, 1), id].map((each) => [each, widthOf(each)]),
            ),
          )
        }
      >
        <Pin size={13} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.small}
        disabled={index === 1}
        aria-label={t("Move left: {name}", { name })}
        title={t("Move left")}
        onClick={() => onLayout(moveColumn(ids, layout, id, index - 1))}
      >
        <ArrowLeft size={13} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.small}
        disabled={index === all.length - 1}
        aria-label={t("Move right: {name}", { name })}
        title={t("Move right")}
        onClick={() => onLayout(moveColumn(ids, layout, id, index + 1))}
      >
        <ArrowRight size={13} aria-hidden />
      </button>
    </li>
  );
}

/** A file of what the grid shows now: its columns, its filter, its order, every row. */
function ExportButtons<Row>({ props }: { readonly props: DataGridProps<Row> }) {
  const [state, setState] = useState<string | null>(null);
  const start = (format: TableFormat) => () => {
    setState(
      t("{count, plural, one {Exporting 1 row…} other {Exporting {rows} rows…}}", {
        count: props.rowCount,
        rows: formatCount(props.rowCount),
      }),
    );
    void exportOutcome(exportGrid(props, format)).then(setState);
  };
  return (
    <>
      <Button icon={<Download size={14} aria-hidden />} onClick={start("csv")}>
        {t("CSV")}
      </Button>
      <Button icon={<Download size={14} aria-hidden />} onClick={start("xlsx")}>
        {t("Excel")}
      </Button>
      <span className={styles.state} role="status">
        {state}
      </span>
    </>
  );
}
