import { type DecimalString, decimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { t } from "#shared/language/t.ts";
import type { ConsolidatedColumn, ConsolidatedRow } from "#shared/model/consolidation/consolidation.ts";
import type { GroupRow } from "./group-rows.ts";
import { type GroupSection, padded } from "./group-translation.ts";

/** What belongs to others, by entity, credits positive. */
export interface Minority {
  readonly result: ReadonlyMap<string, DecimalString>;
  readonly equity: ReadonlyMap<string, DecimalString>;
}

/** The rows of the group and how they are shown. */
export interface GroupBooks {
  readonly rows: readonly GroupRow[];
  readonly columns: readonly ConsolidatedColumn[];
  readonly minority: Minority;
  readonly decimals: number;
}

const ZERO = decimal("0");
type Amounts = readonly DecimalString[];
type Section = ConsolidatedRow["section"];

/** Every row with debits positive; what belongs to others is moved within equity. The total, the only row of the result, proves zero. */
export function consolidatedTrialBalance(books: GroupBooks): ConsolidatedRow[] {
  const minority = ofEntities(books, books.minority.equity);
  const moved = minority.every(isZero)
    ? []
    : [
        computed(books, "equity", "minority_counter", t("Equity reclassified to noncontrolling interest"), minority),
        computed(books, "equity", "minority", t("Noncontrolling interest"), minority.map(negateDecimal)),
      ];
  const shown = books.rows.map((row) => shownRow(books, row, 1));
  const at = shown.findLastIndex(({ section }) => ["asset", "liability", "equity"].includes(section)) + 1;
  const rows = [...shown.slice(0, at), ...moved, ...shown.slice(at)];
  const total = books.columns.map((_, column) => sumDecimals(rows.map(({ amounts }) => amounts[column] ?? ZERO)));
  return [...rows, computed(books, "result", "total", "Total", total)];
}

/** Income positive as credits, expenses as debits, the result and its owners. */
export function consolidatedProfitAndLoss(books: GroupBooks): ConsolidatedRow[] {
  const result = credits(books, ["revenue", "expense"]);
  const minority = ofEntities(books, books.minority.result);
  return [
    ...section(books, "revenue", -1, "Total income"),
    ...section(books, "expense", 1, "Total expenses"),
    computed(books, "result", "result", t("Net income"), result),
    computed(books, "result", "minority", t("Attributable to noncontrolling interest"), minority),
    computed(books, "result", "owners", "Attributable to owners of the parent", less(result, minority)),
  ];
}

/** Assets as debits, liabilities and equity as credits; the result of the span is part of equity. */
export function consolidatedBalanceSheet(books: GroupBooks): ConsolidatedRow[] {
  const equity = credits(books, ["equity", "revenue", "expense"]);
  const minority = ofEntities(books, books.minority.equity);
  const unknown = section(books, "unknown", -1, "Total for unknown accounts and differences");
  return [
    ...section(books, "asset", 1, "Total assets"),
    ...section(books, "liability", -1, "Total liabilities"),
    ...section(books, "equity", -1, null),
    computed(books, "equity", "result", "Current year earnings", credits(books, ["revenue", "expense"])),
    { ...computed(books, "equity", "equity_total", "Total equity", equity), kind: "section_total" },
    computed(books, "equity", "minority", t("Attributable to noncontrolling interest"), minority),
    computed(books, "equity", "owners", "Attributable to owners of the parent", less(equity, minority)),
    ...(unknown.length > 1 ? unknown : []),
    computed(
      books,
      "result",
      "liabilities_and_equity",
      "Total liabilities and equity",
      credits(books, ["liability", "equity", "revenue", "expense", "unknown"]),
    ),
  ];
}

/** The rows of a section and their total. */
function section(books: GroupBooks, name: GroupSection, sign: 1 | -1, total: string | null): ConsolidatedRow[] {
  const rows = books.rows.filter((row) => row.section === name);
  const shown = rows.map((row) => shownRow(books, row, sign));
  if (total === null) return shown;
  const amounts = columnSums(books, rows).map((amount) => (sign === 1 ? amount : negateDecimal(amount)));
  return [...shown, { ...computed(books, name, `${name}_total`, total, amounts), kind: "section_total" }];
}

function credits(books: GroupBooks, sections: readonly GroupSection[]): Amounts {
  return columnSums(
    books,
    books.rows.filter((row) => sections.includes(row.section)),
  ).map(negateDecimal);
}

function columnSums(books: GroupBooks, rows: readonly GroupRow[]): Amounts {
  return books.columns.map((column) => sumDecimals(rows.map((row) => amountIn(row, column))));
}

function amountIn(row: GroupRow, { kind, nodeId }: ConsolidatedColumn): DecimalString {
  if (kind === "entity") return row.byNode.get(nodeId ?? "") ?? ZERO;
  return kind === "eliminations" ? row.eliminated : row.consolidated;
}

/** Amounts by entity under their columns; nothing of them is eliminated. */
function ofEntities({ columns }: GroupBooks, amounts: ReadonlyMap<string, DecimalString>): Amounts {
  return columns.map(({ kind, nodeId }) => {
    if (kind === "entity") return amounts.get(nodeId ?? "") ?? ZERO;
    return kind === "eliminations" ? ZERO : sumDecimals(amounts.values());
  });
}

function less(amounts: Amounts, others: Amounts): Amounts {
  return amounts.map((amount, at) => sumDecimals([amount, negateDecimal(others[at] ?? ZERO)]));
}

function shownRow(books: GroupBooks, row: GroupRow, sign: 1 | -1): ConsolidatedRow {
  const amounts = books.columns.map((column) => amountIn(row, column)).map((amount) => (sign === 1 ? amount : negateDecimal(amount)));
  const { section: of, key, label, groupAccount, parts, isAccount } = row;
  return {
    kind: isAccount ? "account" : "computed",
    section: of,
    key,
    label,
    groupAccount,
    amounts: pad(books, amounts),
    parts: [...parts],
  };
}

function computed(books: GroupBooks, of: Section, key: string, label: string, amounts: Amounts): ConsolidatedRow {
  return { kind: "computed", section: of, key, label, groupAccount: null, amounts: pad(books, amounts), parts: [] };
}

function pad({ decimals }: GroupBooks, amounts: Amounts): DecimalString[] {
  return amounts.map((amount) => padded(amount, decimals));
}
