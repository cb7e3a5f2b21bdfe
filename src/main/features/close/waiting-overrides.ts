import type { ApiContext } from "#main/api/context.ts";
import { clientStep } from "#main/operations/client-work.ts";
import { gateOverrides } from "#main/store/close/gates/gate-overrides.ts";
import { ok } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import { withClose } from "./close-question.ts";

interface OfPeriod {
  readonly clientId: string;
  readonly period: string;
  readonly template: CloseTemplate;
}

/** More than an exchange with the firm's server takes while it can be reached. */
const ACCEPT_MS = 10_000;

const waitingStep = clientStep("close.waitingStep", "reader", (work, { period, template }: OfPeriod) =>
  withClose(work, period, template, (question) =>
    ok({ isWaiting: gateOverrides(work.mirror.db, question.period.id).some(({ waiting }) => waiting) }),
  ),
);
export const overrideSteps = [waitingStep] as const;

/**
 * Sends the overrides of a period that the firm's server doesn't have yet, and waits for its answer. Without this, somebody who
 * overrides open work and signs off in one act would be refused, because their own override doesn't count so soon.
 */
export async function sendOverrides({ colleagues, clock, perform }: ApiContext, ofPeriod: OfPeriod): Promise<void> {
  if (colleagues === null) return;
  const found = await perform(waitingStep, ofPeriod);
  if (!found.ok || !found.value.isWaiting) return;
  const answered = new AbortController();
  // What couldn't be sent in time still waits, and the sign-off says so.
  try {
    await Promise.race([colleagues.exchange(ofPeriod.clientId), clock.sleep(ACCEPT_MS, answered.signal)]);
  } finally {
    answered.abort();
  }
}
