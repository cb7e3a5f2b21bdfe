import { compareDecimals } from "#shared/kernel/decimal.ts";
import { today } from "../../../api/clock.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { plainText, type TypedMeaning, typedTerms } from "../../../format/text/typed-filter.ts";
import type { CellValue, Column } from "../grid-types.ts";
import { figureOf, textOf } from "./grid-sorting.ts";

/** Other names that people type for a column; its id and its header always work. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  party: ["contact", "vendor", "customer", "supplier", "name", "who"],
  name: ["party", "vendor", "customer", "supplier", "account", "client"],
  status: ["state", "outcome"],
  state: ["status", "sync"],
  outcome: ["status", "state"],
  active: ["status", "state"],
  currency: ["cur"],
  variances: ["flux"],
  type: ["kind"],
  kind: ["type"],
};

/** An active part of a typed filter: its label, and the text that removes it. */
export interface FilterPart {
  readonly token: string;
  readonly words: string;
  /** Looked for as it was typed, in every column. */
  readonly isTyped: boolean;
}

/** A typed filter prepared for the columns of one grid. */
interface ColumnFilter<Row> {
  readonly parts: readonly FilterPart[];
  readonly matches: (row: Row) => boolean;
}

/**
 * A typed filter over cell values: amounts match figures, days match days, `name:value` matches one column, and
 * words match every column. `alsoIn` gives text of a row that no column shows, and `phrases` are words that are looked for
 * together. A name that matches no column is treated as text.
 */
export function columnFilter<Row>(
  typed: string,
  columns: readonly Column<Row>[],
  alsoIn?: (row: Row) => string,
  phrases?: readonly string[],
): ColumnFilter<Row> {
  const told = columns.filter((column) => column.value !== undefined);
  const tests = typedTerms(typed, { today: today(), phrases }).map(({ token, meaning }) => {
    const test = meaning === null ? null : termTest(meaning, token, told);
    if (test !== null) return { token, isTyped: false, ...test };
    const word = plainText(token).toLocaleLowerCase();
    return { token, isTyped: true, words: `“${plainText(token)}”`, matches: (row: Row) => textsOf(row, told, alsoIn).includes(word) };
  });
  return {
    parts: tests.map(({ token, words, isTyped }) => ({ token, words, isTyped })),
    matches: (row) => tests.every((test) => test.matches(row)),
  };
}

interface TermTest<Row> {
  readonly words: string;
  readonly matches: (row: Row) => boolean;
}

function termTest<Row>(meaning: TypedMeaning, token: string, columns: readonly Column<Row>[]): TermTest<Row> | null {
  if (meaning.kind === "amount") {
    const holds = valueTest(meaning);
    // Counts and rates aren't amounts: they are filtered by the name of their column.
    const amounts = (row: Row) => columns.map((column) => column.value?.(row) ?? null).filter((value) => typeof value === "object");
    return { words: meaning.words, matches: (row) => amounts(row).some(holds) };
  }
  if (meaning.kind === "days") {
    const holds = valueTest(meaning);
    // A year or a day may also be part of a number or text, where no column is a date.
    const word = token.toLocaleLowerCase();
    const found = (value: CellValue) =>
      holds(value) || [textOf(value).toLocaleLowerCase(), shownDay(textOf(value))].some((text) => text.includes(word));
    return { words: token, matches: (row) => columns.some((column) => found(column.value?.(row) ?? null)) };
  }
  const { name, value, inner } = meaning;
  const column = columnNamed(columns, name);
  if (column === undefined) return null;
  const holds = inner === null ? wordTest(value) : valueTest(inner);
  const shown = inner?.kind === "amount" ? inner.words : value;
  return {
    words: `${column.header === "" ? name : column.header}: ${shown}`,
    matches: (row) => holds(column.value?.(row) ?? null),
  };
}

function columnNamed<Row>(columns: readonly Column<Row>[], name: string): Column<Row> | undefined {
  const called = (test: (word: string) => boolean) => columns.find(({ id, header }) => [id, header].some((word) => test(squeezed(word))));
  return (
    called((word) => word === squeezed(name)) ??
    columns.find(({ id }) => ALSO_CALLED[id]?.includes(name)) ??
    (name.length > 1 ? called((word) => word.startsWith(squeezed(name))) : undefined)
  );
}

function squeezed(word: string): string {
  return word.toLocaleLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function wordTest(value: string): (found: CellValue) => boolean {
  const word = value.toLocaleLowerCase();
  return (found) => {
    const text = textOf(found).toLocaleLowerCase();
    return text === "" ? word === "none" : text.includes(word) || shownDay(text).includes(word);
  };
}

function valueTest(meaning: TypedMeaning): (value: CellValue) => boolean {
  if (meaning.kind === "amount")
    return (value) => {
      const figure = figureOf(value);
      if (figure === null) return false;
      if (meaning.from !== undefined && compareDecimals(figure, meaning.from) < 0) return false;
      return meaning.to === undefined || compareDecimals(figure, meaning.to) <= 0;
    };
  if (meaning.kind === "days")
    return (value) => {
      const day = typeof value === "string" ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined;
      return day !== undefined && day >= meaning.from && day <= meaning.to;
    };
  return () => false;
}

/** All text of a row in lower case, with days also in the form shown. */
function textsOf<Row>(row: Row, columns: readonly Column<Row>[], alsoIn: ((row: Row) => string) | undefined): string {
  const cells = columns.map((column) => textOf(column.value?.(row) ?? null));
  const all = [...cells, ...cells.map(shownDay), alsoIn?.(row) ?? ""];
  return all.join("\n").toLocaleLowerCase();
}

function shownDay(text: string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  return day === undefined ? "" : formatDay(day).toLocaleLowerCase();
}
