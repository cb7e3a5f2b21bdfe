import { type CSSProperties, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import layoutStyles from "../../styles/layout.module.css";
import { classes } from "../controls/classes.ts";
import {
  columnTracks,
  columnWidths,
  differingColumns,
  FIGURES_END,
  filledColumns,
  fittingWithSums,
  sparseColumns,
  tellingColumns,
  withoutSums,
} from "./column-widths.ts";
import styles from "./data-grid.module.css";
import { useRowHeight } from "./grid-density.ts";
import { useShownGrid } from "./grid-exports.ts";
import { GridFooter, LastRow } from "./grid-footer.tsx";
import { GridHeader, type HeaderTip } from "./grid-header.tsx";
import { GridMenu } from "./grid-menu.tsx";
import { GridRow } from "./grid-row.tsx";
import { GridStatus } from "./grid-status.tsx";
import type { Column, DataGridProps } from "./grid-types.ts";
import { HiddenColumns } from "./hidden-columns.tsx";
import { useKeptScroll } from "./scroll-positions.ts";
import { arrangeColumns, type GridLayout, pinnedCount, useGridLayout } from "./state/column-layout.ts";
import type { GridRange } from "./state/grid-selection.ts";
import { type GridShape, useKeptShape, useShapeBefore } from "./state/kept-shape.ts";
import { FOOT, HEAD, rowsPerPage, useGridRows } from "./state/use-grid-rows.ts";
import { useGridSelection } from "./state/use-grid-selection.ts";
import { useGridFit, useNeeds } from "./use-column-widths.ts";
import { useGridFocus } from "./use-grid-focus.ts";
import { usePrinting } from "./use-printing.ts";

/** Rows of lines while nothing is known of what will be there. */
const WAITING_ROWS = 14;

/**
 * A grid of virtual rows: one tab stop, moved by keys according to the ARIA grid pattern, with the full row
 * count for screen readers. With a `layoutId` its columns can be arranged. Ranges of cells can be summed,
 * copied and exported.
 */
export function DataGrid<Row>(asked: DataGridProps<Row>) {
  const given = asked.busy && asked.rowCount === 0 ? { ...asked, rowCount: WAITING_ROWS, rowAt: () => undefined } : asked;
  const scroller = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<(HeaderTip & { readonly heads: number }) | null>(null);
  const heads = given.columns.length;
  const { props, layout, setLayout, focus, rows, selection, tracks, pins, room, ...grid } = useGrid(given, scroller);
  useShownGrid(props);
  const footRows = props.footer?.length ?? 0;
  return (
    <div className={classes(styles.frame, given.layoutId !== undefined && styles.arranged)} data-left={idsOf(grid.left)}>
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={props.rowCount + 1 + footRows}
        aria-colcount={props.columns.length}
        aria-busy={props.busy ?? false}
        aria-multiselectable="true"
        {...selection.handlers}
        onKeyDown={grid.onKeyDown}
      >
        <div style={{ ...room, height: rows.size + HEAD + FOOT * footRows }} className={styles.sheet} role="presentation">
          <GridHeader
            {...props}
            tracks={tracks}
            pins={pins}
            activeCol={focus.active.row === -1 ? focus.active.col : null}
            onFocusCell={focus.onFocusCell}
            onTip={(next) => setTip(next === null ? null : { ...next, heads })}
            arranging={given.layoutId === undefined ? null : { layout, ids: given.columns.map(({ id }) => id), onLayout: setLayout }}
          />
          <div role="rowgroup">
            {rows.shown.map(({ index, start }) => (
              // Keyed by position, not by row: an element that is moved or replaced would lose the focus.
              <GridRow
                key={index}
                {...props}
                index={index}
                top={start}
                passing={rows.passing}
                measure={rows.measure}
                tracks={tracks}
                pins={pins}
                range={selection.range}
                activeCol={focus.active.row === index ? focus.active.col : null}
                onFocusCell={focus.onFocusCell}
              />
            ))}
          </div>
          <GridFooter {...props} tracks={tracks} pins={pins} />
          <LastRow {...props} tracks={tracks} pins={pins} isLastBelow={isCutBelow(rows)} />
        </div>
      </div>
      {given.layoutId === undefined ? null : (
        <GridMenu
          props={props}
          all={arrangeColumns(withoutSums(given.columns), { ...layout, hidden: [] })}
          layout={layout}
          isPlain={grid.isPlain}
          onLayout={setLayout}
          widthOf={(id) => widthOf(scroller.current, id)}
        />
      )}
      <Below props={props} range={selection.range} left={grid.left} onShow={grid.showAll} />
      {/* Hide the tip when the columns change: its header may have moved without the pointer leaving it. */}
      {tip?.heads === heads ? <Tip tip={tip} /> : null}
    </div>
  );
}

/** Whether some of the rows are below what is in sight. To ask the grid's element would lay the page out in the middle of drawing it. */
function isCutBelow({ blocks, size }: ReturnType<typeof useGridRows>): boolean {
  return blocks.scrollRect !== null && (blocks.scrollOffset ?? 0) + blocks.scrollRect.height < HEAD + size;
}

/** Which columns have no room now, for cells that say in short what one of them would. */
function idsOf(columns: readonly { readonly id: string }[]): string {
  return columns.map(({ id }) => id).join(" ");
}

interface BelowProps<Row> {
  readonly props: DataGridProps<Row>;
  readonly range: GridRange | null;
  readonly left: readonly Column<Row>[];
  readonly onShow: () => void;
}

/** One line at a time: what the selected cells come to, else which columns don't fit; a screen's own line has room for the latter. */
function Below<Row>({ props, range, left, onShow }: BelowProps<Row>) {
  const hidden = { names: left.map(({ id, header }) => (header === "" ? id : header)), onShow };
  return (
    <>
      {range === null && props.below === undefined ? <HiddenColumns {...hidden} /> : null}
      <GridStatus props={props} range={range} />
      {props.below?.(<HiddenColumns {...hidden} brief />)}
    </>
  );
}

/** How wide a column is now, in px. */
function widthOf(grid: HTMLElement | null, columnId: string): number {
  return grid?.querySelector<HTMLElement>(`[data-column="${columnId}"]`)?.offsetWidth ?? 120;
}

function Tip({ tip }: { readonly tip: HeaderTip }) {
  return (
    <div className={styles.tip} style={{ left: tip.left, top: tip.top }} aria-hidden="true">
      {tip.text}
    </div>
  );
}

/** The arranged columns, the active cell, the rendered rows and the selection: each depends on the previous one. */
function useGrid<Row>(given: DataGridProps<Row>, scroller: RefObject<HTMLDivElement | null>) {
  const { layout, isPlain, change: setLayout } = useGridLayout(given.layoutId, given.columns);
  const height = useRowHeight(given.twoLines);
  const fit = useGridFit(scroller);
  const isWaiting = given.busy === true && given.rowAt(0) === undefined;
  const before = useShapeBefore(given.layoutId, fit.wide, isWaiting);
  const needs = before === null ? fit.needs : { ...fit.needs, ...before.needs };
  const waiting = isWaiting && before === null;
  const { beside = false, figures = false } = given;
  const sizing = { needs, room: fit.room, chosen: layout.widths, beside, waiting, figures };
  const { columns, left, showAll, onOpen, found } = useShownColumns(given, layout, sizing, before);
  const hasRows = given.busy === false && given.rowCount > 0 && given.rowAt(0) !== undefined;
  useKeptShape(given.layoutId, fit.wide, hasRows ? { needs: fit.needs, ...found } : null);
  const props = { ...given, columns, onOpen };
  const focus = useGridFocus({
    props,
    scroller,
    scrollTo: (row) => (row < 0 ? undefined : rows.scrollTo(row)),
    page: () => rowsPerPage(scroller.current, height),
  });
  const rows = useGridRows(
    props,
    scroller,
    focus.active.row,
    given.columns.some(({ wraps }) => wraps),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.repeat) rows.stopPassing();
    focus.onKeyDown(event);
  };
  // After the rows have found their element, which would scroll back to the top.
  useKeptScroll(scroller, given.layoutId, given.rowCount > 0 && !given.busy, rows.blocks);
  const selection = useGridSelection({ props, active: focus.active, moveTo: focus.moveTo });
  const ids = columns.map(({ id }) => id);
  useNeeds(scroller, ids, !rows.blocks.isScrolling, fit);
  const printing = usePrinting();
  const widths = columnWidths(columns, sizing);
  const tracks: CSSProperties = { gridTemplateColumns: columnTracks(columns, widths, printing) };
  const minWidth = printing ? 0 : widths.reduce((sum, width) => sum + width, 0);
  const pins = stickyPlaces(widths, pinnedCount(columns, layout));
  useSharedEnd(scroller, figures && Number.isFinite(fit.room) ? Math.max(minWidth, FIGURES_END) : null);
  // The header, the grounds and the lines of its rows go on to the edge of the page where its columns end before.
  const room: CSSProperties = { minWidth };
  return { props, layout, isPlain, setLayout, focus, onKeyDown, rows, selection, left, showAll, tracks, pins, room };
}

/** Tells the charts above a table where its columns end, also while a filter leaves no row: nothing moves while someone types. */
function useSharedEnd(scroller: RefObject<HTMLDivElement | null>, end: number | null): void {
  useLayoutEffect(() => {
    if (end !== null) scroller.current?.closest<HTMLElement>(`.${layoutStyles.figures}`)?.style.setProperty("--end", `${end}px`);
  }, [scroller, end]);
}

/**
 * The columns shown now, those that don't fit, and what the rows made of them. `before`: what earlier rows made of
 * them, while there are none.
 */
function useShownColumns<Row>(
  given: DataGridProps<Row>,
  layout: GridLayout,
  sizing: Parameters<typeof columnWidths>[1],
  before: GridShape | null,
) {
  const [whole, setWhole] = useState(false);
  // A panel opened from a figure mustn't hide that figure's column.
  const [opened, setOpened] = useState<string | null>(null);
  const kept = [given.sort, ...(given.thenBy ?? [])].flatMap((order) => (order === undefined ? [] : [order.column]));
  if (opened !== null) kept.push(opened);
  // One that a shorter form stands for is kept in that form.
  const isShortened = (id: string): boolean => {
    const own = given.columns.find((column) => column.id === id);
    return own?.pair !== undefined && given.columns.some(({ standsFor, header }) => standsFor === own.pair && header === own.header);
  };
  if (given.fits) kept.push(...given.columns.flatMap(({ id, control, minor }) => (control && !minor ? [id] : [])));
  const differing = before?.differing ?? differingColumns(given.columns, given);
  kept.push(...differing);
  const filled =
    before === null
      ? filledColumns(given.columns, { ...given, kept })
      : given.columns.filter(({ id }, place) => place === 0 || kept.includes(id) || !before.blank.includes(id));
  const arranged = arrangeColumns(filled, layout).map((column) =>
    given.sortsAll && column.value !== undefined ? { ...column, sortable: true } : column,
  );
  const pinned = pinnedCount(arranged, layout);
  const sparse = before?.sparse ?? (given.beside || given.fits ? sparseColumns(arranged, given) : []);
  const telling = before?.telling ?? tellingColumns(arranged, given);
  const fitting = { ...sizing, pinned, kept: kept.filter((id) => !isShortened(id)), sparse, telling };
  const columns = (given.beside || given.fits) && !whole ? fittingWithSums(arranged, fitting) : withoutSums(arranged);
  // One that is shown in short under its own name isn't missing.
  const isShown = ({ id, header, pair }: Column<Row>): boolean =>
    columns.some((column) => column.id === id || (pair !== undefined && column.standsFor === pair && column.header === header));
  // Before any row has come, nobody knows what will fit.
  const left = withoutSums(sizing.waiting ? [] : arranged).filter((column) => !isShown(column));
  const onOpen: typeof given.onOpen = (row, columnId) => {
    setOpened(columnId);
    given.onOpen(row, columnId);
  };
  const blank = given.columns.filter((column) => !filled.includes(column)).map(({ id }) => id);
  return { columns, left, showAll: () => setWhole(true), onOpen, found: { blank, sparse, telling, differing } };
}

/** The offsets of the sticky columns, in px from the start. */
function stickyPlaces(widths: readonly number[], count: number): readonly number[] {
  const places = [0];
  for (let index = 1; index < count; index++) places.push((places[index - 1] ?? 0) + (widths[index - 1] ?? 0));
  return places;
}
