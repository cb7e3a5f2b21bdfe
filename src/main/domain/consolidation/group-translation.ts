import { isEarned } from "#main/domain/postings/account-sum.ts";
import { standardItems } from "#main/domain/statements/account-groups.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import {
  canonicalDecimal,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  scaleOf,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { andList } from "#shared/language/english.ts";
import type { ConsolidatedPart, UsedRate } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTree, ExchangeRate, NeededRate, RateKind } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Statement, StatementAccount, TrialBalance } from "#shared/model/reports/statement.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import type { GroupMember } from "./group-members.ts";

export type GroupSection = "asset" | "liability" | "equity" | "revenue" | "expense" | "unknown";

/** The books of an entity in its own currency: its balances at the end of the span, and what it earned in the span. */
export interface EntityBooks {
  readonly trialBalance: TrialBalance;
  /** With the lines of its own layout, which say the group of each account. */
  readonly profitAndLoss: Pick<Statement, "rows"> & Partial<Pick<LaidOutStatement, "lines">>;
}

/**
 * One translated amount of an entity. `earlier_results`: what the entity earned before the group's span
 * began; `own_difference`: what its own trial balance lacks to balance; `translation_difference`: what
 * different rates leave.
 */
export interface TranslatedRow extends ConsolidatedPart {
  readonly what: "account" | "earlier_results" | "own_difference" | "translation_difference";
  readonly section: GroupSection;
  /** Where the entity's own profit and loss or balance sheet has the account; null where nothing says so. */
  readonly group: string | null;
}

/** Finds a rate exactly; no rate is derived from its inverse, from another day or through a third currency. */
export type RateBook = (from: string, to: string, kind: RateKind, day: CalendarDate) => ExchangeRate | null;

export interface TranslationTarget {
  readonly currency: string;
  readonly decimals: number;
  readonly to: CalendarDate;
  readonly rates: RateBook;
}

export function rateBook(rates: readonly ExchangeRate[]): RateBook {
  const key = (from: string, to: string, kind: string, day: string) => `${from}/${to}/${kind}/${day}`;
  const known = new Map(rates.map((rate) => [key(rate.from, rate.to, rate.kind, rate.day), rate]));
  return (from, to, kind, day) => known.get(key(from, to, kind, day)) ?? null;
}

/** What members in another currency are translated with at a day, whether or not a rate of it was entered. */
export function neededRates({ presentation }: EntityTree, members: readonly GroupMember[], to: CalendarDate): readonly NeededRate[] {
  const kinds: readonly RateKind[] = ["closing", "average", "historical"];
  return members
    .filter(({ node }) => node.clientId !== undefined && node.functionalCurrency !== presentation.currency)
    .flatMap((member) =>
      kinds.map((kind) => ({
        ...{ nodeId: member.node.id, from: member.node.functionalCurrency, to: presentation.currency, kind },
        day: rateDay(member, kind, to),
      })),
    );
}

function rateDay({ node, joined }: GroupMember, kind: RateKind, to: CalendarDate): CalendarDate | null {
  return kind === "historical" ? (node.historicalDay ?? joined) : to;
}

/**
 * An entity's trial balance in the presentation currency: assets and liabilities at the closing rate of
 * the last day, income and expenses at the average through it, equity at the historical rate of the day
 * on which the entity joined. Each row is rounded half away from zero; what the rates and the rounding
 * leave is the translation difference, so that the rows always sum to zero.
 * @returns a failure that names every rate that is missing: pair, kind and day
 */
export function translateMember(
  member: GroupMember,
  books: EntityBooks,
  target: TranslationTarget,
): Result<readonly TranslatedRow[], Failure> {
  const { node } = member;
  const { trialBalance } = books;
  if (trialBalance.currency !== node.functionalCurrency)
    return fail({
      code: "conflict",
      message: `${node.name} keeps its books in ${trialBalance.currency}, but its functional currency in the group is ${node.functionalCurrency}.`,
      field: "functionalCurrency",
      next: "Correct the entity's functional currency in the group.",
    });
  const missing = new Map<string, string>();
  // Figures made from documents are of the whole client: they would count once for each of its subsidiaries.
  if (node.entityId !== undefined && trialBalance.source === "reconstructed")
    return fail({
      code: "conflict",
      message: `${node.name}'s figures can't be shown separately, because its ledger doesn't report general-ledger postings by entity.`,
      field: "entityId",
      next: "Add the whole client to the group instead.",
    });
  const rows = withOwnDifference(ownRows(books)).map((row): TranslatedRow => {
    const { account, what, section, group, amount } = row;
    const rate = isSame(node.functionalCurrency, target) || isZero(amount) ? null : usedRate(member, section, target, missing);
    return {
      nodeId: node.id,
      account,
      what,
      section,
      group,
      amount,
      currency: node.functionalCurrency,
      rate,
      translated: converted(amount, rate, target),
    };
  });
  if (missing.size > 0) return fail(ratesMissing(member, missing, target));
  const difference = negateDecimal(sumDecimals(rows.map(({ translated }) => translated)));
  if (isZero(difference)) return ok(rows);
  const nothing = { group: null, amount: decimal("0"), currency: node.functionalCurrency, rate: null };
  return ok([
    ...rows,
    { nodeId: node.id, account: null, what: "translation_difference", section: "equity", ...nothing, translated: difference },
  ]);
}

/** An amount at the closing rate, for balances that are no row of the trial balance. */
export function atClosingRate(amount: DecimalString, currency: string, target: TranslationTarget): DecimalString | null {
  if (isSame(currency, target) || isZero(amount)) return amount;
  const rate = target.rates(currency, target.currency, "closing", target.to);
  return rate === null ? null : converted(amount, rate, target);
}

/** The amount with the currency's decimals, and with more where a digit would be lost. */
export function padded(amount: DecimalString, decimals: number): DecimalString {
  const canonical = canonicalDecimal(amount);
  return roundDecimal(canonical, Math.max(decimals, scaleOf(canonical)));
}

type OwnRow = Pick<TranslatedRow, "account" | "what" | "section" | "group" | "amount">;

/**
 * The balances at the end of the span, and the income and expenses of the span itself, whatever the
 * entity's own fiscal year: what its trial balance counts otherwise moves to or from earlier results.
 */
function ownRows({ trialBalance, profitAndLoss }: EntityBooks): OwnRow[] {
  const groups = new Map(profitAndLoss.lines?.flatMap(({ account, group }) => (account === null ? [] : [[account.id, group] as const])));
  const earned = profitAndLoss.rows
    .filter(({ kind, account }) => kind === "account" && account !== null && isEarned(account))
    .map((row) => earnedRow(row, groups.get(row.account?.id ?? "") ?? null));
  // A trial balance names the group by its title.
  const titled = new Map(standardItems("balance_sheet").map(({ id, title }) => [title, id]));
  const balances = trialBalance.rows
    .filter(({ account }) => !isEarned(account))
    .map(
      ({ kind, account, group, balance }): OwnRow =>
        kind === "retained_earnings"
          ? { account, what: "earlier_results", section: "equity", group: null, amount: balance }
          : { account, what: "account", section: sectionOf(account), group: titled.get(group ?? "") ?? null, amount: balance },
    );
  const counted = sumDecimals(trialBalance.rows.filter(({ account }) => isEarned(account)).map(({ balance }) => balance));
  const earlier = subtractDecimals(counted, sumDecimals(earned.map(({ amount }) => amount)));
  const moved: OwnRow = { account: null, what: "earlier_results", section: "equity", group: null, amount: earlier };
  return [...balances, ...earned, ...(isZero(earlier) ? [] : [moved])];
}

/** Statements show income as credits; here debits are positive. */
function earnedRow({ account, amounts }: Statement["rows"][number], group: string | null): OwnRow {
  const amount = amounts[0] ?? decimal("0");
  const section = sectionOf(account);
  return { account, what: "account", section, group, amount: section === "revenue" ? negateDecimal(amount) : amount };
}

function withOwnDifference(rows: readonly OwnRow[]): readonly OwnRow[] {
  const difference = negateDecimal(sumDecimals(rows.map(({ amount }) => amount)));
  return isZero(difference)
    ? rows
    : [...rows, { account: null, what: "own_difference", section: "unknown", group: null, amount: difference }];
}

function sectionOf(account: StatementAccount): GroupSection {
  return account === null || account.class === "non_posting" ? "unknown" : account.class;
}

function usedRate(member: GroupMember, section: GroupSection, target: TranslationTarget, missing: Map<string, string>): UsedRate | null {
  const kind: RateKind = section === "equity" ? "historical" : section === "revenue" || section === "expense" ? "average" : "closing";
  const { node } = member;
  const day = rateDay(member, kind, target.to);
  const pair = `${kind} rate from ${node.functionalCurrency} to ${target.currency}`;
  const found = day === null ? null : target.rates(node.functionalCurrency, target.currency, kind, day);
  if (found === null) {
    missing.set(
      kind,
      day === null ? `${pair} (the historical rate date isn't set)` : `${pair} ${kind === "average" ? "through" : "on"} ${dayName(day)}`,
    );
    return null;
  }
  return found;
}

function ratesMissing(member: GroupMember, missing: ReadonlyMap<string, string>, { to }: TranslationTarget): Failure {
  const isUndated = missing.has("historical") && rateDay(member, "historical", to) === null;
  const enter = missing.size === 1 ? "Enter the rate and its source." : "Enter the rates and their sources.";
  return {
    code: "not_found",
    message: `${member.node.name} can't be translated without ${andList([...missing.values()].map((rate) => `the ${rate}`))}.`,
    field: "rate",
    next: isUndated ? "Set the entity's historical rate date, then enter every missing rate and its source." : enter,
  };
}

function converted(amount: DecimalString, rate: Pick<UsedRate, "rate"> | null, { decimals }: TranslationTarget): DecimalString {
  return rate === null ? amount : roundDecimal(multiplyDecimals(amount, rate.rate), decimals);
}

function isSame(currency: string, target: TranslationTarget): boolean {
  return currency === target.currency;
}
