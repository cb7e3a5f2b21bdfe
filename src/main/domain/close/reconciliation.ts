import { type StateFacts, stateName } from "#shared/contract/close/reconciliation-state.ts";
import { type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  canonicalDecimal,
  compareDecimals,
  type DecimalString,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";

export interface Supported {
  readonly support: DecimalString;
  readonly items: readonly { readonly amount: DecimalString; readonly date: CalendarDate }[];
  /** The closing balance that it was written for. */
  readonly writtenFor: DecimalString;
}

export interface Reconciled {
  readonly difference: DecimalString | null;
  readonly moved: boolean;
  readonly state: "reconciled" | "difference" | "no_support" | "moved" | "not_required";
  readonly ages: readonly number[];
  readonly oldestDays: number | null;
}

/**
 * Compares a balance with its support and reconciling items. A difference within the tolerance counts as none. A
 * balance that changed after it was reconciled is open again, even if it happens to agree.
 */
export function reconcile(
  closing: DecimalString,
  supported: Supported | null,
  { required, tolerance, day }: { readonly required: boolean; readonly tolerance: DecimalString; readonly day: CalendarDate },
): Reconciled {
  if (supported === null) {
    return { difference: null, moved: false, state: required ? "no_support" : "not_required", ages: [], oldestDays: null };
  }
  const explained = sumDecimals([supported.support, ...supported.items.map(({ amount }) => amount)]);
  const difference = subtractDecimals(closing, explained);
  const moved = canonicalDecimal(closing) !== canonicalDecimal(supported.writtenFor);
  const agrees = compareDecimals(absoluteDecimal(difference), tolerance) <= 0;
  const ages = supported.items.map(({ date }) => Math.max(0, daysBetween(date, day)));
  return {
    difference,
    moved,
    state: !agrees ? "difference" : moved ? "moved" : "reconciled",
    ages,
    oldestDays: ages.length === 0 ? null : Math.max(...ages),
  };
}

/** How far a reconciliation is, in words. */
export function reconciliationState(row: StateFacts): string {
  return codeLabel(stateName(row));
}
