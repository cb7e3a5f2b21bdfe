import type { LedgerStream, ReadContext } from "#main/ledgers/adapter.ts";
import type { BudgetView, SyncPlan } from "#shared/contract/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Discovery } from "#shared/model/capabilities.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { LedgerLink, LinkOptions } from "./ledger-link.ts";

interface StreamCost {
  readonly stream: string;
  /** Null where the ledger does not tell; counted as one page. */
  readonly records: number | null;
  readonly pages: number;
  readonly calls: number;
}

// Used where no call of this connection has been timed yet.
const CALL_SECONDS = 0.6;

/** Asks each stream for its size and adds up what a first read costs. The questions are calls too, and are counted. */
export async function estimateFirstRead(
  link: LedgerLink,
  discovery: Discovery,
  options: LinkOptions,
  nowMs: number,
): Promise<Result<SyncPlan, Failure>> {
  const context = planContext(link, discovery, nowMs);
  const costs: StreamCost[] = [];
  let asked = 0;
  for (const stream of link.adapter.streams(context)) {
    if (stream.isFeed) continue;
    const counted = await count(link, stream, context, options);
    if (!counted.ok) return counted;
    if (stream.count !== undefined) asked++;
    costs.push(costOf(stream, counted.value, link.facts.pageSize));
  }
  return ok(plan(costs, asked, link.budget()));
}

function costOf(stream: LedgerStream, records: number | null, pageSize: number): StreamCost {
  const { recordsPerPage, callsPerPage } = stream.cost ?? { recordsPerPage: pageSize, callsPerPage: 1 };
  const pages = Math.max(1, Math.ceil((records ?? 1) / recordsPerPage));
  return { stream: stream.name, records, pages, calls: pages * callsPerPage };
}

function plan(costs: readonly StreamCost[], asked: number, budget: BudgetView | null): SyncPlan {
  const calls = costs.reduce((sum, cost) => sum + cost.calls, 0);
  const perMinute = budget?.minuteLimit ?? null;
  const bySpeed = calls * CALL_SECONDS;
  const byRate = perMinute === null ? 0 : (calls / perMinute) * 60;
  const perDay = budget?.dayLimit ?? null;
  const dayBudgets = perDay === null ? 1 : Math.max(1, Math.ceil((calls + (budget?.dayUsed ?? 0)) / perDay));
  return {
    calls,
    pages: costs.reduce((sum, cost) => sum + cost.pages, 0),
    estimateSeconds: Math.ceil(Math.max(bySpeed, byRate)) + (dayBudgets - 1) * 86_400,
    dayBudgets,
    inputs: {
      streams: costs,
      callsToPlan: asked,
      callsPerMinute: perMinute,
      callsPerDay: perDay,
      dayUsed: budget?.dayUsed ?? 0,
      secondsPerCall: CALL_SECONDS,
    },
  };
}

async function count(
  link: LedgerLink,
  stream: LedgerStream,
  context: ReadContext,
  options: LinkOptions,
): Promise<Result<number | null, Failure>> {
  if (stream.count === undefined) return ok(null);
  const asking = stream.count(context);
  let step = asking.next();
  while (!step.done) {
    const outcome = await link.send(step.value, options);
    if (outcome.kind === "cancelled") return fail({ code: "cancelled", message: "The plan was cancelled." });
    if (outcome.kind !== "answered") return fail(outcome.failure);
    step = asking.next(outcome.response);
  }
  return ok(step.value);
}

/** Counting maps nothing, so the look-ups of a mirror that may not exist yet are empty. */
function planContext(link: LedgerLink, discovery: Discovery, nowMs: number): ReadContext {
  const nothing = () => undefined;
  return {
    ...link.facts,
    discovery,
    fetchedAt: instantFromMs(nowMs),
    accountIdByCode: nothing,
    itemIdByCode: nothing,
    item: nothing,
    account: nothing,
  };
}
