import { z } from "zod";
import { create } from "zustand";
import { isSingleCharacter, keysText } from "../../format/text/shortcut-label.ts";
import { t } from "../../language/t.ts";
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

interface TakenKeys {
  readonly action: KeyAction;
  /** What the action has: the same keys, a pair that the wanted ones begin, or the beginning of the wanted pair. */
  readonly keys: string;
}

/** The other action that has these keys, or keys that they would hide; null when they are free. */
export function takenBy(wanted: string, actionId: string, chosen: KeySettings["chosen"]): TakenKeys | null {
  const clash = (other: string) => other === wanted || other.startsWith(`${wanted} `) || wanted.startsWith(`${other} `);
  for (const action of KEY_ACTIONS) {
    const keys = action.id === actionId ? undefined : keysOf(action, chosen).find(clash);
    if (keys !== undefined) return { action, keys };
  }
  return null;
}

/** Why keys can't be chosen. A key that only begins a pair, or a pair that begins with a used key, isn't used itself. */
export function takenWords(keys: string, taken: TakenKeys): string {
  const words = { keys: keysText(keys), used: keysText(taken.keys), other: taken.action.words };
  return taken.keys === keys
    ? t("{keys} is already used for “{other}.” Choose other keys, or change that shortcut first.", words)
    : t("{keys} can't be used because {used} is already used for “{other}.” Choose other keys, or change that shortcut first.", words);
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
