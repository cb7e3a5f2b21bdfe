import { SECTION_TITLES, standardItems } from "#main/domain/statements/account-groups.ts";
import { laidOutLines } from "#main/domain/statements/layout.ts";
import { type DecimalString, decimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { t } from "#shared/language/t.ts";
import type { ConsolidatedColumn, ConsolidatedRow } from "#shared/model/consolidation/consolidation.ts";
import type { LaidOutKind, LaidOutLine } from "#shared/model/reports/statement-layout.ts";
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
  readonly currency: string;
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

/** Income positive as credits, expenses as debits, in the sections of a client's statement; the result and its owners. */
export function consolidatedProfitAndLoss(books: GroupBooks): ConsolidatedRow[] {
  const result = credits(books, ["revenue", "expense"]);
  const minority = ofEntities(books, books.minority.result);
  return [
    ...profitLines(books),
    computed(books, "result", "minority", t("Attributable to noncontrolling interest"), minority),
    computed(books, "result", "owners", "Attributable to owners of the parent", less(result, minority)),
  ];
}

const LINE_KINDS: Readonly<Record<LaidOutLine["kind"], ConsolidatedRow["kind"]>> = {
  section: "section",
  group: "section",
  account: "account",
  total: "section_total",
  subtotal: "subtotal",
  result: "computed",
  apart: "computed",
};

interface LaidOutRow {
  readonly line: LaidOutLine;
  /** The row on the line; undefined where it has none. */
  readonly row: GroupRow | undefined;
}

/**
 * The rows of some sections in the standard layout of a client's statement. A group account whose accounts are in several groups of it
 * is in the usual one of its class. No row has a role there, so an overdrawn bank account stays an asset, as in its entity's trial balance.
 */
function laidOutRows(
  books: GroupBooks,
  kind: LaidOutKind,
  sections: readonly ("asset" | "liability" | "revenue" | "expense")[],
): LaidOutRow[] {
  const own = new Map<string, GroupRow>();
  const rows = books.rows.flatMap((row) => {
    const side = sections.find((one) => one === row.section);
    if (side === undefined) return [];
    own.set(row.key, row);
    const debits = books.columns.map((column) => amountIn(row, column));
    return {
      kind: "account" as const,
      section: side,
      label: row.label,
      account: { id: row.key, name: row.label, type: "", class: side },
      amounts: side === "revenue" || side === "liability" ? debits.map(negateDecimal) : debits,
    };
  });
  const placed = [...own.values()].flatMap(({ key, layoutGroup }) => (layoutGroup === null ? [] : [[key, layoutGroup] as const]));
  const layout = { items: standardItems(kind), accounts: Object.fromEntries(placed) };
  const columns = books.columns.map(() => ({ name: "current" as const }));
  const lines = laidOutLines({ kind, currency: books.currency, columns, rows }, layout);
  return lines.map((line) => ({ line, row: line.kind === "account" ? own.get(line.key) : undefined }));
}

function profitLines(books: GroupBooks): ConsolidatedRow[] {
  const items = standardItems("profit_and_loss");
  return laidOutRows(books, "profit_and_loss", ["revenue", "expense"]).map(({ line, row }): ConsolidatedRow => {
    const { kind, key, label, group, amounts } = line;
    const side = items.find(({ id }) => id === group || key === `total:${id}`)?.side;
    return {
      kind: LINE_KINDS[kind],
      section: side === undefined ? "result" : side === "income" ? "revenue" : "expense",
      key: kind === "result" ? "result" : key,
      label,
      groupAccount: row?.groupAccount ?? null,
      amounts: pad(books, amounts),
      parts: [...(row?.parts ?? [])],
    };
  });
}

/** The totals of both sides, which programs know by these keys. */
const SIDE_TOTALS: Readonly<Record<string, string>> = { total_assets: "asset_total", total_liabilities: "liability_total" };

/** Assets and liabilities in the current and noncurrent sections of a client's balance sheet, without the groups in them. */
function sideLines(books: GroupBooks): ConsolidatedRow[] {
  return laidOutRows(books, "balance_sheet", ["asset", "liability"]).flatMap(({ line, row }): ConsolidatedRow[] => {
    if (row !== undefined) return [shownRow(books, row, row.section === "asset" ? 1 : -1)];
    const { kind, key, label, amounts } = line;
    if (kind === "group" || kind === "result") return [];
    const shown = computed(books, key.endsWith("_assets") ? "asset" : "liability", SIDE_TOTALS[key] ?? key, label, amounts);
    // A section's own total is on the way to that of its side.
    return [{ ...shown, kind: kind === "section" ? "section" : kind === "total" ? "subtotal" : "section_total" }];
  });
}

/** Assets as debits, liabilities and equity as credits; the result of the span is part of equity. */
export function consolidatedBalanceSheet(books: GroupBooks): ConsolidatedRow[] {
  const equity = credits(books, ["equity", "revenue", "expense"]);
  const minority = ofEntities(books, books.minority.equity);
  const unknown = section(books, "unknown", "Total for unknown accounts and differences");
  return [
    ...sideLines(books),
    { ...computed(books, "equity", "section:equity", t(SECTION_TITLES.equity), []), kind: "section" },
    ...section(books, "equity", null),
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

/** The rows of a section, credits positive, and their total. */
function section(books: GroupBooks, name: GroupSection, total: string | null): ConsolidatedRow[] {
  const rows = books.rows.filter((row) => row.section === name);
  const shown = rows.map((row) => shownRow(books, row, -1));
  if (total === null) return shown;
  const amounts = columnSums(books, rows).map(negateDecimal);
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
