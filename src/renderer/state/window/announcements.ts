import { create } from "zustand";

/** The last sentence for screen readers. */
export const useAnnouncement = create<{ readonly text: string }>(() => ({ text: "" }));

/** Says something politely; a second sentence replaces the first. */
export function announce(text: string): void {
  useAnnouncement.setState({ text });
}
