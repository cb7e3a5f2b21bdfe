import { type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { createDocument, type NewLine, type TransactionChange } from "../../books/events.ts";
import type { Books, SimLine, SimTransaction } from "../../books/types.ts";
import type { SimRequest } from "../../types.ts";
import {
  amountField,
  type Body,
  checkScale,
  dateField,
  dimensionFields,
  knownReference,
  refuse,
  sublistOf,
  textField,
} from "../body-fields.ts";
import { ledgerLineId } from "../ledger-line.ts";
import { refusePeriod } from "../period-check.ts";
import { asNewLine, checkedBody } from "./write-body.ts";
import type { Made } from "./write-money.ts";

/** A journal that balances. @throws WriteRefusal */
export function makeJournal(books: Books, request: SimRequest, nowMs: number): Made {
  const body = checkedBody(books, request);
  const date = dateField(body, "tranDate") ?? refuse("Please enter value(s) for: Date.", "tranDate");
  const lines = (sublistOf(body, "line") ?? []).map((sent) => newLine(books, sent, books.baseCurrency));
  refuseImbalance(lines);
  const refusal = refusePeriod(books, { kind: "journal", method: null, date, isAdjustment: false });
  if (refusal) return { refusal };
  const subsidiary = knownReference(body, "subsidiary", books.entities, "subsidiary");
  const made = createDocument(
    books,
    {
      kind: "journal",
      partyId: null,
      date,
      number: textField(body, "tranId") ?? null,
      memo: textField(body, "memo") ?? null,
      ...(subsidiary === undefined ? {} : { entityId: subsidiary }),
      state: "approved",
      lines,
    },
    nowMs,
  );
  return { made, externalId: textField(body, "externalId") };
}

/**
 * The lines of a journal after a PATCH: those that it numbers get the fields that it names, the others stay, and lines without a
 * known number are new. Replaced, only what was sent is left. @throws WriteRefusal
 */
export function changedJournal(
  books: Books,
  request: SimRequest,
  journal: SimTransaction,
  replaces: boolean,
): Pick<TransactionChange, "lines"> {
  const sent = sublistOf(checkedBody(books, request), "line");
  if (sent === undefined) return {};
  const standing = new Map(replaces ? [] : journal.lines.map((line, at) => [ledgerLineId("Journal", line, at), line]));
  const numberOf = ({ entry }: Sent) => textField(entry, "line") ?? "";
  const kept = [...standing].map(([number, line]) => {
    const change = sent.find((one) => numberOf(one) === number);
    return change === undefined ? asNewLine(line) : changedLine(books, change, line, journal.currency);
  });
  const added = sent.filter((one) => !standing.has(numberOf(one))).map((one) => newLine(books, one, journal.currency));
  const lines = [...kept, ...added];
  refuseImbalance(lines);
  return { lines };
}

interface Sent {
  readonly entry: Body;
  readonly path: string;
}

function newLine(books: Books, sent: Sent, currency: string): NewLine {
  const { entry, path } = sent;
  const accountId = knownReference(entry, "account", books.accounts, `${path}.account`);
  if (accountId === undefined) refuse("Please enter value(s) for: Account.", `${path}.account`);
  const amount = amountIn(sent, null, currency);
  return { accountId, amount, description: textField(entry, "memo") ?? null, dimensions: dimensionFields(books, entry, `${path}.`) };
}

function changedLine(books: Books, sent: Sent, line: SimLine, currency: string): NewLine {
  const { entry, path } = sent;
  const accountId = knownReference(entry, "account", books.accounts, `${path}.account`);
  return {
    ...asNewLine(line),
    ...(accountId === undefined ? {} : { accountId }),
    amount: amountIn(sent, line.net, currency),
    description: textField(entry, "memo") ?? line.description,
    dimensions: { ...line.dimensions, ...dimensionFields(books, entry, `${path}.`) },
  };
}

/** The debit of a line, or its credit as a negative amount. A side that isn't named stays as it is, and a line can't have both. */
function amountIn({ entry, path }: Sent, before: DecimalString | null, currency: string): DecimalString {
  const isCredit = before?.startsWith("-") === true;
  const debit = amountField(entry, "debit", `${path}.debit`) ?? (isCredit ? null : before);
  const credit = amountField(entry, "credit", `${path}.credit`) ?? (isCredit && before !== null ? negateDecimal(before) : null);
  if (debit !== null && credit !== null && !isZero(debit) && !isZero(credit))
    refuse("A line can have a debit or a credit, not both.", path);
  const amount = credit === null || (debit !== null && !isZero(debit)) ? debit : negateDecimal(credit);
  if (amount === null) refuse("Please enter value(s) for: Debit or Credit.", path);
  checkScale(amount, currency, path);
  return amount;
}

function refuseImbalance(lines: readonly NewLine[]): void {
  if (lines.length < 2 || !isZero(sumDecimals(lines.flatMap(({ amount }) => (amount === undefined ? [] : [amount])))))
    refuse("The amounts in a journal entry must balance.", "line");
}
