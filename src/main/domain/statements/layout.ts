import { amountWriter, isEarned, ZERO } from "#main/domain/postings/account-sum.ts";
import { type DecimalString, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import type { Comparative, Statement, StatementAccount, StatementRow } from "#shared/model/reports/statement.ts";
import type { LaidOutKind, LaidOutLine, LayoutItem, LayoutSection, StatementLayout } from "#shared/model/reports/statement-layout.ts";
import { SECTION_TITLES, sectionsOf, standardGroup, standardItems } from "./account-groups.ts";

/** A row of the flat statement in its group, with the sign of the group's side of the statement. */
interface Placed {
  readonly row: StatementRow;
  readonly group: string;
  readonly amounts: readonly DecimalString[];
}

/** What a statement is laid out from. */
interface FlatStatement extends Pick<Statement, "kind" | "rows" | "currency"> {
  readonly columns: readonly Pick<Comparative, "name">[];
}

/** The part of a layout that places accounts. */
export interface Placing {
  readonly items: readonly LayoutItem[];
  readonly accounts: StatementLayout["accounts"];
}

/**
 * The lines of a statement in a layout. Layout moves rows and adds subtotals; it changes no figure. Each account is on exactly one
 * line, and what no group can hold is at the end. A bank account that is overdrawn in the deciding column is among current liabilities.
 * @param layout the firm's own, or null for the standard one
 */
export function laidOutLines(statement: FlatStatement, layout: Placing | null): LaidOutLine[] {
  const items = completeItems(statement.kind, layout);
  const placed = statement.rows.flatMap((row) => placedRow(statement, row, { items, accounts: layout?.accounts ?? {} }));
  const book = new LineBook(statement, items, placed);
  const apart = statement.rows.filter(({ section, amounts }) => section === "unknown" && !amounts.every(isZero));
  const lines = statement.kind === "profit_and_loss" ? book.profitAndLoss() : book.balanceSheet();
  return [...lines, ...apart.map(apartLine)];
}

/** The group that an account is in. Someone's own choice counts while it fits; an overdrawn bank account is a liability. */
export function groupOfAccount(
  account: NonNullable<StatementAccount>,
  { items, accounts }: Placing,
  isOverdrawn = false,
): LayoutItem | null {
  const groups = items.filter(({ kind }) => kind === "group");
  const fitting = (id: string | null | undefined, sections: readonly LayoutSection[]) =>
    groups.find((group) => group.id === id && sections.includes(group.section));
  if (isOverdrawn) return fitting("bank_overdrafts", ["current_liabilities"]) ?? null;
  const sections = sectionsOf(account.class);
  const own = Object.hasOwn(accounts, account.id) ? accounts[account.id] : undefined;
  return fitting(own, sections) ?? fitting(standardGroup(account), sections) ?? null;
}

/** The title of the group that holds an account's balance in the balance sheet, or its movement in the profit and loss. */
export function groupTitle(
  { account, balance }: { readonly account: StatementAccount; readonly balance: DecimalString },
  layouts: Readonly<Record<LaidOutKind, Placing | null>>,
): string | null {
  if (account === null) return null;
  const kind = isEarned(account) ? "profit_and_loss" : "balance_sheet";
  const layout = layouts[kind];
  const placing = { items: completeItems(kind, layout), accounts: layout?.accounts ?? {} };
  return groupOfAccount(account, placing, isOverdrawn(account, balance))?.title ?? null;
}

/** A bank account below zero is among current liabilities. */
function isOverdrawn({ role, class: side }: NonNullable<StatementAccount>, balance: DecimalString): boolean {
  return role === "bank" && side === "asset" && balance.startsWith("-") && !isZero(balance);
}

/** The firm's items, with the standard groups that it left out at the end of their sections: no account may lose its place. */
export function completeItems(kind: Statement["kind"], layout: Placing | null): readonly LayoutItem[] {
  const standard = standardItems(kind);
  if (layout === null) return standard;
  const missing = standard.filter((item) => item.kind === "group" && !layout.items.some(({ id }) => id === item.id));
  return [...layout.items, ...missing];
}

function placedRow(statement: FlatStatement, row: StatementRow, layout: Placing): Placed[] {
  const { account, amounts, section } = row;
  if (section === "unknown" || row.kind === "section_total" || section === "result") return [];
  if (account === null) return [{ row, group: "equity", amounts }];
  const deciding = amounts[statement.columns[0]?.name === "month" ? statement.columns.length - 1 : 0] ?? ZERO;
  const overdrawn = isOverdrawn(account, deciding);
  const group = groupOfAccount(account, layout, overdrawn);
  if (group === null) return [];
  const turned = overdrawn || (group.side !== undefined && (group.side === "income") !== (section === "revenue"));
  return [{ row, group: group.id, amounts: turned ? amounts.map(negateDecimal) : amounts }];
}

function apartLine({ label, account, amounts, kind }: StatementRow): LaidOutLine {
  return { kind: "apart", key: account?.id ?? `apart:${kind}:${label}`, label, account, group: null, amounts: [...amounts] };
}

/** Puts the lines of one statement together. */
class LineBook {
  readonly #statement: FlatStatement;
  readonly #items: readonly LayoutItem[];
  readonly #placed: readonly Placed[];
  readonly #write: (amount: DecimalString) => DecimalString;

  constructor(statement: FlatStatement, items: readonly LayoutItem[], placed: readonly Placed[]) {
    this.#statement = statement;
    this.#items = items;
    this.#placed = placed;
    this.#write = amountWriter(statement.currency);
  }

  /** Groups with their totals and the running results between them. A subtotal that would repeat its neighbour is left out. */
  profitAndLoss(): LaidOutLine[] {
    const lines: LaidOutLine[] = [];
    const shown = this.#items.filter((item) => item.kind === "group" && this.#of(item.id).length > 0);
    let before = 0;
    let since = 0;
    let result = this.#sum([]);
    for (const item of this.#items) {
      if (item.kind === "group") {
        const members = this.#of(item.id);
        if (members.length === 0) continue;
        const total = this.#sum(members.map(({ amounts }) => amounts));
        result = this.#sum([result, item.side === "costs" ? total.map(negateDecimal) : total]);
        since += 1;
        lines.push(heading("group", item.id, item.title, []), ...members.map(accountLine), this.#total(item, total));
        continue;
      }
      const isLast = shown.at(-1) === undefined || this.#items.indexOf(item) > this.#items.indexOf(shown.at(-1) as LayoutItem);
      if (isLast || since < (before === 0 ? 2 : 1)) continue;
      lines.push(sumLine("subtotal", item.id, item.title, result));
      before += 1;
      since = 0;
    }
    return [...lines, sumLine("result", "net_profit", t("Net income"), result)];
  }

  balanceSheet(): LaidOutLine[] {
    const assets = this.#side(["current_assets", "noncurrent_assets"], "total_assets", "Total assets");
    const liabilities = this.#side(["current_liabilities", "noncurrent_liabilities"], "total_liabilities", "Total liabilities");
    const equity = this.#section("equity");
    const financed = this.#sum([liabilities.amounts, equity.amounts]);
    return [
      ...assets.lines,
      ...liabilities.lines,
      ...equity.lines,
      sumLine("result", "liabilities_and_equity", "Total liabilities and equity", financed),
    ];
  }

  #side(sections: readonly LayoutSection[], key: string, label: string) {
    const parts = sections.map((section) => this.#section(section));
    const amounts = this.#sum(parts.map((part) => part.amounts));
    return { amounts, lines: [...parts.flatMap(({ lines }) => lines), sumLine("subtotal", key, label, amounts)] };
  }

  /** A section with its groups, each with its sum beside its name, and its total. Nothing where it holds nothing. */
  #section(section: LayoutSection) {
    const lines: LaidOutLine[] = [];
    let amounts = this.#sum([]);
    const title = t(SECTION_TITLES[section]);
    for (const item of this.#items.filter((each) => each.section === section)) {
      if (item.kind === "subtotal") {
        if (lines.length > 0) lines.push(sumLine("total", item.id, item.title, amounts));
        continue;
      }
      const members = this.#of(item.id);
      if (members.length === 0) continue;
      const total = this.#sum(members.map((member) => member.amounts));
      amounts = this.#sum([amounts, total]);
      if (!isSameTitle(item.title, title)) lines.push(heading("group", item.id, item.title, total));
      lines.push(...members.map(accountLine));
    }
    if (lines.length === 0) return { amounts, lines };
    const total = sumLine("total", `total:${section}`, `Total ${title.toLowerCase()}`, amounts);
    return { amounts, lines: [heading("section", section, title, []), ...lines, total] };
  }

  #of(group: string): readonly Placed[] {
    return this.#placed.filter((placed) => placed.group === group);
  }

  #total({ id, title }: LayoutItem, amounts: readonly DecimalString[]): LaidOutLine {
    // What a firm called its own group may be a name, so its capital stays.
    const isStandard = standardItems(this.#statement.kind).some((item) => item.id === id && isSameTitle(item.title, title));
    return sumLine("total", `total:${id}`, `Total ${isStandard ? insideSentence(title) : title}`, amounts);
  }

  #sum(rows: readonly (readonly DecimalString[])[]): DecimalString[] {
    return this.#statement.columns.map((_, at) => this.#write(sumDecimals([ZERO, ...rows.map((amounts) => amounts[at] ?? ZERO)])));
  }
}

/** True also where one of them was saved as other countries spell it. A group with the name of its section has no heading of its own. */
function isSameTitle(group: string, section: string): boolean {
  const spelled = (title: string) => title.replace("-", "").toLowerCase();
  return spelled(group) === spelled(section);
}

function accountLine({ row: { label, account }, group, amounts }: Placed): LaidOutLine {
  return { kind: "account", key: account?.id ?? `row:${label}`, label: account?.name ?? label, account, group, amounts: [...amounts] };
}

function heading(kind: "section" | "group", id: string, label: string, amounts: readonly DecimalString[]): LaidOutLine {
  return { kind, key: `${kind}:${id}`, label, account: null, group: kind === "group" ? id : null, amounts: [...amounts] };
}

function sumLine(kind: "total" | "subtotal" | "result", key: string, label: string, amounts: readonly DecimalString[]): LaidOutLine {
  return { kind, key, label, account: null, group: null, amounts: [...amounts] };
}

/** The amounts of a line by its key; zeros where the statement has no such line. */
export function lineAmounts(
  { lines, columns }: { readonly lines: readonly LaidOutLine[]; readonly columns: readonly unknown[] },
  key: string,
) {
  return lines.find((line) => line.key === key)?.amounts ?? columns.map(() => ZERO);
}

/** By how much assets differ from liabilities and equity in each column; zeros in books that balance. */
export function outOfBalance(statement: { readonly lines: readonly LaidOutLine[]; readonly columns: readonly unknown[] }): DecimalString[] {
  const financed = lineAmounts(statement, "liabilities_and_equity");
  return lineAmounts(statement, "total_assets").map((amount, at) => subtractDecimals(amount, financed[at] ?? ZERO));
}
