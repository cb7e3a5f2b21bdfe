import { type ReactNode, useEffect } from "react";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import { GridFilterChips, GridFilterField } from "../filters/grid-filter-field.tsx";
import panel from "../layout/side-panel.module.css";
import type { GridView } from "./state/use-grid-view.ts";

/** A list that is loaded page by page. */
interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  /** The last read failed; what was read before it stays. */
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** The most rows loaded for a filter or an order; for more, there is the screen with the whole list. */
const MOST = 20_000;

interface PagedViewProps<Row> {
  readonly view: GridView<Row>;
  readonly pages: Paged;
  /** Rows loaded so far. */
  readonly read: number;
  readonly label: string;
}

interface PagedFilterProps<Row> extends PagedViewProps<Row> {
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** Whether a filter or an order reads the next page: one that couldn't be read waits until a person tries again. */
export function readsOn({ hasNextPage, isFetchingNextPage, isError }: Omit<Paged, "fetchNextPage">, read: number): boolean {
  return hasNextPage && !isFetchingNextPage && !isError && read < MOST;
}

/**
 * The filter above a paged list: while it or an order is active, the missing pages are loaded.
 * @param title of the screen, before the filter
 * @param children other filters, which the core answers, in the same line
 */
export function PagedFilter<Row>({ view, pages, read, label, title = null, children }: PagedFilterProps<Row>) {
  const wanted = view.text.trim() !== "" || view.grid.sort !== undefined;
  const more = wanted && readsOn(pages, read);
  const hasStopped = read >= MOST || (pages.isError && !pages.isFetching);
  useEffect(() => {
    if (more) void pages.fetchNextPage();
  }, [more, pages.fetchNextPage]);
  return (
    <>
      <div className={panel.filter}>
        {title}
        <GridFilterField view={view} label={label} />
        {children}
        <span className={panel.quiet} role="status">
          {wanted && pages.hasNextPage
            ? hasStopped
              ? onlyFirst(read)
              : t("Still loading, {read} rows so far", { read: formatCount(read) })
            : null}
        </span>
      </div>
      {view.parts.length === 0 ? null : <GridFilterChips view={view} />}
      {view.shown === 0 && view.all > 0 ? (
        <p className={panel.quiet}>{pages.hasNextPage ? t("No match in the rows loaded so far") : t("No rows match the filter")}</p>
      ) : null}
    </>
  );
}

function onlyFirst(read: number): string {
  return t("Only the first {read} rows are searched and sorted", { read: formatCount(read) });
}

/** Loads the next page, in lists that don't do so automatically. */
export function MoreRows({ pages, words }: { readonly pages: Paged; readonly words: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div>
      <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? t("Loading…") : words}
      </Button>
    </div>
  );
}
