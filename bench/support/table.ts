import { type Figure, type Goal, isMet, type Line, ratioOf, type Spread } from "./figure.ts";

const HEAD = ["goal", "what / baseline", "ours", "baseline", "unit", "ratio", "asked", "met"] as const;

/** All lines as one table with aligned columns. */
export function tableOf(lines: readonly Line[]): string {
  const rows = [HEAD, ...lines.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const text = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return `${[text(HEAD), rule, ...rows.slice(1).map(text)].join("\n")}\n`;
}

/** What of that was asked is met, in words. */
export function verdictOf(lines: readonly Line[]): string {
  const asked = lines.filter((line): line is Figure => !("reason" in line) && isMet(line) !== null);
  const missed = asked.filter((line) => isMet(line) === false);
  const met = `${asked.length - missed.length} of ${asked.length} goals are met.`;
  return missed.length === 0 ? `${met}\n` : `${met} Not met:\n${missed.map(({ id, what }) => `  ${id} ${what}`).join("\n")}\n`;
}

function cells(line: Line): readonly string[] {
  if ("reason" in line) return [line.id, line.what, `not run here: ${line.reason}`, "", "", "", "", ""];
  const met = isMet(line);
  return [
    line.id,
    line.what,
    spreadText(line.ours),
    spreadText(line.baseline),
    line.unit,
    ratioText(line),
    line.goals.map(goalText).join(", "),
    met === null ? "" : met ? "yes" : "NO",
  ];
}

function spreadText({ median, min, max, runs }: Spread): string {
  return runs === 1 ? number(median) : `${number(median)} (${number(min)}–${number(max)})`;
}

function ratioText(line: Figure): string {
  const ratio = ratioOf(line);
  return Number.isFinite(ratio) ? `${number(ratio)}×` : "–";
}

function goalText({ of, sense, value }: Goal): string {
  return `${sense} ${number(value)}${of === "ratio" ? "×" : ""}`;
}

function number(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
