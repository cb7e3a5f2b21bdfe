import { absoluteDecimal } from "#shared/kernel/decimal.ts";
import { amountName, counted, dayName } from "#shared/kernel/readable.ts";
import type { DifferenceAnswer, DifferenceCause } from "#shared/model/reports/tie-out-causes.ts";

type Part = DifferenceAnswer["parts"][number];
type Found = Pick<DifferenceAnswer, "parts" | "explained" | "difference"> & {
  readonly end: string;
  /** What the figure is known to lack, a sentence each. */
  readonly lacks: readonly string[];
  /** Open transactions were compared with the control accounts, and not an account with the ledger's figure for it. */
  readonly ofControl?: boolean;
};

const were = (count: number) => (count === 1 ? "was" : "were");
const transactions = (count: number) => counted(count, "transaction");

/** What several facts have in common. */
const FACTS: Partial<Readonly<Record<DifferenceCause, (count: number, ofControl: boolean) => string>>> = {
  edited: (count) => `${transactions(count)} ${were(count)} edited after Tieout's or the ledger's figure was taken`,
  added_late: (count) => `${transactions(count)} ${were(count)} entered after Tieout's or the ledger's figure was taken`,
  deleted: (count) => `${transactions(count)} ${were(count)} deleted after Tieout's or the ledger's figure was taken`,
  revaluation: (count, ofControl) =>
    `${counted(count, "currency revaluation")} ${count === 1 ? "is" : "are"} in ${ofControl ? "the control accounts but not in any open transaction" : "Tieout's figure but not in the ledger's"}`,
  unapplied: (count) => `${counted(count, "receipt or payment", "receipts or payments")} ${count === 1 ? "isn't" : "aren't"} fully applied`,
};

/** What one coincidence would mean. */
const SLIPS: Partial<Readonly<Record<DifferenceCause, (name: string, part: Part, end: string) => string>>> = {
  exchange_difference: (name) =>
    `${name} has the same difference with the opposite sign, so the ledger may have revalued this account without showing the entry`,
  other_account: (name) =>
    `${name} has the same difference with the opposite sign, so something posted to one of the two may belong to the other`,
  duplicate: (name) => `${name} has the same amount and the same number or date as another transaction, so it may have been entered twice`,
  sign: (name) => `${name} is for half the difference, so Tieout or the ledger may have it with the opposite sign`,
  transposed: (name) => `The amount of ${name} may have two digits swapped`,
  next_period: (name, { date }, end) =>
    `${name} is dated ${day(date)}, just after ${dayName(end)}, so the ledger may count it in this period`,
  last_days: (name, { date }) => `${name} is dated ${day(date)}, so the ledger may count it in the next period`,
  one_side: (name) => `${name} is for exactly the difference, so the ledger's figure may not include it`,
};

/** The answer to why it doesn't tie, in one sentence, with the sum it explains. */
export function answerSentence({ parts, explained, difference, end, lacks, ofControl = false }: Found): string {
  const whole = amountName(absoluteDecimal(difference));
  const sum = `${amountName(absoluteDecimal(explained))} of ${whole}`;
  const [first] = parts;
  if (first === undefined)
    return lacks.length > 0
      ? `${lacks.join(" ")} That may explain the difference of ${whole}. No transaction that affects this figure explains it.`
      : `No transaction that affects this figure explains the difference of ${whole}.`;
  const slip = SLIPS[first.cause];
  if (slip !== undefined) return `${slip(first.number ?? first.id, first, end)}: that would explain ${sum}.`;
  const causes = [...new Set(parts.map(({ cause }) => cause))];
  const said = causes.map((cause) => FACTS[cause]?.(parts.filter((part) => part.cause === cause).length, ofControl) ?? "");
  // Whether the ledger counts what isn't applied is for a person to see.
  if (first.cause === "unapplied") return `${said.join(", and ")}: that would explain ${sum}.`;
  return `${said.join(", and ")}; ${parts.length === 1 ? "it explains" : "together they explain"} ${sum}.`;
}

function day(date: string | null): string {
  return date === null ? "near the end of the period" : dayName(date);
}
