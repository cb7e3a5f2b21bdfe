import { create } from "zustand";

/** The rows of the flux analysis that a person has chosen, for what is done with several at once. */
export const useFluxMarks = create<{ readonly ids: readonly string[] }>(() => ({ ids: [] }));

export function toggleMark(accountId: string): void {
  useFluxMarks.setState(({ ids }) => ({ ids: ids.includes(accountId) ? ids.filter((id) => id !== accountId) : [...ids, accountId] }));
}

export function chooseRows(ids: readonly string[]): void {
  useFluxMarks.setState({ ids });
}
