import { z } from "zod";
import { findPeriod } from "#main/features/periods/find-period.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import type { FluxQuestion } from "#main/store/flux/flux-figures.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { fluxComparison } from "#shared/model/reports/flux.ts";

/** What every question about a flux analysis names. */
export const ofReview = z.object({
  clientId,
  period: shortId.describe("Period (ID, label or month, such as 2026-10)"),
  comparison: fluxComparison.default("prior_month").describe("What the period is compared with"),
  trailing: z.number().int().min(2).max(24).default(6).describe("Number of periods in the trailing average"),
});
export const ofRow = ofReview.extend({ accountId: shortId.describe("Account (ID or code)") });
export const reviewOptions = { comparison: "against" } as const;
export const rowOptions = { ...reviewOptions, accountId: "account" } as const;

export const actOf = ({ person, nowMs }: ClientWork) => ({ person, nowMs });

/** Answers about the period that was named; a failure when the client has none of that name. */
export function withQuestion<T>(
  work: ClientWork,
  { period, comparison, trailing }: z.output<typeof ofReview>,
  answer: (question: FluxQuestion) => Result<T, Failure>,
): Result<T, Failure> {
  const found = findPeriod(work, period);
  if (!found.ok) return found;
  const { id, label, start, end } = found.value;
  return answer({ books: work.books, yearEnd: work.yearEnd, period: { id, label, start, end }, comparison, trailing });
}
