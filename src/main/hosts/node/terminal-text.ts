// Control characters move the cursor, colour text or answer for the person; marks turn, hide or imitate text.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const LINE_END = /\r?\n/;

/**
 * Text from outside as one line for a terminal: a character that would do something shows as its code
 * point, `[U+001B]`, and an end of line as `↵`, so that a name can't look like a line of ours.
 */
export function terminalText(text: string): string {
  return text
    .replaceAll(/\r?\n/g, "↵")
    .replaceAll("\t", " ")
    .replaceAll(UNSAFE, (mark) => `[U+${codePoint(mark)}]`);
}

/** A text of several lines, such as a ledger's answer or a stack, each of them safe and indented. */
export function terminalLines(text: string, indent = "  "): string[] {
  return text.split(LINE_END).map((line) => `${indent}${terminalText(line)}`);
}

/** JSON whose strings do nothing to a terminal. The same value is read from it. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSAFE, (mark) =>
    mark
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** At most so many characters, without half a character at the end. */
export function cutTo(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1).toWellFormed()}…` : text;
}

function codePoint(mark: string): string {
  return (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
