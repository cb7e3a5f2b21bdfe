import { isDecimal } from "../../kernel/decimal.ts";
import { amountName, counted, dayName, moneyName } from "../../kernel/readable.ts";
import { type JobItem, type PostedDifference, readableDifference, type SeenRecord, type WriteOperation } from "../ledger/write.ts";
import { writeFieldLabel } from "./write-fields.ts";

interface Posting {
  readonly items: readonly Pick<JobItem, "operation" | "postedDifferently">[];
  /** With these, amounts have their currency. */
  readonly operations?: readonly WriteOperation[] | undefined;
  readonly seen?: readonly SeenRecord[] | undefined;
}

/** More than these would be a list. */
const SAID = 3;
/** Longer text is in the update. */
const SHORT = 40;

/** What a ledger posted otherwise than it was sent: the currency, the total, other amounts, then the rest; null where there is nothing. */
export function differenceWords({ items, operations = [], seen = [] }: Posting): string | null {
  const differences = items.flatMap(({ operation, postedDifferently = [] }) => {
    const currencies = currenciesOf(postedDifferently, currencyOf(operations[operation], seen));
    return postedDifferently.map((difference) => ({ difference, currencies }));
  });
  if (differences.length === 0) return null;
  const said = differences
    .toSorted((a, b) => place(a.difference) - place(b.difference))
    .slice(0, SAID)
    .map(({ difference, currencies }) => wordsOf(difference, currencies));
  const left = differences.length - said.length;
  return `${said.join("; ")}${left === 0 ? "" : `; and ${counted(left, "more field")}`}`;
}

function place({ field }: PostedDifference): number {
  if (field === "currency") return 0;
  if (field === "total.amount" || field === "amount") return 1;
  return isAmount(field) ? 2 : 3;
}

function isAmount(field: string): boolean {
  return /(?:^|\.)amount$/.test(field);
}

/** Of one item: the currency that was meant, and the one that its amounts were posted in. */
interface Currencies {
  readonly intended: string | undefined;
  readonly posted: string | undefined;
}

/** They are one unless the ledger posted another, which it reports as a difference of its own. */
function currenciesOf(differences: readonly PostedDifference[], meant: string | undefined): Currencies {
  const moved = differences.find(({ field }) => field === "currency");
  return moved === undefined ? { intended: meant, posted: meant } : { intended: moved.intended, posted: moved.posted };
}

function currencyOf(operation: WriteOperation | undefined, seen: readonly SeenRecord[]): string | undefined {
  switch (operation?.kind) {
    case "create_document":
      return operation.document.currency;
    case "update_document":
      return operation.changes.currency ?? seen.find(({ id }) => id === operation.id)?.currency;
    case "create_payment":
      return operation.payment.currency;
    case "apply_credit":
      return operation.allocations[0]?.amount.currency;
    default:
      return undefined;
  }
}

function wordsOf(difference: PostedDifference, currencies: Currencies): string {
  const { field, intended, posted } = readableDifference(difference);
  const name = nameOf(field);
  if (field === "record") return "the transaction is missing";
  if (/^lines\[\d+\]$/.test(field)) return posted === "" ? `${name} is missing` : intended === "" ? `${name} was added` : `${name} differs`;
  // Their values are texts that hold ids where nobody could name them.
  const isId = /(?:Id|\.id|^allocations|\.dimensions)$/.test(field) && difference.named === undefined;
  const isLong = [posted, intended].some((value) => value.length > SHORT);
  if (field === "allocations")
    return isId || isLong ? "another amount was applied" : `also applied: ${appliedWords(posted, currencies.posted)}`;
  if (isId || isLong) return `${name} differs`;
  return `${name} is ${wordsOfValue(field, posted, currencies.posted)} instead of ${wordsOfValue(field, intended, currencies.intended)}`;
}

/** What it was applied to, and how much: the amount is the last word. */
function appliedWords(posted: string, currency: string | undefined): string {
  const [, to = posted, amount = ""] = /^(.*) (\S+)$/.exec(posted) ?? [];
  return isDecimal(amount) ? `${to} ${wordsOfValue("amount", amount, currency)}` : posted;
}

/** "Line 2, amount" is the amount of line 2. */
function nameOf(field: string): string {
  const [where = "", part] = writeFieldLabel(field).split(", ");
  if (part === undefined) return where;
  return where.startsWith("transaction ") ? `amount applied to ${where}` : `${part === "dimensions" ? "dimension" : part} of ${where}`;
}

function wordsOfValue(field: string, value: string, currency: string | undefined): string {
  if (value === "") return "empty";
  if (isAmount(field) && isDecimal(value)) return currency === undefined ? amountName(value) : moneyName({ amount: value, currency });
  if (field === "status") return value.replaceAll("_", " ");
  return /(?:^|\.)(?:memo|reference|description|name)$/.test(field) ? `“${value}”` : dayName(value);
}
