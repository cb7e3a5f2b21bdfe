import { z } from "zod";
import { create } from "zustand";
import { isSingleCharacter } from "../../format/text/shortcut-label.ts";
import { KEY_ACTIONS, type KeyAction } from "./shortcut-actions.ts";

const LETTERS_KEY = "tieout.letters";
const CHOSEN_KEY = "tieout.keys";
const chosenKeys = z.record(z.string(), z.string());

interface KeySettings {
  /** Whether keys without Ctrl do something on their own; off for those who speak or are easily caught by them. */
  readonly letters: boolean;
  /** Keys that a person chose in place of the usual ones, by action. */
  readonly chosen: Readonly<Record<string, string>>;
}

export const useKeySettings = create<KeySettings>(() => ({
  letters: window.localStorage.getItem(LETTERS_KEY) !== "off",
  chosen: storedKeys(),
}));

/** Takes the choice and keeps it. */
export function setLetters(letters: boolean): void {
  window.localStorage.setItem(LETTERS_KEY, letters ? "on" : "off");
  useKeySettings.setState({ letters });
}

/** Sets the keys of an action; null restores the default. */
export function chooseKeys(actionId: string, keys: string | null): void {
  const { [actionId]: _before, ...others } = useKeySettings.getState().chosen;
  const chosen = keys === null ? others : { ...others, [actionId]: keys };
  window.localStorage.setItem(CHOSEN_KEY, JSON.stringify(chosen));
  useKeySettings.setState({ chosen });
}

/** Gives every action its usual keys back. */
export function forgetKeys(): void {
  window.localStorage.removeItem(CHOSEN_KEY);
  useKeySettings.setState({ chosen: {} });
}

/** The keys of an action as they are now. */
export function keysOf(action: KeyAction, chosen: KeySettings["chosen"]): readonly string[] {
  const own = chosen[action.id];
  return own === undefined ? action.keys : [own];
}

/** The keys that bring an action about right now; none while a person has single letters off. */
export function useActionKeys(actionId: string): readonly string[] {
  const { letters, chosen } = useKeySettings();
  const action = KEY_ACTIONS.find(({ id }) => id === actionId);
  return action === undefined ? [] : keysOf(action, chosen).filter((keys) => letters || !isSingleCharacter(keys));
}

/** The action that these keys mean, as a person has set them; null for none, and for single letters where they are off. */
export function actionOf(keys: string): KeyAction | null {
  const { letters, chosen } = useKeySettings.getState();
  if (!letters && isSingleCharacter(keys)) return null;
  return KEY_ACTIONS.find((action) => keysOf(action, chosen).includes(keys)) ?? null;
}

/** Whether a key begins two keys that mean something together. */
export function beginsKeys(stroke: string): boolean {
  const { letters, chosen } = useKeySettings.getState();
  return letters && KEY_ACTIONS.some((action) => keysOf(action, chosen).some((keys) => keys.startsWith(`${stroke} `)));
}

/** The other action that has these keys, or keys that they would hide; null when they are free. */
export function takenBy(keys: string, actionId: string, chosen: KeySettings["chosen"]): KeyAction | null {
  const clash = (other: string) => other === keys || other.startsWith(`${keys} `) || keys.startsWith(`${other} `);
  return KEY_ACTIONS.find((action) => action.id !== actionId && keysOf(action, chosen).some(clash)) ?? null;
}

function storedKeys(): KeySettings["chosen"] {
  try {
    const stored = chosenKeys.safeParse(JSON.parse(window.localStorage.getItem(CHOSEN_KEY) ?? "{}"));
    return stored.success ? stored.data : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
