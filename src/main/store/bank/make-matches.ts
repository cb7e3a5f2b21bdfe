import { isNamedBy } from "#main/domain/bank-matching/rule-matches.ts";
import { reconciledThrough, suggestMatches } from "#main/domain/bank-matching/suggest-matches.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { BankPosting, BankRule, MatchReason, MatchToMake, RuleTrial } from "#shared/contract/close/bank.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { bankRules, keepMatch } from "./bank-decisions.ts";
import { feeRecords } from "./bank-fees.ts";
import { type AccountFacts, openItems } from "./bank-work.ts";
import type { StoredLine } from "./statement-store.ts";

const END = "9998-12-31" as CalendarDate;

/** Matches what a person says belongs together. Each line and transaction is matched once, and both sides come to the same. */
export function makeMatches(
  reader: MirrorReader,
  facts: AccountFacts,
  wanted: readonly MatchToMake[],
  act: Act,
): Result<readonly number[], Failure> {
  const open = openItems(facts, END);
  const lines = new Map(open.lines.map((line) => [line.lineId, line]));
  // Older transactions may be matched by hand, too.
  const taken = new Set(facts.matches.filter(({ broken }) => broken === null).flatMap(({ recordIds }) => recordIds));
  const postings = new Map(facts.postings.filter(({ recordId }) => !taken.has(recordId)).map((one) => [one.recordId, one]));
  const rules = bankRules(reader, facts.account.accountId);
  const suggested = new Map(
    suggestMatches(open.lines, open.postings, rules, reconciledThrough(facts.postings)).map((one) => [keyOf(one), one]),
  );
  const made: number[] = [];
  for (const match of wanted) {
    const ownLines = takeAll(lines, match.lineIds);
    const ownPostings = takeAll(postings, match.recordIds);
    if (ownLines === null || ownPostings === null)
      return fail({
        code: "conflict",
        message:
          "A line or transaction can't be matched here: it's already matched, was voided or deleted, or isn't in this account. Check what is left to match in the account, then try again.",
        field: "matches",
      });
    const fee = feeOf(ownLines, ownPostings);
    const refusal = isZero(fee) ? null : feeRefusal(reader, facts, match, fee, ownPostings);
    if (refusal !== null) return fail(refusal);
    // A fee that was entered for the line before, and then taken from its match, is in the books already.
    const entered = isZero(fee) ? [] : enteredFee(reader, facts, match, fee, postings);
    const all = [...ownPostings, ...entered];
    const known = suggested.get(keyOf(match));
    const reasons: readonly MatchReason[] = known?.reasons ?? [];
    const body = {
      ...{ lineIds: match.lineIds, recordIds: all.map(({ recordId }) => recordId), amounts: all.map(({ amount }) => amount) },
      ...{ fee: entered.length > 0 ? ZERO : fee, score: known?.score ?? null, reasons: [...reasons], note: match.note ?? null },
    };
    made.push(keepMatch(reader, facts.account.accountId, body, act));
  }
  return ok(made);
}

/** Accepts every suggestion through a day that needs no look. */
export function acceptExact(reader: MirrorReader, facts: AccountFacts, asOf: CalendarDate, act: Act): Result<readonly number[], Failure> {
  const open = openItems(facts, asOf);
  const exact = suggestMatches(open.lines, open.postings, bankRules(reader, facts.account.accountId)).filter(
    ({ level }) => level === "exact",
  );
  const amounts = new Map(open.postings.map(({ recordId, amount }) => [recordId, amount]));
  return ok(
    exact.map(({ lineIds, recordIds, score, reasons, fee }) => {
      const body = { lineIds: [...lineIds], recordIds: [...recordIds], score, reasons: [...reasons], fee, note: null };
      return keepMatch(reader, facts.account.accountId, { ...body, amounts: recordIds.map((id) => amounts.get(id) as DecimalString) }, act);
    }),
  );
}

/** What a rule would match of an account's open lines through a day. */
export function tryRule(facts: AccountFacts, rule: BankRule, asOf: CalendarDate): RuleTrial {
  const open = openItems(facts, asOf);
  const lines = new Map(open.lines.map((line) => [line.lineId, line]));
  const found = suggestMatches(open.lines, open.postings, [{ ...rule, ruleId: "trial" }]).filter(({ ruleId }) => ruleId !== null);
  return {
    named: open.lines.filter((line) => isNamedBy(rule, line)).length,
    matches: found.flatMap(({ lineIds, recordIds, fee }) => {
      const line = lines.get(lineIds[0] ?? "");
      if (line === undefined) return [];
      const { lineId, date, amount, payee, description, reference } = line;
      return [{ lineId, date, amount, text: payee ?? description ?? reference ?? "", transactions: recordIds.length, fee }];
    }),
  };
}

function takeAll<Item>(from: Map<string, Item>, ids: readonly string[]): Item[] | null {
  const found: Item[] = [];
  for (const id of ids) {
    const item = from.get(id);
    if (item === undefined) return null;
    from.delete(id);
    found.push(item);
  }
  return found;
}

const ZERO = decimal("0");

/** The open transactions that were posted as a line's fee, taken from what is open; none where they don't come to the fee. */
function enteredFee(
  reader: MirrorReader,
  { account }: AccountFacts,
  { lineIds: [lineId = ""] }: MatchToMake,
  fee: DecimalString,
  from: Map<string, BankPosting>,
): readonly BankPosting[] {
  const found = [...feeRecords(reader, account.accountId, lineId)].flatMap((id) => from.get(id) ?? []);
  if (!isZero(sumDecimals([fee, ...found.map(({ amount }) => amount)]))) return [];
  for (const { recordId } of found) from.delete(recordId);
  return found;
}

/** What the lines are short of the transactions. */
function feeOf(lines: readonly StoredLine[], postings: readonly BankPosting[]): DecimalString {
  return subtractDecimals(sumDecimals(postings.map(({ amount }) => amount)), sumDecimals(lines.map(({ amount }) => amount)));
}

function feeRefusal(
  reader: MirrorReader,
  { account }: AccountFacts,
  { ruleId }: MatchToMake,
  fee: DecimalString,
  postings: readonly BankPosting[],
): Failure | null {
  const rule = bankRules(reader, account.accountId).find((one) => one.ruleId === ruleId);
  const amountOf = (amount: DecimalString) => moneyName({ amount, currency: account.currency });
  if (rule === undefined)
    return {
      code: "invalid_input",
      message: `The lines and transactions differ by ${amountOf(absoluteDecimal(fee))}.`,
      field: "matches",
    };
  const limit = multiplyDecimals(sumDecimals(postings.map(({ amount }) => amount)), multiplyDecimals(rule.feePercent, decimal("0.01")));
  if (!fee.startsWith("-") && compareDecimals(fee, limit) <= 0) return null;
  return {
    code: "invalid_input",
    message: fee.startsWith("-")
      ? `The lines come to ${amountOf(absoluteDecimal(fee))} more than the transactions, so the difference can't be the fee of rule “${rule.name}”.`
      : `The fee of ${amountOf(fee)} is more than rule “${rule.name}” allows.`,
    field: "matches",
  };
}

function keyOf({ lineIds, recordIds }: { readonly lineIds: readonly string[]; readonly recordIds: readonly string[] }): string {
  return JSON.stringify([lineIds.toSorted(), recordIds.toSorted()]);
}
