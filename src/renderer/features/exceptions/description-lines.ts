import { t } from "../../language/t.ts";

/** The sentences of a lock moved back that are lists. What comes after the first is an advice or the end of the text. */
const OPEN = /(?:This period is|These periods are) open again in the ledger: (.+?)\.(?= (?:At least|Check|The ledger doesn't|Since)\b|$)/u;
const CHANGED = / ?Since the day before Tieout noticed this, these transactions dated in the unlocked days have changed: (.+)\.$/u;

/**
 * What an exception means, as short lines: its lists with a label each, then the rest in one. Only the look: what is stored, copied and
 * saved is the whole text, and a text without a known list is one line.
 */
export function descriptionLines(text: string): readonly string[] {
  const periods = OPEN.exec(text)?.[1];
  const changed = CHANGED.exec(text)?.[1];
  const rest = text.replace(CHANGED, "").replace(OPEN, "").trim();
  return [
    ...(periods === undefined ? [] : [t("Open again in the ledger: {periods}", { periods: listed(periods) })]),
    ...(changed === undefined ? [] : [t("Changed in the unlocked days: {transactions}", { transactions: changed })]),
    ...(rest === "" ? [] : [rest]),
  ];
}

/** Names divided by commas, the last after an "and". What is in parentheses belongs to its name. */
function listed(names: string): string {
  const all = names.split(/, (?![^(]*\))/u);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : t("{names} and {last}", { names: all.join(", "), last });
}
