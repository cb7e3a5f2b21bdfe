import type { AgingReport } from "#main/services/aging.ts";
import type { BooksNeeded } from "#main/services/group-books.ts";
import type { OpInput } from "#main/workers/protocol.ts";
import type { MethodOutput } from "#shared/contract/index.ts";
import { type CalendarDate, monthEnd, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { ConsolidatedStatementKind, Consolidation, GroupReport } from "#shared/model/consolidation.ts";
import type { EntityTree } from "#shared/model/entity-tree.ts";
import type { Failure } from "#shared/model/failure.ts";
import { clientSource } from "./client-source.ts";
import type { ApiContext } from "./context.ts";
import { findGroup } from "./groups.ts";
import { reportAging, reportStatement, reportTrialBalance } from "./reports.ts";
import { fiscalYearEnd } from "./review-facts.ts";

export interface GroupQuestion {
  readonly treeId: string;
  /** A month `YYYY-MM`, or the id of a period of one of the members. */
  readonly period: string;
  readonly statement: ConsolidatedStatementKind;
}

type Side = "receivable" | "payable";
type MemberBooks = OpInput<"firm.consolidate">["books"][number][1];

/**
 * A consolidated statement (rule 24): the books of every member at the end of the period are asked of its
 * mirror, then translated, eliminated and added up.
 */
export async function groupReport(context: ApiContext, question: GroupQuestion): Promise<Result<GroupReport, Failure>> {
  const found = await findGroup(context, question.treeId);
  if (!found.ok) return found;
  const { tree, version } = found.value;
  const to = await lastDay(context, tree, question.period);
  if (!to.ok) return to;
  const plan = await context.pool.must("firm.planGroup", { tree, to: to.value });
  const books: [string, MemberBooks][] = [];
  for (const needed of plan.books) {
    const own = await memberBooks(context, needed, to.value);
    if (!own.ok) return fail({ ...own.failure, message: `${needed.name}: ${own.failure.message}` });
    books.push([needed.nodeId, own.value]);
  }
  const added = await context.pool.must("firm.consolidate", { tree, version, from: plan.from, to: to.value, books });
  return added.ok ? ok(oneStatement(added.value, question.statement)) : added;
}

/** The rates that a period of a group needs, each with the one that was entered for it. */
export async function groupRates(
  context: ApiContext,
  treeId: string,
  period: string,
): Promise<Result<MethodOutput<"groups.rates">, Failure>> {
  const found = await findGroup(context, treeId);
  if (!found.ok) return found;
  const to = await lastDay(context, found.value.tree, period);
  if (!to.ok) return to;
  const { rates: needed } = await context.pool.must("firm.planGroup", { tree: found.value.tree, to: to.value });
  const rates = await context.pool.must("firm.rates", {});
  const enteredFor = ({ from, to: into, kind, day }: (typeof needed)[number]) =>
    rates.find((rate) => rate.from === from && rate.to === into && rate.kind === kind && rate.day === day) ?? null;
  return ok({ to: to.value, needed: needed.map((one) => ({ ...one, entered: enteredFor(one) })) });
}

function oneStatement(whole: Consolidation, statement: ConsolidatedStatementKind): GroupReport {
  const { trialBalance, profitAndLoss, balanceSheet, ...facts } = whole;
  const rows = { "trial-balance": trialBalance, "profit-and-loss": profitAndLoss, "balance-sheet": balanceSheet }[statement];
  return { ...facts, statement, rows };
}

async function memberBooks(context: ApiContext, needed: BooksNeeded, to: CalendarDate): Promise<Result<MemberBooks, Failure>> {
  const { clientId, entityId, from } = needed;
  const question = { from, to, basis: "accrual" as const, ...(entityId === undefined ? {} : { entityId }) };
  const trialBalance = await reportTrialBalance(context, clientId, question);
  if (!trialBalance.ok) return trialBalance;
  const profitAndLoss = await reportStatement(context, clientId, { ...question, kind: "profit_and_loss", compare: [] });
  if (!profitAndLoss.ok) return profitAndLoss;
  const parties = await partyBalances(context, needed, to);
  if (!parties.ok) return parties;
  return ok({ trialBalance: trialBalance.value, profitAndLoss: profitAndLoss.value, parties: parties.value });
}

type PartyBalances = NonNullable<MemberBooks["parties"]>;

/** What stands open with each party that a pair names, at the member alone; null where some of it has no base amount or no known entity. */
async function partyBalances(
  context: ApiContext,
  { clientId, entityId, parties }: BooksNeeded,
  asOfDate: CalendarDate,
): Promise<Result<PartyBalances, Failure>> {
  const balances: PartyBalances[number][] = [];
  for (const side of ["receivable", "payable"] as const) {
    const named = parties.filter((party) => party.side === side);
    if (named.length === 0) continue;
    const aging = await reportAging(context, clientId, { side, asOfDate, entityId });
    if (!aging.ok) return aging;
    for (const { partyId } of named) balances.push({ side, partyId, balance: openWith(aging.value, side, partyId) });
  }
  return ok(balances);
}

function openWith({ rows, unappliedCash, gaps }: AgingReport, side: Side, partyId: string): DecimalString | null {
  // Something is open with some entity, and the ledger does not say with which.
  if (gaps.some(({ reason }) => reason === "entity_unknown")) return null;
  const charges = rows.filter(({ party }) => party?.id === partyId).map(({ base }) => base);
  const credits = unappliedCash
    .filter(({ party }) => party?.id === partyId)
    .map(({ base }) => (base === null ? null : negateDecimal(base)));
  const amounts: DecimalString[] = [decimal("0")];
  for (const amount of [...charges, ...credits]) {
    if (amount === null) return null;
    amounts.push(amount);
  }
  const open = sumDecimals(amounts);
  return side === "receivable" ? open : negateDecimal(open);
}

/** The last day of a month, or of a period of a member's ledger. */
async function lastDay(context: ApiContext, tree: EntityTree, period: string): Promise<Result<CalendarDate, Failure>> {
  const first = readCalendarDate(`${period.replace(/^month:/, "")}-01`);
  if (first !== null) return ok(monthEnd(first));
  const ends = new Set<CalendarDate>();
  for (const clientId of new Set(tree.nodes.map((node) => node.clientId))) {
    const source = clientId === undefined ? null : await clientSource(context, clientId);
    if (source === null) continue;
    const yearEnd = await fiscalYearEnd(context, source.clientId);
    const periods = await context.pool.must("periods.list", { ...source, fiscalYearEnd: yearEnd });
    for (const { id, end } of periods) if (id === period) ends.add(end);
  }
  const [end, another] = [...ends];
  if (end !== undefined && another === undefined) return ok(end);
  return fail({
    code: "invalid_input",
    message: another === undefined ? `There is no period ${period} among the members.` : `Members have different periods ${period}.`,
    field: "period",
    next: "Name a month, YYYY-MM.",
  });
}
