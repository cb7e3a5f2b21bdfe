/** The parts of a document that a key leads to. */
export type PanelPart = "provenance" | "raw" | "history" | "note";

const PANEL_KEYS: Readonly<Record<string, PanelPart>> = { p: "provenance", r: "raw", h: "history", n: "note" };

interface KeyPressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The part that a key means; null for any other, and with a modifier. */
export function partOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPressed): PanelPart | null {
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  return PANEL_KEYS[key.toLowerCase()] ?? null;
}
