import type { LedgerStream, ReadContext } from "#main/ledgers/adapter.ts";
import type { SyncPlan } from "#shared/contract/sync/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { callsAtOnce, callsOf } from "./calls-left.ts";
import type { LedgerLink, LinkOptions } from "./ledger-link.ts";
import { ENOUGH_SAMPLES } from "./outlook.ts";
import { streamsAtOnce } from "./plan.ts";
import { finishMs } from "./time-to-finish.ts";

interface StreamCost {
  readonly stream: string;
  readonly label: string;
  /** Null where the ledger does not tell; counted as one page. */
  readonly records: number | null;
  readonly pages: number;
  readonly calls: number;
}

/** Used where too few calls of this connection have been timed yet. */
const CALL_MS = 600;

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
  const streams = link.adapter.streams(context).filter(({ isFeed }) => isFeed !== true);
  for (const stream of streams) {
    const counted = await count(link, stream, context, options);
    if (!counted.ok) return counted;
    if (stream.count !== undefined) asked++;
    costs.push(costOf(stream, counted.value, link.facts.pageSize));
  }
  return ok(plan(costs, streams, asked, link, nowMs));
}

function costOf(stream: LedgerStream, records: number | null, pageSize: number): StreamCost {
  return { stream: stream.name, label: t(stream.label), records, ...callsOf(records, stream.cost, pageSize) };
}

function plan(costs: readonly StreamCost[], streams: readonly LedgerStream[], asked: number, link: LedgerLink, nowMs: number): SyncPlan {
  const calls = costs.reduce((sum, cost) => sum + cost.calls, 0);
  const budget = link.budget();
  const facts = link.pace();
  const { count: samples, medianMs } = facts.latency;
  const callMs = samples < ENOUGH_SAMPLES || medianMs === null ? CALL_MS : medianMs;
  const sideBySide = Math.min(streamsAtOnce(facts.concurrency), costs.length);
  const endsMs = finishMs(
    { calls, callsAtOnce: callsAtOnce(streams, sideBySide), ownMs: 0, goesFirst: false, notBeforeMs: null, nowMs },
    facts,
    callMs,
  );
  const perDay = budget?.dayLimit ?? null;
  return {
    calls,
    pages: costs.reduce((sum, cost) => sum + cost.pages, 0),
    estimateSeconds: Math.ceil((endsMs - nowMs) / 1000),
    dayBudgets: perDay === null ? 1 : Math.max(1, Math.ceil((calls + (budget?.dayUsed ?? 0)) / perDay)),
    inputs: {
      streams: costs,
      callsToPlan: asked,
      callsPerMinute: budget?.minuteLimit ?? null,
      callsPerDay: perDay,
      dayUsed: budget?.dayUsed ?? 0,
      secondsPerCall: Math.ceil(callMs) / 1000,
      callsTimed: samples,
      streamsAtOnce: sideBySide,
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
    if (outcome.kind === "cancelled") return fail({ code: "cancelled", message: t("The estimate was canceled.") });
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
    moneyAccountOf: nothing,
  };
}
