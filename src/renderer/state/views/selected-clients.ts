import { create } from "zustand";

/** The clients that a person has chosen on the dashboard, for what is done with several at once. */
export const useChosenClients = create<{ readonly ids: readonly string[] }>(() => ({ ids: [] }));

export function toggleChosen(clientId: string): void {
  useChosenClients.setState(({ ids }) => ({ ids: ids.includes(clientId) ? ids.filter((id) => id !== clientId) : [...ids, clientId] }));
}

export function chooseClients(ids: readonly string[]): void {
  useChosenClients.setState({ ids });
}
