import { t } from "../../language/t.ts";
import { capitalized } from "./capitalized.ts";

/** The facts about a key press from a keyboard event. */
export interface KeyPressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const MODIFIERS = ["Control", "Meta", "Alt", "Shift", "AltGraph", "CapsLock", "Dead", "Process", "Unidentified"];

/**
 * The name of a key press: `k`, `?`, `f5`, `ctrl+k`, `ctrl+shift+e`. Cmd counts as Ctrl. Shift is included only
 * where the character doesn't already show it. Null for a modifier alone.
 */
export function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPressed): string | null {
  if (MODIFIERS.includes(key) || key === "") return null;
  const isCharacter = [...key].length === 1;
  const isLetter = /^\p{Letter}$/u.test(key);
  const command = ctrlKey || metaKey;
  return [
    ...(command ? ["ctrl"] : []),
    ...(altKey ? ["alt"] : []),
    ...(shiftKey && (!isCharacter || (isLetter && command)) ? ["shift"] : []),
    key === " " ? "space" : key.toLowerCase(),
  ].join("+");
}

/** The keycaps of each key press, as printed on a keyboard: `g d` is [G] and then [D], `ctrl+k` is [Ctrl, K]. */
export function strokesOf(keys: string): readonly (readonly string[])[] {
  return keys
    .split(" ")
    .map((stroke) => stroke.split(/\+(?=.)/).map((name) => (name.length === 1 ? name.toUpperCase() : capitalized(name))));
}

/** Keys in a sentence: `Ctrl+K`, and `G then D` for two that are pressed one after the other. */
export function keysText(keys: string): string {
  const [first = "", second] = strokesOf(keys).map((caps) => caps.join("+"));
  return second === undefined ? first : t("{first} then {second}", { first, second });
}

/** True for shortcuts of plain characters; people can switch those off. */
export function isSingleCharacter(keys: string): boolean {
  return keys.split(" ").every((stroke) => [...stroke].length === 1 || stroke === "space");
}
