import { create } from "zustand";
import type { FluxRow } from "#shared/contract/reports/flux.ts";

/** Documents that are pinned and not yet kept, by account; what is kept is part of the row's explanation. */
const usePins = create<Readonly<Record<string, readonly string[]>>>(() => ({}));

/** The documents pinned to a row's explanation, kept or about to be. */
export function usePinned({ accountId, explanation }: FluxRow) {
  const kept = explanation?.documentIds ?? [];
  const pinned = usePins((pins) => pins[accountId]) ?? kept;
  return { pinned, setPinned: (next: readonly string[]) => usePins.setState({ [accountId]: next }) };
}
