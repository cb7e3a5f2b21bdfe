import type { BankLine, BankMatch, BankPosting, BankReconciliation } from "#shared/contract/close/bank.ts";
import { addDays, type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";

/** A posting as people know it; a journal has no contact, but says what it is for. */
export function postingName({ contact, description, number, reference }: BankPosting): string {
  return [contact ?? description, number, reference].filter((text) => text !== null && text !== "").join(" ") || "Transaction";
}

export interface BalancedStatement {
  readonly statementNo: number;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly opening: DecimalString | null;
  readonly closing: DecimalString | null;
  /** A balance alone, which a person read from paper: it tells nothing of single lines. */
  readonly isTyped?: boolean;
}

/** What an account is reconciled from; everything in the account's currency. */
export interface BankBooks {
  readonly asOf: CalendarDate;
  /** The ledger's balance at the day. */
  readonly books: DecimalString;
  /** The ledger's balance before the first statement; null without a statement. */
  readonly booksBefore: DecimalString | null;
  readonly statements: readonly BalancedStatement[];
  readonly lines: readonly (BankLine & { readonly statementNo: number })[];
  readonly postings: readonly BankPosting[];
  /** Those that count. */
  readonly matches: readonly Pick<BankMatch, "decisionNo" | "lineIds" | "recordIds" | "fee">[];
}

type Result = Omit<BankReconciliation, "account" | "currency">;

/**
 * Balance per books, less receipts and plus payments that the bank doesn't show yet, plus lines and less fees that the books
 * don't show yet, is what the statement should say; that less what it says is the difference. What was posted before the first
 * statement counts as cleared, unless a later line clears it. Where only balances were typed, what is dated after the last of
 * them can't be in it.
 */
export function reconcileBank(given: BankBooks): Result {
  const { asOf, statements } = given;
  const begun = statements.filter(({ from }) => from <= asOf).sort((a, b) => (a.from < b.from ? -1 : 1));
  const endsAt =
    begun
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? null;
  const before = clearedBefore(begun, endsAt);
  const cleared = clearedAt(given);
  const outstanding = before === null ? [] : given.postings.filter((one) => isOutstanding(one, asOf, before.through, cleared));
  const lines = given.lines.filter(({ lineId, date }) => date <= asOf && !cleared.lines.has(lineId));
  const payments = outstanding.filter(({ amount }) => amount.startsWith("-"));
  const receipts = outstanding.filter(({ amount }) => !amount.startsWith("-"));
  const sum = (items: readonly { readonly amount: DecimalString }[]) =>
    sumDecimals([decimal("0.00"), ...items.map(({ amount }) => amount)]);
  // Payments are negative: taking off both leaves what the bank has booked.
  const totals = { payments: negateDecimal(sum(payments)), receipts: sum(receipts), lines: sum(lines), fees: sum(cleared.fees) };
  const expected = sumDecimals([given.books, totals.payments, negateDecimal(totals.receipts), totals.lines, negateDecimal(totals.fees)]);
  const statement = statementBalance(begun, given, asOf);
  const difference = statement === null ? null : subtractDecimals(expected, statement.amount);
  const aged = <Item extends { readonly date: CalendarDate }>(items: readonly Item[]) =>
    items.map((one) => ({ ...one, ageDays: Math.max(0, daysBetween(one.date, asOf)) }));
  const ages = aged(outstanding).map(({ ageDays }) => ageDays);
  return {
    asOf,
    state: stateOf({ endsAt, asOf, open: lines.length + cleared.fees.length, difference }),
    books: given.books,
    outstandingPayments: aged(payments),
    outstandingReceipts: aged(receipts),
    unreconciledLines: aged(lines),
    fees: cleared.fees,
    totals,
    cleared: before,
    expected,
    statement: statement?.amount ?? null,
    statementDate: statement?.date ?? endsAt,
    difference,
    reasons: difference === null || isZero(difference) ? [] : reasonsOf(given, begun),
    oldestDays: ages.length === 0 ? null : Math.max(...ages),
    ledgerDiffers: {
      clearedHere: aged(given.postings.filter((one) => one.ledgerReconciled === false && cleared.records.has(one.recordId))),
      clearedThere: aged(outstanding.filter((one) => one.ledgerReconciled === true)),
    },
  };
}

/** A file tells of its own days; a typed balance holds all that is dated through its day. */
function clearedBefore(begun: readonly BalancedStatement[], endsAt: CalendarDate | null): Result["cleared"] {
  const file = begun.find(({ isTyped }) => isTyped !== true);
  if (file !== undefined) return { through: addDays(file.from, -1), by: "statement" };
  return endsAt === null ? null : { through: endsAt, by: "balance" };
}

interface Cleared {
  readonly lines: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
  /** Every record in a match, cleared yet or not. */
  readonly matched: ReadonlySet<string>;
  readonly fees: Result["fees"];
}

/** Matches whose lines and postings are all there at the day. */
function clearedAt({ asOf, lines, postings, matches }: BankBooks): Cleared {
  const lineOf = new Map(lines.map((line) => [line.lineId, line]));
  const postingOf = new Map(postings.map((posting) => [posting.recordId, posting]));
  const whole = matches.filter(
    ({ lineIds, recordIds }) =>
      lineIds.every((id) => (lineOf.get(id)?.date ?? LATER) <= asOf) && recordIds.every((id) => (postingOf.get(id)?.date ?? LATER) <= asOf),
  );
  return {
    lines: new Set(whole.flatMap(({ lineIds }) => lineIds)),
    records: new Set(whole.flatMap(({ recordIds }) => recordIds)),
    matched: new Set(matches.flatMap(({ recordIds }) => recordIds)),
    fees: whole
      .filter(({ fee }) => !isZero(fee))
      .map(({ decisionNo, lineIds, fee }) => {
        const line = lineOf.get(lineIds[0] ?? "");
        return {
          decisionNo,
          lineId: lineIds[0] ?? "",
          date: line?.date ?? asOf,
          text: line?.payee ?? line?.description ?? line?.reference ?? "",
          amount: fee,
        };
      }),
  };
}

const LATER = "9999-12-31" as CalendarDate;

function isOutstanding({ recordId, date }: BankPosting, asOf: CalendarDate, through: CalendarDate, cleared: Cleared): boolean {
  return date <= asOf && !cleared.records.has(recordId) && (date > through || cleared.matched.has(recordId));
}

/** The bank's own balance at a day, from the nearest balance that a statement states. */
function statementBalance(
  begun: readonly BalancedStatement[],
  { lines }: Pick<BankBooks, "lines">,
  asOf: CalendarDate,
): { readonly amount: DecimalString; readonly date: CalendarDate } | null {
  let balance: DecimalString | null = null;
  let date: CalendarDate | null = null;
  for (const one of begun) {
    const { statementNo, to, opening, closing } = one;
    const around = filesAround(one, begun);
    // The file's own balance is of a later day.
    if (around.some((file) => file.closing !== null && file.to <= asOf)) continue;
    const own = lines.filter((line) => line.statementNo === statementNo);
    const through = sumDecimals(own.filter((line) => line.date <= asOf).map(({ amount }) => amount));
    const after = sumDecimals(own.filter((line) => line.date > asOf).map(({ amount }) => amount));
    const before: DecimalString | null = opening ?? balance;
    if (around.length > 0 && closing !== null) balance = addDecimals(closing, linesBetween(lines, around, to, asOf));
    else if (closing !== null) balance = subtractDecimals(closing, after);
    else balance = before === null ? null : addDecimals(before, through);
    const end = around.reduce((last, file) => (file.to > last ? file.to : last), to);
    date = end < asOf ? end : asOf;
  }
  return balance === null || date === null ? null : { amount: balance, date };
}

/** The files in whose days a typed balance lies, so that lines of theirs come after it. */
function filesAround({ to, isTyped }: BalancedStatement, begun: readonly BalancedStatement[]): BalancedStatement[] {
  return isTyped === true ? begun.filter((file) => file.isTyped !== true && file.from <= to && to < file.to) : [];
}

function linesBetween(
  lines: BankBooks["lines"],
  of: readonly BalancedStatement[],
  from: CalendarDate,
  through: CalendarDate,
): DecimalString {
  const numbers = new Set(of.map(({ statementNo }) => statementNo));
  return sumDecimals(
    lines.filter(({ date, statementNo }) => date > from && date <= through && numbers.has(statementNo)).map(({ amount }) => amount),
  );
}

/** Where a difference may come from: the beginning, and statements that don't follow on each other. */
function reasonsOf({ booksBefore, postings, matches, lines }: BankBooks, begun: readonly BalancedStatement[]): Result["reasons"] {
  const first = begun.find(({ isTyped }) => isTyped !== true);
  if (first === undefined) return [];
  const reasons: Result["reasons"][number][] = [];
  const matched = new Set(matches.flatMap(({ recordIds }) => recordIds));
  const own = lines.filter(({ statementNo }) => statementNo === first.statementNo).map(({ amount }) => amount);
  const opening = first.opening ?? (first.closing === null ? null : subtractDecimals(first.closing, sumDecimals(own)));
  if (opening !== null && booksBefore !== null) {
    const carried = sumDecimals(
      postings.filter(({ recordId, date }) => date < first.from && matched.has(recordId)).map(({ amount }) => amount),
    );
    const amount = subtractDecimals(subtractDecimals(booksBefore, carried), opening);
    if (!isZero(amount)) reasons.push({ code: "opening", date: first.from, amount });
  }
  // A balance within a file is no end that the next statement begins at.
  const ends = begun.filter((one) => filesAround(one, begun).length === 0);
  for (const [at, next] of ends.entries()) {
    const previous = ends[at - 1];
    if (previous === undefined || previous.closing === null || next.opening === null) continue;
    const amount = subtractDecimals(previous.closing, next.opening);
    if (!isZero(amount)) reasons.push({ code: "gap", from: addDays(previous.to, 1), to: addDays(next.from, -1), amount });
  }
  return reasons;
}

function stateOf({
  endsAt,
  asOf,
  open,
  difference,
}: {
  readonly endsAt: CalendarDate | null;
  readonly asOf: CalendarDate;
  readonly open: number;
  readonly difference: DecimalString | null;
}): Result["state"] {
  if (endsAt === null) return "no_statement";
  if (open > 0) return "to_match";
  if (difference === null || !isZero(difference)) return "difference";
  return endsAt < asOf ? "statement_ends_early" : "reconciled";
}
