/**
 * Indents JSON text for reading without parsing it: every numeral and string stays as it was sent,
 * only the white space between tokens changes. Text that is not JSON comes back as it is.
 */
export function indentJson(text: string): string {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return text;
  let out = "";
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const char = text[at] as string;
    if (char === '"') {
      const end = stringEnd(text, at);
      out += text.slice(at, end);
      at = end;
      continue;
    }
    at++;
    if (char === " " || char === "\n" || char === "\r" || char === "\t") continue;
    if (char === "{" || char === "[") {
      const close = /^\s*[}\]]/.exec(text.slice(at, at + 40));
      if (close !== null) {
        out += char + close[0].trim();
        at += close[0].length;
      } else out += char + newLine(++depth);
    } else if (char === "}" || char === "]") out += newLine(--depth) + char;
    else if (char === ",") out += char + newLine(depth);
    else if (char === ":") out += ": ";
    else out += char;
  }
  return out;
}

function newLine(depth: number): string {
  return `\n${"  ".repeat(Math.max(0, depth))}`;
}

function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
