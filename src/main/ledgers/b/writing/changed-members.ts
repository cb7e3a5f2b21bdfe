import { insideSentence } from "#shared/kernel/readable.ts";
import { type ChangedField, changedField } from "../../changed-in-ledger.ts";
import { changedNumber } from "../../changed-lines.ts";

type Leaves = ReadonlyMap<string, string>;

interface Versions {
  /** Every value by its path, as it was last read. */
  readonly seen: Leaves;
  /** The same as the ledger has it. */
  readonly now: Leaves;
  /** How many lines people saw, and see now. */
  readonly lines: readonly [number, number];
  readonly nameOf: (path: string) => string;
  readonly currency: string | undefined;
  /** True where people see the amounts of the whole record with the other sign, as of a refund. */
  readonly isNegative: boolean;
}

/** A line, within a bundle the inner one. */
const LINE = /^(?:.*\.)?Line\[[^\]]+\]/;
/** What a line's amount comes from changes with it. */
const OF_AMOUNT = /\.(?:Qty|UnitPrice|TaxInclusiveAmt)$/;
/** The ledger counts lines again when one goes. */
const COUNTED = /\.LineNum$/;

/** What moved in a record of the ledger, a line that was added or removed with all its values as one. */
export function changedMembers(versions: Versions): ChangedField[] {
  const { seen, now, lines } = versions;
  const moved = [...new Set([...seen.keys(), ...now.keys()])].filter((path) => seen.get(path) !== now.get(path) && !COUNTED.test(path));
  return moved.flatMap((path): ChangedField[] => {
    const line = LINE.exec(path)?.[0];
    if (line === undefined) return [changedMember(path, versions)];
    const isThere = [seen, now].every((leaves) => leaves.has(path) || [...leaves.keys()].some((key) => key.startsWith(line)));
    if (!isThere) return [lines[0] === lines[1] ? changedField("lines", lines, lines) : changedNumber(...lines)];
    return OF_AMOUNT.test(path) && moved.includes(`${line}.Amount`) ? [] : [changedMember(path, versions)];
  });
}

function changedMember(path: string, { seen, now, nameOf, currency, isNegative }: Versions): ChangedField {
  const isAmount = AMOUNT.test(path);
  const isComparable = !isNegative && BASIS.every((basis) => seen.get(basis) === now.get(basis));
  const hasValues = isAmount && isComparable && ![seen, now].some((leaves) => isTurned(path, leaves));
  const valueIn = (leaves: Leaves) => {
    const amount = leaves.get(path);
    return hasValues && currency !== undefined && amount !== undefined ? { amount, currency } : amount;
  };
  const weight = WEIGHTS[path] ?? (isAmount ? "amount" : undefined);
  return changedField(calledBriefly(path, nameOf(path)), valueIn(now), valueIn(seen), weight);
}

const AMOUNT = /^(?:TotalAmt|Balance|TxnTaxDetail\.TotalTax)$|(?:^|\.)Line\[[^\]]+\]\.Amount$/;
/** The currency of a record, and whether it is a refund. Where one moved, amounts are only named: before and after don't compare. */
const BASIS = ["CurrencyRef.value", "Credit"];
const WEIGHTS: Readonly<Record<string, ChangedField["weight"]>> = { TotalAmt: "total", Balance: "ofTotal", HomeTotalAmt: "ofTotal" };

/** Discounts and the credits of a journal are positive in the ledger and negative where people see them: their amounts are only named. */
function isTurned(path: string, leaves: Leaves): boolean {
  const ofLine = (member: string) => leaves.get(path.replace(/Amount$/, member));
  return ofLine("DetailType") === "DiscountLineDetail" || ofLine("JournalEntryLineDetail.PostingType") === "Credit";
}

/** "Line 2, amount" is the amount of line 2. A record is the same by its ID as by its name, and all of a tax is the tax. */
function calledBriefly(path: string, name: string): string {
  if (path.startsWith("TxnTaxDetail.")) return "tax";
  const [field = "", ...part] = name.split(", ");
  const place = insideSentence(field);
  return [...part, place].map((words) => words.replace(/ ID$/, "")).join(" of ");
}
