import { create } from "zustand";

interface Chosen {
  /** Of this client alone: leaving it ends the selection. */
  readonly clientId: string | null;
  readonly ids: readonly string[];
}

const NOBODY: readonly string[] = [];

const useChosen = create<Chosen>(() => ({ clientId: null, ids: NOBODY }));

/** The contacts of a client that a person has marked, in the order of marking. */
export function useChosenContacts(clientId: string): readonly string[] {
  return useChosen((state) => (state.clientId === clientId ? state.ids : NOBODY));
}

export function toggleContact(clientId: string, id: string): void {
  const { clientId: before, ids } = useChosen.getState();
  const own = before === clientId ? ids : NOBODY;
  chooseContacts(clientId, own.includes(id) ? own.filter((other) => other !== id) : [...own, id]);
}

export function chooseContacts(clientId: string, ids: readonly string[]): void {
  useChosen.setState({ clientId, ids });
}
