const DELIMITERS = [",", ";", "\t"] as const;

/**
 * Reads a table out of text: commas, semicolons or tabs between cells, quotes around those that hold one.
 * Lines without a single filled cell are left out.
 */
export function readDelimited(text: string): readonly (readonly string[])[] {
  const clean = text.replace(/^\uFEFF/, "");
  const delimiter = delimiterOf(clean);
  const rows: string[][] = [[""]];
  let quoted = false;
  for (let at = 0; at < clean.length; at++) {
    const char = clean[at] ?? "";
    const row = rows.at(-1) ?? [];
    if (quoted) {
      if (char !== '"') append(row, char);
      else if (clean[at + 1] === '"') {
        append(row, '"');
        at++;
      } else quoted = false;
    } else if (char === '"' && (row.at(-1) ?? "").trim() === "") {
      row[row.length - 1] = "";
      quoted = true;
    } else if (char === delimiter) row.push("");
    else if (char === "\n") rows.push([""]);
    else if (char !== "\r") append(row, char);
  }
  return rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

function append(row: string[], char: string): void {
  row[row.length - 1] = `${row.at(-1) ?? ""}${char}`;
}
