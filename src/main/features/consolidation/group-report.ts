import type { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import type { MemberBooks } from "#main/domain/consolidation/consolidation.ts";
import { reportAging } from "#main/features/aging/operations.ts";
import { listedPeriods } from "#main/features/periods/operations.ts";
import { reportStatement, reportTrialBalance } from "#main/features/statements/operations.ts";
import { type BooksNeeded, planGroup } from "#main/store/consolidation/group-books.ts";
import { type CalendarDate, monthEnd, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { EntityTree } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

type AgingReport = z.output<typeof reportAging.output>;
type Side = "receivable" | "payable";

/** What a consolidation at a day is made of, but for the rates. */
export interface GroupBooks {
  readonly from: CalendarDate;
  readonly books: readonly (readonly [nodeId: string, books: MemberBooks])[];
}

/** The books of every member at the end of a period, each asked of its own mirror (rule 24). */
export async function groupBooks(context: ApiContext, tree: EntityTree, to: CalendarDate): Promise<Result<GroupBooks, Failure>> {
  const { from, books: needed } = planGroup(tree, to);
  const books: [string, MemberBooks][] = [];
  for (const member of needed) {
    const own = await memberBooks(context, member, to);
    if (!own.ok) return fail({ ...own.failure, message: `${member.name}: ${own.failure.message}` });
    books.push([member.nodeId, own.value]);
  }
  return ok({ from, books });
}

async function memberBooks(context: ApiContext, needed: BooksNeeded, to: CalendarDate): Promise<Result<MemberBooks, Failure>> {
  const { clientId, entityId, from } = needed;
  const question = { clientId, from, to, basis: "accrual" as const, entityId };
  const trialBalance = await context.ask(reportTrialBalance, question);
  if (!trialBalance.ok) return trialBalance;
  const profitAndLoss = await context.ask(reportStatement, { ...question, kind: "profit_and_loss", compare: [] });
  if (!profitAndLoss.ok) return profitAndLoss;
  const parties = await partyBalances(context, needed, to);
  if (!parties.ok) return parties;
  return ok({ trialBalance: trialBalance.value, profitAndLoss: profitAndLoss.value, parties: parties.value });
}

type PartyBalances = NonNullable<MemberBooks["parties"]>;

/** The open balance with each contact of a pair, in the member's own books; null where some of it has no base amount or no known entity. */
async function partyBalances(
  { ask }: ApiContext,
  { clientId, entityId, parties }: BooksNeeded,
  asOfDate: CalendarDate,
): Promise<Result<PartyBalances, Failure>> {
  const balances: PartyBalances[number][] = [];
  for (const side of ["receivable", "payable"] as const) {
    const named = parties.filter((party) => party.side === side);
    if (named.length === 0) continue;
    const aging = await ask(reportAging, { clientId, side, asOfDate, entityId });
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
export async function lastDay({ ask }: ApiContext, tree: EntityTree, period: string): Promise<Result<CalendarDate, Failure>> {
  const first = readCalendarDate(`${period.replace(/^month:/, "")}-01`);
  if (first !== null) return ok(monthEnd(first));
  const ends = new Set<CalendarDate>();
  for (const clientId of new Set(tree.nodes.flatMap((node) => node.clientId ?? []))) {
    const periods = await ask(listedPeriods, { clientId });
    // A member that isn't connected yet has no periods.
    if (!periods.ok && periods.failure.code !== "not_found") return periods;
    if (periods.ok) for (const { id, label, end } of periods.value) if (id === period || label === period) ends.add(end);
  }
  const [end, another] = [...ends];
  if (end !== undefined && another === undefined) return ok(end);
  return fail({
    code: "invalid_input",
    message:
      another === undefined
        ? `No entity of the group has a period ${period}.`
        : `Period ${period} ends on different days in the entities' ledgers.`,
    field: "period",
    next: "Use a month, such as 2026-10.",
  });
}
