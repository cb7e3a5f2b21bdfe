import { answerSentence } from "#main/domain/tie-outs/answer-sentence.ts";
import { type DifferenceCandidate, explainDifference, slips } from "#main/domain/tie-outs/explain-difference.ts";
import type { Suspect } from "#main/domain/tie-outs/tie-out-documents.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { PaymentRow } from "#main/store/database/schema-client.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { isDocument } from "#main/store/documents/record-number.ts";
import { SOURCE_FACTS, type Sourced, sourcedId } from "#main/store/documents/sourced-rows.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { addDays, type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  negateDecimal,
  readDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { type Instant, instantMs } from "#shared/kernel/instant.ts";
import type { TieOut, TieOutLine } from "#shared/model/reports/tie-out.ts";
import type { DifferenceAnswer } from "#shared/model/reports/tie-out-causes.ts";
import { accountSuspects, changedSince, firstDay, type SearchedBooks, searchedBooks } from "./account-suspects.ts";
import { controlAccounts } from "./aging-tie-out.ts";
import { revaluations } from "./revaluations.ts";
import { NO_CONTACT } from "./tie-out-aging.ts";

interface Candidate extends DifferenceCandidate {
  readonly number: string | null;
  readonly date: CalendarDate | null;
  readonly postings?: DifferenceAnswer["parts"][number]["postings"];
}

/** How far from the end a transaction may be dated to have been counted in the other period. */
const NEAR_DAYS = 5;
const NOTHING_LACKS: ReadonlyMap<string, NonNullable<Suspect["gap"]>> = new Map();
const NONE: ReadonlySet<string> = new Set();

/** Why each account or contact of a check is out of balance: one sentence, the sum it explains, and what is left. */
export function differenceAnswers(reader: MirrorReader, check: TieOut, ranAt: Instant, setting: SumsSetting): DifferenceAnswer[] {
  const { ledgers } = check.asOf;
  const taken = ledgers === null ? null : { oursMs: instantMs(ranAt), ledgersMs: instantMs(ledgers) };
  const changed = changedSince(reader, taken === null ? null : Math.min(taken.oursMs, taken.ledgersMs));
  const books = searchedBooks(reader, setting.baseCurrency);
  const lacks = (check.gaps ?? []).map(({ message }) => message);
  return check.lines.flatMap((line): DifferenceAnswer[] => {
    const { outcome, difference, subjectId, label, currency, subject } = line;
    if (outcome !== "variance" || difference === null || isZero(difference) || subject === "stream") return [];
    const candidates = candidatesOf(reader, { check, line, difference, setting, taken, changed, books });
    const found = explainDifference(difference, candidates);
    const parts = found.parts.map(({ id, number, date, cause, effect, postings }) => ({
      ...{ id, isDocument: isDocument(reader, id), number: number ?? documentNameOf(reader, id), date, cause, effect },
      ...(postings === undefined ? {} : { postings }),
    }));
    const { explained, left } = found;
    return [
      {
        subjectId,
        label,
        difference,
        currency,
        explained,
        left,
        parts,
        sentence: answerSentence({
          ...{ explained, difference, end: check.to, lacks: subject === "account" ? lacks : [], ofControl: subject !== "account" },
          // A number alone doesn't say whether it is a bill's or an account's.
          parts: parts.map((part) => ({ ...part, number: documentNameOf(reader, part.id, "short") ?? part.number })),
        }),
      },
    ];
  });
}

interface Asked {
  readonly check: TieOut;
  readonly line: TieOutLine;
  readonly difference: DecimalString;
  readonly setting: SumsSetting;
  readonly taken: Taken | null;
  readonly changed: ReadonlySet<string>;
  readonly books: SearchedBooks;
}

function candidatesOf(reader: MirrorReader, asked: Asked): Candidate[] {
  const { check, line, difference, setting } = asked;
  const found = line.subject === "account" ? accountCandidates(reader, asked) : documentCandidates(reader, asked);
  const opposite = check.lines.flatMap((other): Candidate[] => {
    if (other === line || other.difference === null || compareDecimals(other.difference, negateDecimal(difference)) !== 0) return [];
    const cause = isRevalued(reader, line, other, setting.baseCurrency) ? "exchange_difference" : "other_account";
    return [{ id: other.subjectId, number: other.label, date: null, cause, effect: difference }];
  });
  return [...found, ...opposite, ...revalued(reader, asked)];
}

/**
 * Revaluations through the end of a check. The control accounts have them, without a contact, and the open items don't; an
 * account's own figure and the ledger's both should, so there they count only when they are the whole difference.
 */
function revalued(reader: MirrorReader, { check, line, difference, setting }: Asked): Candidate[] {
  const side = check.check === "aging_receivable" ? "receivable" : check.check === "aging_payable" ? "payable" : null;
  const isControl = side !== null && (line.subjectId === "control_accounts" || line.subjectId === NO_CONTACT);
  if (!isControl && (line.subject !== "account" || !isMonetary(reader, line.subjectId))) return [];
  const accountIds = isControl ? controlAccounts(reader, side) : [line.subjectId];
  const found = revaluations(reader, { accountIds, from: null, to: check.to, entityId: setting.entityId }).map((one): Candidate => {
    const { amount, postings, ...named } = one;
    const whole = documentNameOf(reader, one.id) === null ? { postings: [...postings] } : {};
    // Our side of an aging is without them, and what is owed is a credit.
    return { ...named, ...whole, cause: "revaluation", effect: isControl && side === "receivable" ? negateDecimal(amount) : amount };
  });
  if (isControl) return found;
  const whole = sumDecimals([decimal("0"), ...found.map(({ effect }) => effect)]);
  if (compareDecimals(whole, difference) === 0) return found;
  return found.filter(({ effect }) => compareDecimals(effect, difference) === 0);
}

const MONETARY: readonly (string | undefined)[] = ["bank", "receivable", "payable"];

function isMonetary(reader: MirrorReader, accountId: string): boolean {
  return MONETARY.includes(mirroredAccounts(reader).find(({ id }) => id === accountId)?.role);
}

/** The line is an account with amounts in a foreign currency, and the other one takes exchange differences. */
function isRevalued(reader: MirrorReader, { subjectId }: TieOutLine, other: TieOutLine, baseCurrency: string): boolean {
  const chart = mirroredAccounts(reader);
  const account = chart.find(({ id }) => id === subjectId);
  if (chart.find(({ id }) => id === other.subjectId)?.role !== "exchange_difference" || !MONETARY.includes(account?.role)) return false;
  if (account?.role === "bank") return account.currency !== undefined && account.currency !== baseCurrency;
  const foreign = "SELECT EXISTS (SELECT 1 FROM document WHERE currency_word <> ?)";
  return (
    prepared(reader.db, foreign)
      .pluck()
      .get(reader.words.find(baseCurrency) ?? -1) === 1
  );
}

/** Only what can post to the account in the check's days. */
function accountCandidates(reader: MirrorReader, { check, line, difference, setting, taken, changed, books }: Asked): Candidate[] {
  const from = check.check === "profit_and_loss" ? check.from : (firstDay(reader) ?? check.from);
  const ask = (first: CalendarDate, last: CalendarDate) =>
    accountSuspects(
      reader,
      { accountId: line.subjectId, from: first, to: last, setting, isPosted: true, lacking: NOTHING_LACKS, changed: NONE },
      books,
    );
  const own = ask(from, check.to);
  const facts = own.flatMap((suspect) => factOf(reader, suspect, taken, changed));
  const posted = own.flatMap(({ id, number, date, amount, isRemoved }) =>
    amount === null || isRemoved ? [] : [{ id, number, date, amount }],
  );
  const named = new Map(posted.map((one) => [one.id, one]));
  const slipped = slips(difference, posted).map((one) => ({
    ...one,
    number: named.get(one.id)?.number ?? null,
    date: named.get(one.id)?.date ?? null,
  }));
  const near = posted.filter(({ date }) => date !== null && date > addDays(check.to, -NEAR_DAYS));
  const later = ask(addDays(check.to, 1), addDays(check.to, NEAR_DAYS)).flatMap(({ id, number, date, amount, isRemoved }): Candidate[] =>
    amount === null || isRemoved ? [] : [{ id, number, date, cause: "next_period", effect: negateDecimal(amount) }],
  );
  return [
    ...facts,
    ...unapplied(reader, line, check.to, difference),
    ...slipped,
    ...later,
    ...near.map(({ id, number, date, amount }): Candidate => ({ id, number, date, cause: "last_days", effect: amount })),
  ];
}

/** A contact's transactions as they were kept with the check. */
function documentCandidates(reader: MirrorReader, { line, taken, changed }: Asked): Candidate[] {
  return line.documents.flatMap(({ id, number, date, amount, reasons }) =>
    factOf(reader, { id, number, date, amount, isRemoved: reasons.includes("removed"), seenMs: taken?.ledgersMs ?? 0 }, taken, changed),
  );
}

type Known = Pick<Suspect, "id" | "number" | "date" | "amount" | "isRemoved" | "seenMs">;

/** When the two sides of a check were taken. */
interface Taken {
  readonly oursMs: number;
  readonly ledgersMs: number;
}

/**
 * What happened to a record after one of the two figures was taken, as far as its effect is known. What Tieout noticed after its
 * own figure is missing from ours; what it noticed between the ledger's figure and its own is missing from the ledger's.
 */
function factOf(
  reader: MirrorReader,
  { id, number, date, amount, isRemoved, seenMs }: Known,
  taken: Taken | null,
  changed: ReadonlySet<string>,
): Candidate[] {
  if (amount === null || taken === null) return [];
  const since = Math.min(taken.oursMs, taken.ledgersMs);
  const seenFrom = (moment: number, effect: DecimalString) => (moment > taken.oursMs ? negateDecimal(effect) : effect);
  if (isRemoved) return seenMs < since ? [] : [{ id, number, date, cause: "deleted", effect: seenFrom(seenMs, negateDecimal(amount)) }];
  if (!changed.has(id)) return [];
  const { isNew, atMs, before, after } = changeSince(reader, id, since);
  if (isNew) return [{ id, number, date, cause: "added_late", effect: seenFrom(atMs ?? taken.oursMs, amount) }];
  // The effect is known only where the account takes the transaction's whole total.
  if (before === null || after === null || compareDecimals(absoluteDecimal(amount), absoluteDecimal(after)) !== 0) return [];
  const grown = subtractDecimals(absoluteDecimal(after), absoluteDecimal(before));
  const effect = amount.startsWith("-") ? negateDecimal(grown) : grown;
  return [{ id, number, date, cause: "edited", effect: seenFrom(atMs ?? taken.oursMs, effect) }];
}

/** A record's total before and after its changes since a moment, null where it can't be known, and when the first was noticed. */
function changeSince(reader: MirrorReader, id: string, sinceMs: number) {
  const rows = prepared(
    reader.db,
    "SELECT field, before, after, detected_ms FROM field_change WHERE record_id = ? AND detected_ms >= ? ORDER BY change_no",
  ).all(id, sinceMs) as {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly detected_ms: number;
  }[];
  // A record that was only mapped again has no change at all.
  const isNew = rows.some(({ field, before }) => field === "record" && before === null);
  const totals = ["totalBase", "total", "amount"]
    .map((field) => rows.filter((row) => row.field === field))
    .find(({ length }) => length > 0);
  const [before, after] = [recorded(totals?.[0]?.before), recorded(totals?.at(-1)?.after)];
  return { isNew, atMs: rows[0]?.detected_ms ?? null, before, after };
}

/** The amount of a recorded change, which is an amount and a currency. */
function recorded(shown: string | null | undefined): DecimalString | null {
  return readDecimal(shown?.split(" ")[0] ?? "");
}

/** Receipts or payments that settle nothing, for the control account they are in: the two sides may treat them differently. */
function unapplied(reader: MirrorReader, { subjectId }: TieOutLine, through: CalendarDate, difference: DecimalString): Candidate[] {
  const role = mirroredAccounts(reader).find(({ id }) => id === subjectId)?.role;
  if (role !== "receivable" && role !== "payable") return [];
  const rows = prepared(
    reader.db,
    `SELECT p.*, ${SOURCE_FACTS} FROM payment p JOIN source_record USING (rec_no) WHERE p.unapplied <> 0 AND p.day <= ? AND removed_ms IS NULL`,
  ).all(dayNumber(through)) as Sourced<PaymentRow>[];
  return rows.flatMap((row): Candidate[] => {
    const amount = unpackAmount(row.unapplied, row.scales, 1, "unapplied", row.exact);
    if (amount === undefined) return [];
    const effect = difference.startsWith("-") ? negateDecimal(absoluteDecimal(amount)) : absoluteDecimal(amount);
    return [{ id: sourcedId(reader, row), number: row.reference, date: null, cause: "unapplied", effect }];
  });
}
