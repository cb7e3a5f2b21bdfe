import { create } from "zustand";

/** Answers whether the current user entered their PIN; null while nothing waits for it. */
export const useOwnPin = create<{ readonly answer: ((entered: boolean) => void) | null }>(() => ({ answer: null }));

let asked: Promise<boolean> | null = null;

/** Asks the current user for their PIN; once for all that wait for it at the same time. */
export function askForOwnPin(): Promise<boolean> {
  asked ??= new Promise<boolean>((answer) => useOwnPin.setState({ answer })).finally(() => {
    asked = null;
    useOwnPin.setState({ answer: null });
  });
  return asked;
}
