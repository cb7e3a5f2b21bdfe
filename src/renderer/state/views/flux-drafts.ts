import { create } from "zustand";

/** Explanations that were begun and not saved, by row; going to another row or screen loses none of them. */
const useDrafts = create<Readonly<Record<string, string>>>(() => ({}));

/** The text of a row as it is now: what was begun, else what is saved. */
export function useDraft(key: string, saved: string) {
  const text = useDrafts((drafts) => drafts[key]) ?? saved;
  return { text, setText: (next: string) => useDrafts.setState({ [key]: next }) };
}

/** The row's text was saved, so that what is saved counts from now on. */
export function forgetDraft(key: string): void {
  const { [key]: _saved, ...others } = useDrafts.getState();
  useDrafts.setState(others, true);
}
