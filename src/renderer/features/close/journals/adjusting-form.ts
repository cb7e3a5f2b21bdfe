import type { Named } from "#shared/contract/books/choices.ts";
import type { AdjustingDefinitionView, AdjustingEntryView } from "#shared/contract/close/adjustments.ts";
import { type CalendarDate, monthEnd, monthStart, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, compareDecimals, type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { evenPart } from "#shared/kernel/even-part.ts";
import type { AdjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import { amountProblem, readAmount } from "../../../format/amounts/typed-amount.ts";
import type { Tone } from "../../../format/labels/sync-labels.ts";
import { WRITE_WORDS } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";

export type AdjustingKind = AdjustingEntry["kind"];
export type Spread = Extract<AdjustingEntry, { readonly kind: "prepayment" | "depreciation" }>;
type ByLines = Exclude<AdjustingEntry, Spread>;

export const KINDS: readonly { readonly value: AdjustingKind; readonly word: string; readonly means: string }[] = [
  {
    value: "accrual",
    word: t("Accrual"),
    means: t("Dated the last day of the period and, if you choose, auto-reversed on the first day of the next"),
  },
  { value: "prepayment", word: t("Prepaid expense"), means: t("A prepaid amount, expensed evenly over several periods") },
  { value: "depreciation", word: t("Depreciation"), means: t("The cost of an asset, depreciated evenly over several periods") },
  { value: "recurring", word: t("Recurring"), means: t("The same entry on the last day of every period") },
];
export const KIND_WORDS = {
  ...(Object.fromEntries(KINDS.map(({ value, word }) => [value, word])) as Readonly<Record<AdjustingKind, string>>),
  prepaid: t("Prepaid expense"),
  fixed_asset: t("Depreciation"),
  deferred_revenue: t("Deferred revenue"),
  loan: t("Loan"),
};

interface Words {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** The state of an entry; between due and confirmed it has the state of its write. */
export function entryWords(state: AdjustingEntryView["state"]): Words {
  if (state === "due") return { word: t("Due"), tone: "neutral", means: t("Due according to the schedule, but not drafted yet.") };
  if (state === "confirmed") return { word: t("Posted"), tone: "ok", means: t("Posted to the ledger.") };
  if (state === "voided")
    return {
      word: t("Voided or deleted"),
      tone: "warning",
      means: t("The journal was voided or deleted in the ledger. To post the entry again, create a new draft."),
    };
  return WRITE_WORDS[state];
}

/** How many entries each of the period's two actions would affect. */
export function entriesToAct(entries: readonly AdjustingEntryView[]): { readonly toDraft: number; readonly toSend: number } {
  const count = (states: readonly AdjustingEntryView["state"][]) => entries.filter(({ state }) => states.includes(state)).length;
  return { toDraft: count(["due", "cancelled", "rejected", "voided"]), toSend: count(["draft", "blocked"]) };
}

/** What is said of entries that were sent, however many there still were: a colleague may have sent some of them meanwhile. */
export function postedWords(count: number): string {
  return t(
    "{count, plural, =0 {No entries were left to send.} one {The list shows whether the entry was posted.} other {The list shows which of the # entries were posted.}}",
    { count },
  );
}

/** A line of an entry as typed: either debit or credit is empty. */
export interface LineForm {
  readonly key: number;
  readonly account: Named | null;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
}

export interface EntryForm {
  readonly kind: AdjustingKind;
  readonly title: string;
  readonly memo: string;
  readonly entityId: string;
  readonly from: string;
  readonly until: string;
  readonly reverses: boolean;
  readonly lines: readonly LineForm[];
  readonly total: string;
  readonly periods: string;
  readonly debit: Named | null;
  readonly credit: Named | null;
}

/** What every part of the form is given. */
export interface EntryPart {
  readonly clientId: string;
  readonly currency: string;
  readonly form: EntryForm;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (change: Partial<EntryForm>) => void;
}

const EMPTY_LINE: Omit<LineForm, "key"> = { account: null, description: "", debit: "", credit: "" };

export function emptyLine(lines: readonly LineForm[]): LineForm {
  return { ...EMPTY_LINE, key: Math.max(-1, ...lines.map(({ key }) => key)) + 1 };
}

export function emptyEntry(kind: AdjustingKind, from: string): EntryForm {
  const common = { kind, title: "", memo: "", entityId: "", from, until: "", reverses: true, total: "", periods: "12" };
  return { ...common, lines: [0, 1].map((key) => ({ ...EMPTY_LINE, key })), debit: null, credit: null };
}

/** The form of an existing definition. */
export function entryForm({ entry }: Pick<AdjustingDefinitionView, "entry">): EntryForm {
  const empty = { ...emptyEntry(entry.kind, entry.from), title: entry.title, memo: entry.memo ?? "", entityId: entry.entityId ?? "" };
  if (isSpread(entry))
    return {
      ...empty,
      total: entry.total,
      periods: String(entry.periods),
      debit: nameless(entry.debitAccountId),
      credit: nameless(entry.creditAccountId),
    };
  const lines = entry.lines.map(
    ({ accountId, amount, description }, key): LineForm => ({
      key,
      account: nameless(accountId),
      description: description ?? "",
      debit: amount.startsWith("-") ? "" : amount,
      credit: amount.startsWith("-") ? absoluteDecimal(amount) : "",
    }),
  );
  return { ...empty, until: entry.until ?? "", reverses: entry.kind === "accrual" && entry.reverses, lines };
}

export function isSpread(entry: AdjustingEntry): entry is Spread {
  return entry.kind === "prepayment" || entry.kind === "depreciation";
}

type LinesRead = Pick<ByLines, "lines" | "until"> &
  ({ readonly kind: "accrual"; readonly reverses: boolean } | { readonly kind: "recurring" });
type Errors = ReadonlyMap<string, string>;

/** The definition in the form, or messages for the fields that are wrong. */
export function readEntry(form: EntryForm): { readonly value: AdjustingEntry } | { readonly errors: Errors } {
  const errors = new Map<string, string>();
  const from = readCalendarDate(form.from);
  if (form.title.trim() === "") errors.set("title", t("Enter a name."));
  if (from === null) errors.set("from", t("Enter the start date."));
  const read = form.kind === "prepayment" || form.kind === "depreciation" ? readSpread(form, errors) : readLines(form, errors);
  if (from === null || read === null || errors.size > 0) return { errors };
  const memo = form.memo.trim();
  const common = {
    title: form.title.trim(),
    ...(memo === "" ? {} : { memo }),
    ...(form.entityId === "" ? {} : { entityId: form.entityId }),
    from,
  };
  return { value: { ...common, ...read } as AdjustingEntry };
}

function readSpread(form: EntryForm, errors: Map<string, string>): Omit<Spread, "title" | "from"> | null {
  const total = readAmount(form.total, 2);
  const periods = /^\d{1,3}$/.test(form.periods.trim()) ? Number(form.periods) : 0;
  if (total === null || total.startsWith("-") || isZero(total))
    errors.set("total", amountProblem(form.total, t("Enter an amount greater than zero.")));
  if (periods < 1 || periods > 600) errors.set("periods", t("Enter 1 to 600 periods."));
  if (form.debit === null) errors.set("debit", t("Choose an account."));
  if (form.credit === null) errors.set("credit", t("Choose an account."));
  else if (form.credit.id === form.debit?.id) errors.set("credit", t("Choose an account other than the debit account."));
  if (total === null || form.debit === null || form.credit === null) return null;
  const kind = form.kind === "depreciation" ? "depreciation" : "prepayment";
  return { kind, total, periods, debitAccountId: form.debit.id, creditAccountId: form.credit.id };
}

function readLines(form: EntryForm, errors: Map<string, string>): LinesRead {
  const entered = form.lines.filter((line) => !isBlank(line));
  const lines = entered.flatMap((line): ByLines["lines"] => {
    const amount = lineAmount(line);
    if (line.account === null) errors.set(`line ${line.key}`, t("Choose an account."));
    else if (amount === null || isZero(amount))
      errors.set(`line ${line.key}`, amountProblem(line.debit.trim() || line.credit, t("Enter a debit or a credit.")));
    if (line.account === null || amount === null) return [];
    const description = line.description.trim();
    return [{ accountId: line.account.id, amount, ...(description === "" ? {} : { description }) }];
  });
  if (entered.length < 2) errors.set("lines", t("Enter at least two lines."));
  const left = sumDecimals(lines.map(({ amount }) => amount));
  if (errors.size === 0 && !isZero(left)) errors.set("lines", t("Debits don't equal credits."));
  const until = form.until === "" ? null : readCalendarDate(form.until);
  if (form.until !== "" && until === null) errors.set("until", t("Enter a date."));
  if (until !== null && until < form.from) errors.set("until", t("The end date is before the start date."));
  return form.kind === "accrual" ? { kind: "accrual", lines, until, reverses: form.reverses } : { kind: "recurring", lines, until };
}

/** Debits less credits as typed; null while a text isn't an amount. */
export function entryBalance(lines: readonly LineForm[]): DecimalString | null {
  const amounts = lines.filter((line) => !isBlank(line)).map(lineAmount);
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : sumDecimals(known);
}

function lineAmount({ debit, credit }: LineForm): DecimalString | null {
  if (debit.trim() !== "" && credit.trim() !== "") return null;
  if (credit.trim() === "") return readAmount(debit, 2);
  const amount = readAmount(credit, 2);
  return amount === null ? null : negateDecimal(amount);
}

function isBlank({ account, debit, credit, description }: LineForm): boolean {
  return account === null && [debit, credit, description].every((text) => text.trim() === "");
}

/** One month of a schedule: what is posted on its last day, and the remaining balance where something is used up. */
export interface ScheduleLine {
  readonly month: string;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
  readonly left: DecimalString | null;
  /** Reversed on the following day. */
  readonly reverses: boolean;
}

const SHOWN_WITHOUT_END = 12;

/**
 * When a definition posts what, by calendar months. An open-ended one shows its first twelve months.
 * @param decimals of the books' currency
 */
export function scheduleOf(entry: AdjustingEntry, decimals: number): readonly ScheduleLine[] {
  const monthAt = (at: number) => ({ month: monthStart(entry.from, at).slice(0, 7), date: monthEnd(entry.from, at) });
  if (isSpread(entry)) {
    let left = entry.total;
    return Array.from({ length: entry.periods }, (_, at) => {
      const amount = evenPart(entry.total, entry.periods, at, decimals);
      left = sumDecimals([left, negateDecimal(amount)]);
      return { ...monthAt(at), amount, left, reverses: false };
    });
  }
  const amount = sumDecimals(entry.lines.map((line) => line.amount).filter((one) => !one.startsWith("-")));
  return Array.from({ length: monthsOf(entry) }, (_, at) => ({
    ...monthAt(at),
    amount,
    left: null,
    reverses: entry.kind === "accrual" && entry.reverses,
  }));
}

function monthsOf(entry: ByLines): number {
  if (entry.until === null) return entry.kind === "accrual" ? 1 : SHOWN_WITHOUT_END;
  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return Math.max(1, months(entry.until) - months(entry.from) + 1);
}

/** What is posted in all by a schedule, and until when, in one line of words' parts. */
export function scheduleFacts(lines: readonly ScheduleLine[], entry: AdjustingEntry): { readonly last: string; readonly endless: boolean } {
  return { last: lines.at(-1)?.month ?? entry.from.slice(0, 7), endless: entry.kind === "recurring" && entry.until === null };
}

/** True when months differ by rounding. */
export function isUneven(lines: readonly ScheduleLine[]): boolean {
  return lines.some(({ amount }, at) => at > 0 && compareDecimals(amount, lines[0]?.amount ?? amount) !== 0);
}

function nameless(id: string): Named {
  return { id, name: id };
}
