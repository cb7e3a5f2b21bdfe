import { create } from "zustand";

/** When the books were synced by the bar at the top, so that the figures below don't say the same again; null where it says nothing. */
const useAge = create<{ readonly asOf: string | null }>(() => ({ asOf: null }));

/** Keeps what the bar says. The answer takes it back. */
export function tellBarAge(asOf: string | null): () => void {
  useAge.setState({ asOf });
  return () => useAge.setState({ asOf: null });
}

export function useBarAge(): string | null {
  return useAge((bar) => bar.asOf);
}
