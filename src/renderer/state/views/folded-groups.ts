import { create } from "zustand";
import type { InboxGroup } from "../../format/labels/attention-labels.ts";

/** The groups of the inbox that a person has folded; they stay so while the window is open. */
export const useFoldedGroups = create<{ readonly groups: readonly InboxGroup[] }>(() => ({ groups: [] }));

export function foldGroup(group: InboxGroup): void {
  useFoldedGroups.setState(({ groups }) => ({ groups: [...groups, group] }));
}

export function unfoldGroups(unfolded: readonly InboxGroup[]): void {
  useFoldedGroups.setState(({ groups }) => ({ groups: groups.filter((group) => !unfolded.includes(group)) }));
}
