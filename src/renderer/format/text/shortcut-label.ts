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

/** The keycaps of a key, or of two keys in sequence (`g d`), as printed on a keyboard. */
export function capsOf(keys: string): readonly string[] {
  return keys
    .split(" ")
    .flatMap((stroke) => stroke.split(/\+(?=.)/).map((name) => (name.length === 1 ? name.toUpperCase() : capitalized(name))));
}

/** True for shortcuts of plain characters; people can switch those off. */
export function isSingleCharacter(keys: string): boolean {
  return keys.split(" ").every((stroke) => [...stroke].length === 1 || stroke === "space");
}
