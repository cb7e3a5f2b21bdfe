import type { ReactNode } from "react";
import { formatCount } from "../../format/amounts/amount.ts";
import { withoutTerm } from "../../format/text/typed-filter.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import controls from "../controls/controls.module.css";
import { EmptyState } from "../feedback/empty-state.tsx";
import type { GridView, TypedFilterState } from "../grid/state/use-grid-view.ts";
import { FilterChips } from "./filter-chips.tsx";
import styles from "./grid-filter-field.module.css";
import { SearchField, type TypedHelp } from "./search-field.tsx";

interface GridFilterFieldProps {
  readonly view: TypedFilterState;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: TypedHelp;
}

/** The filter of a fully loaded grid, for a toolbar. */
export function GridFilterField({ view, label, placeholder = t("Filter"), help = COLUMNS }: GridFilterFieldProps) {
  return <SearchField label={label} placeholder={placeholder} value={view.text} onChange={view.setText} help={help} />;
}

const COLUMNS: TypedHelp = [
  ["contact:acme   status:open", t("a word in the column named before the colon")],
  ["outstanding:>1000   due:2026-10", t("an amount or date in the column named before the colon")],
  ["reference:none", t("empty cells in the column named before the colon")],
];

/** The active parts of a typed filter. */
export function GridFilterChips({ view }: { readonly view: TypedFilterState }) {
  const filters = view.parts.map(({ token, words, isTyped }, place) => ({
    id: `${place} ${token}`,
    words,
    isTyped,
    remove: () => view.setText(withoutTerm(view.text, token)),
  }));
  return <FilterChips filters={filters} onClear={() => view.setText("")} />;
}

/**
 * What is counted: the rows of most grids. Where headings and totals are in sight as well it is said what they are of, and
 * lines without a name of their own are counted only once some are left out. So are rows that are counted beside the filter.
 */
type Counted = "rows" | "fewer rows" | "accounts" | "lines";

/** How many are shown, out of how many. */
function shownLabel({ shown, all }: Pick<GridView<unknown>, "shown" | "all">, counted: Counted): string | null {
  const part = { shown: formatCount(shown), all, count: formatCount(all) };
  if (counted === "lines") return shown === all ? null : t("{shown} of {all, plural, one {1 line} other {{count} lines}}", part);
  if (counted === "accounts") return accountsShown({ shown, all });
  if (counted === "fewer rows" && shown === all) return null;
  return shown === all
    ? t("{all, plural, one {1 row} other {{count} rows}}", { all, count: formatCount(all) })
    : t("{shown} of {all, plural, one {1 row} other {{count} rows}}", part);
}

/** The same of accounts. */
export function accountsShown({ shown, all }: Pick<GridView<unknown>, "shown" | "all">): string {
  return shown === all
    ? t("{all, plural, one {1 account} other {{shown} accounts}}", { all, shown: formatCount(all) })
    : t("{shown} of {all, plural, one {1 account} other {{count} accounts}}", {
        shown: formatCount(shown),
        all,
        count: formatCount(all),
      });
}

interface GridFilterLineProps extends GridFilterFieldProps {
  /** How many there are; null while that isn't known. */
  readonly count: string | null;
  /** The title of the screen, before the field. */
  readonly title?: ReactNode;
  /** Other filters, between the field and the count. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** The toolbar of a grid's filters, with what they leave. */
export function GridFilterLine({ title = null, count, children, className, ...field }: GridFilterLineProps) {
  return (
    <div className={classes(controls.bar, className)}>
      {title}
      <GridFilterField {...field} />
      {children}
      <span className={text.label} role="status">
        {count}
      </span>
    </div>
  );
}

interface GridFilterBarProps<Row> {
  readonly view: GridView<Row>;
  readonly label: string;
  readonly help?: TypedHelp;
  readonly counted?: Counted;
  /** The title of the screen, before the field. */
  readonly title?: ReactNode;
  /** What else chooses the rows. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** The filter of a grid in its own toolbar, with the active filters and a message when no row matches. */
export function GridFilterBar<Row>({ view, counted = "rows", children, ...field }: GridFilterBarProps<Row>) {
  return (
    <>
      <GridFilterLine view={view} {...field} count={view.all === 0 ? null : shownLabel(view, counted)}>
        {children}
      </GridFilterLine>
      <GridFilterAnswer view={view} />
    </>
  );
}

interface GridFilterProps<Row> extends Omit<GridFilterBarProps<Row>, "title" | "children" | "className"> {
  /** At the end of its line. */
  readonly atEnd?: boolean;
}

/** The filter of a grid with what it leaves, in a line with other things. `GridFilterAnswer` is above the grid. */
export function GridFilter<Row>({ view, counted = "rows", atEnd = false, ...field }: GridFilterProps<Row>) {
  return (
    <div className={classes(styles.inLine, atEnd && styles.atEnd)}>
      <GridFilterField view={view} {...field} />
      <span className={text.label} role="status">
        {view.all === 0 ? null : shownLabel(view, counted)}
      </span>
    </div>
  );
}

/** The active filters, and a message when no row matches. */
export function GridFilterAnswer<Row>({ view }: { readonly view: GridView<Row> }) {
  return (
    <>
      <GridFilterChips view={view} />
      {view.shown === 0 && view.all > 0 ? <NoRow view={view} /> : null}
    </>
  );
}

/** Shown when the filter matches no row. */
export function NoRow({ view }: { readonly view: TypedFilterState }) {
  return (
    <EmptyState state="filtered" title={t("No rows match the filter")}>
      <Button onClick={() => view.setText("")}>{t("Clear filter")}</Button>
    </EmptyState>
  );
}
