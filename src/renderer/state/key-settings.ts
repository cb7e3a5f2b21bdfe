import { create } from "zustand";

const KEY = "tieout.letters";

/** Whether keys without Ctrl do something on their own; off for those who speak or are easily caught by them. */
export const useKeySettings = create<{ readonly letters: boolean }>(() => ({ letters: window.localStorage.getItem(KEY) !== "off" }));

/** Takes the choice and keeps it. */
export function setLetters(letters: boolean): void {
  window.localStorage.setItem(KEY, letters ? "on" : "off");
  useKeySettings.setState({ letters });
}
