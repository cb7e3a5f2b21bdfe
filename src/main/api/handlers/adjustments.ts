import type { DueQuestion } from "#main/services/adjusting-entries.ts";
import type { ClientSource, OpResult } from "#main/workers/protocol.ts";
import type { AdjustingEntryView } from "#shared/contract/adjustments.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { WriteJob } from "#shared/model/write.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { clientBooks, ordinaryPeriods, periodNamed } from "../period-facts.ts";
import { actOf, closeOutdated, inner } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

type Due = OpResult<"adjustments.due">[number];
interface OfPeriod {
  readonly clientId: string;
  readonly period: string;
  readonly definitionId?: string | undefined;
}

/** Adjusting entries: what is due, as drafts of the write queue, and what became of them. */
export function adjustmentHandlers(context: ApiContext) {
  const { pool, writes } = context;
  return {
    "adjustments.definitions": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("adjustments.definitions", source.value) : source;
    },
    "adjustments.save": async ({ clientId, definitionId, entry }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const id = definitionId ?? context.uuid();
      return inner(await pool.perform("adjustments.save", { ...source.value, ...actOf(context), definitionId: id, entry }));
    },
    "adjustments.remove": async ({ clientId, definitionId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("adjustments.remove", { ...source.value, ...actOf(context), definitionId })) : source;
    },
    "adjustments.list": async (asked) => {
      const due = await dueOf(context, asked);
      return due.ok ? ok(due.value.map(viewOf)) : due;
    },
    "adjustments.draft": (asked) =>
      each(context, asked, ["due", "cancelled", "rejected", "voided"], ({ actionId, operation }) =>
        writes.submit({ clientId: asked.clientId, operations: [operation], actionId, draft: true }),
      ),
    "adjustments.post": (asked) =>
      each(context, asked, ["draft", "blocked", "queued"], ({ jobId }) => writes.go(asked.clientId, jobId ?? "")),
  } satisfies Partial<Handlers>;
}

/** Does something to every entry of a period in one of some states; the first failure ends it. */
async function each(
  context: ApiContext,
  asked: OfPeriod,
  states: readonly AdjustingEntryView["state"][],
  act: (due: Due) => Promise<Result<WriteJob, Failure>>,
): Promise<Result<{ jobIds: string[] }, Failure>> {
  const due = await dueOf(context, asked);
  if (!due.ok) return due;
  const jobIds: string[] = [];
  for (const entry of due.value.filter(({ state }) => states.includes(state))) {
    const job = await act(entry);
    if (!job.ok) return job;
    jobIds.push(job.value.jobId);
  }
  return closeOutdated(context, asked.clientId, ok({ jobIds }));
}

async function dueOf(context: ApiContext, { clientId, period, definitionId }: OfPeriod): Promise<Result<Due[], Failure>> {
  const found = await clientBooks(context, clientId);
  if (!found.ok) return found;
  const { source, books } = found.value;
  const named = await periodNamed(context, found.value, period);
  if (!named.ok) return named;
  const periods = await ordinaryPeriods(context, found.value);
  if (!periods.ok) return periods;
  const { id, label, start, end } = named.value;
  const question: DueQuestion = {
    period: { id, label, start, end },
    periods: periods.value,
    currency: books.baseCurrency,
    definitionId: definitionId ?? null,
  };
  return context.pool.perform("adjustments.due", { ...(source satisfies ClientSource), question });
}

function viewOf({ actionId: _actionId, operation: _operation, ...view }: Due): AdjustingEntryView {
  return view;
}
