import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { FluxQuestion } from "#main/store/flux/flux-figures.ts";
import type { Sha256, WorkedReview } from "#main/store/flux/flux-review.ts";
import type { GateEvidence } from "#shared/contract/close/close.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { CloseGate } from "#shared/model/close/close.ts";

/** One period of one client, with everything a gate needs to find its evidence. */
export interface GateSetting {
  readonly reader: MirrorReader;
  readonly books: SumsSetting;
  readonly yearEnd: FiscalYearEnd;
  readonly period: Pick<Period, "id" | "label" | "start" | "end" | "ownedBy" | "status">;
  /** Every ordinary period, ascending. */
  readonly periods: readonly Pick<Period, "start" | "end">[];
  /** The day on which tasks are late or not. */
  readonly today: CalendarDate;
  readonly sha256: Sha256;
  /** The flux analysis, made once for all gates that need it. */
  readonly review: (comparison: FluxQuestion["comparison"]) => WorkedReview;
}

export type GateOf<Kind extends CloseGate["kind"]> = Extract<CloseGate, { readonly kind: Kind }>;
export type Item = GateEvidence["items"][number];

/** How many items evidence lists; its count covers all of them. */
export const ITEMS_SHOWN = 50;

export function evidence(passed: boolean, summary: string, items: readonly Item[] = []): Omit<GateEvidence, "kind"> {
  return { passed, summary, items: items.slice(0, ITEMS_SHOWN), count: items.length };
}

/** Evidence that passes when nothing is on the list. */
export function noneLeft(items: readonly Item[], none: string, some: (count: number) => string): Omit<GateEvidence, "kind"> {
  return evidence(items.length === 0, items.length === 0 ? none : some(items.length), items);
}

export function item(text: string, subject: Item["subject"] = null, id: string | null = null): Item {
  return { text, subject, id };
}

/** The first moment at which all of the period's days are over, by universal time. */
export function endMs({ end }: Pick<Period, "end">): number {
  return Date.parse(`${addDays(end, 1)}T00:00:00.000Z`);
}
