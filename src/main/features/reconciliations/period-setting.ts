import { z } from "zod";
import { findPeriod } from "#main/features/periods/find-period.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import type { PeriodReconciliations } from "#main/store/close/reconciliation-standing.ts";
import type { ReconciliationSetting } from "#main/store/close/reconciliations.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { localDay } from "#shared/kernel/instant.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A period of a client, and an account in it. */
export const ofPeriod = z.object({ clientId, period: shortId.describe("Period (ID, label or month, such as 2026-10)") });
export const ofAccount = ofPeriod.extend({ accountId: shortId.describe("Account (ID or code)") });

export const actOf = ({ person, nowMs }: ClientWork) => ({ person, nowMs });

/** How far the reconciliations of a period are; accounts that needn't be reconciled aren't counted. */
export function progressLine({ required, automatic, prepared, reviewed, stale }: Omit<PeriodReconciliations, "accounts">): string {
  return `Accounts that must be reconciled: ${required}. Automatic: ${automatic}. Prepared: ${prepared}. Reviewed: ${reviewed}. To sign off again: ${stale}.`;
}

/** Finds the period that was named and does something with its reconciliations. */
export function withPeriod<T>(
  { mirror, books, yearEnd, nowMs }: ClientWork,
  named: string,
  act: (setting: ReconciliationSetting) => Result<T, Failure>,
): Result<T, Failure> {
  const found = findPeriod({ mirror, yearEnd }, named);
  if (!found.ok) return found;
  const { id, label, start, end, ownedBy, status } = found.value;
  return act({ reader: mirror, books, yearEnd, today: localDay(nowMs), period: { id, label, start, end, ownedBy, status } });
}
