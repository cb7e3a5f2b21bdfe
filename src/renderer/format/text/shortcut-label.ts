/** What a keyboard event tells of the key that was pressed. */
export interface KeyPressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const MODIFIERS = ["Control", "Meta", "Alt", "Shift", "AltGraph", "CapsLock", "Dead", "Process", "Unidentified"];

/**
 * A key press by its name: `k`, `?`, `f5`, `ctrl+k`, `ctrl+shift+e`. Cmd is Ctrl. Shift is named only where it does not show in the
 * character itself. Null for a modifier alone.
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

/** The caps of a key or of two keys one after the other (`g d`), as a keyboard shows them. */
export function capsOf(keys: string): readonly string[] {
  return keys
    .split(" ")
    .flatMap((stroke) => stroke.split(/\+(?=.)/).map((name) => (name.length === 1 ? name.toUpperCase() : capital(name))));
}

/** Whether a key types something by itself: those can be switched off. */
export function isSingleCharacter(keys: string): boolean {
  return keys.split(" ").every((stroke) => [...stroke].length === 1 || stroke === "space");
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
