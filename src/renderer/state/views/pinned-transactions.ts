import { create } from "zustand";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";

interface Pins {
  readonly ids: readonly string[];
  /** What was kept when they were pinned. */
  readonly over: readonly string[];
}

/** Documents that are pinned and not yet kept, by row; what is kept is part of the row's explanation. */
const usePins = create<Readonly<Record<string, Pins>>>(() => ({}));

/** A row of one client, period and comparison: accounts of two clients may have the same id. */
export function rowKey({ clientId, period, comparison }: FluxReview, { accountId }: FluxRow): string {
  return `${clientId} ${period.id} ${comparison} ${accountId}`;
}

/** The documents pinned to a row's explanation, kept or about to be. What is kept since then, here or by a colleague, counts. */
export function usePinned(review: FluxReview, row: FluxRow) {
  const key = rowKey(review, row);
  const kept = row.explanation?.documentIds ?? [];
  const pins = usePins((all) => all[key]);
  const pinned = pins !== undefined && pins.over.join() === kept.join() ? pins.ids : kept;
  return { pinned, setPinned: (ids: readonly string[]) => usePins.setState({ [key]: { ids, over: kept } }) };
}
