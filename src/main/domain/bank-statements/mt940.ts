import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, compareDecimals, type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { givenId, LINES_MAX, problemAt, quoted, type Statement, type StatementLine, StatementProblem, tidy } from "./statement.ts";
import { amountOf, currencyOf, dateOf } from "./values.ts";

interface Field {
  readonly tag: string;
  readonly text: string;
  readonly line: number;
}

/** Reads SWIFT MT940, several statements in a file included. */
export function readMt940(text: string): Statement[] {
  const statements: Field[][] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === "20") statements.push([]);
    statements.at(-1)?.push(field);
  }
  if (statements.length === 0) throw new StatementProblem("The file isn't MT940: it has no field :20:.");
  return joined(statements.map(statementOf));
}

function fieldsOf(text: string): Field[] {
  const fields: { tag: string; text: string; line: number }[] = [];
  for (const [at, row] of text.split(/\r?\n/).entries()) {
    const start = /^:(\d{2}[A-Z]?):(.*)$/.exec(row);
    const last = fields.at(-1);
    if (start !== null) fields.push({ tag: start[1] as string, text: start[2] as string, line: at + 1 });
    // The end of a message, and the headers between two of them.
    else if (!/^-|^\{/.test(row) && last !== undefined) last.text += `\n${row}`;
  }
  return fields;
}

function statementOf(fields: readonly Field[]): Statement {
  const first = fields[0] as Field;
  const need = (...tags: readonly string[]): Field => {
    const field = fields.find(({ tag }) => tags.includes(tag));
    if (field === undefined)
      throw problemAt(
        fields.at(-1)?.line ?? first.line,
        `:${tags[0]}:`,
        "the statement doesn't have this field, so the file may be incomplete; download it again",
      );
    return field;
  };
  const [opening, closing] = [balanceOf(need("60F", "60M")), balanceOf(need("62F", "62M"))];
  const lines = fields.flatMap((field, at) => (field.tag === "61" ? [lineOf(field, fields[at + 1])] : []));
  if (lines.length > LINES_MAX)
    throw problemAt(
      first.line,
      ":61:",
      `the statement has more than ${LINES_MAX.toLocaleString("en-US")} transactions; download a shorter period`,
    );
  const sum = addDecimals(opening.amount, sumDecimals(lines.map(({ amount }) => amount)));
  if (compareDecimals(sum, closing.amount) !== 0)
    throw problemAt(
      closing.line,
      ":62F:",
      `the closing balance is ${closing.amount}, but the opening balance and transactions add up to ${sum}`,
    );
  const days = [opening.date, closing.date, ...lines.map(({ date }) => date)].sort();
  return {
    format: "mt940",
    bankAccount: tidy(need("25", "25P").text),
    currency: closing.currency,
    // The opening balance is that at the end of the day before, or of its own day: lines tell.
    from: lines.map(({ date }) => date).sort()[0] ?? closing.date,
    to: days.at(-1) as CalendarDate,
    opening: opening.amount,
    closing: closing.amount,
    lines,
  };
}

function balanceOf({ text, line, tag }: Field) {
  const field = `:${tag}:`;
  const found = /^([CD])(\d{6})([A-Z]{3})(\d[\d,]*)\s*$/.exec(text);
  if (found === null) throw problemAt(line, field, `${quoted(text)} isn't a balance`);
  const [, side, day = "", currency = "", amount = ""] = found;
  const value = amountOf(amount, { line, field });
  return {
    amount: side === "D" ? negateDecimal(value) : value,
    currency: currencyOf(currency, { line, field }),
    date: shortDate(day, { line, field }),
    line,
  };
}

const ENTRY = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,]*)([NSF][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

function lineOf({ text, line }: Field, next: Field | undefined): StatementLine {
  const found = ENTRY.exec(text);
  if (found === null) throw problemAt(line, ":61:", `${quoted(text)} isn't a transaction`);
  const [, value = "", booked, mark, , amount = "", , reference, bankId, supplement] = found;
  const field = { line, field: ":61:" };
  const exact: DecimalString = amountOf(amount, field);
  // RC takes a credit back, RD a debit.
  const isIn = mark === "C" || mark === "RD";
  const said = next?.tag === "86" ? next.text.replaceAll(/\?(\d{2})/g, " ") : null;
  return {
    date: booked === undefined ? shortDate(value, field) : bookingDate(value, booked, field),
    amount: isIn ? exact : negateDecimal(exact),
    payee: payeeOf(next),
    reference: givenId(reference),
    description: tidy([said, supplement].filter(Boolean).join(" ")),
    bankId: givenId(bankId),
    place: line,
  };
}

/** Subfields 32 and 33 of field 86, where the bank uses them. */
function payeeOf(next: Field | undefined): string | null {
  if (next?.tag !== "86") return null;
  const flat = next.text.replaceAll("\n", "");
  return tidy(["32", "33"].map((number) => new RegExp(`\\?${number}([^?]*)`).exec(flat)?.[1] ?? "").join(""));
}

function shortDate(text: string, place: { readonly line: number; readonly field: string }): CalendarDate {
  return dateOf(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`, place);
}

/** A booking date has no year: it is the one nearest to the value date. */
function bookingDate(value: string, booked: string, place: { readonly line: number; readonly field: string }): CalendarDate {
  const year = 2000 + Number(value.slice(0, 2));
  const months = Number(booked.slice(0, 2)) - Number(value.slice(2, 4));
  const own = months > 6 ? year - 1 : months < -6 ? year + 1 : year;
  return dateOf(`${own}-${booked.slice(0, 2)}-${booked.slice(2, 4)}`, place);
}

/** Pages and days of one account, each beginning where the one before ends, are one statement. */
function joined(statements: readonly Statement[]): Statement[] {
  const result: Statement[] = [];
  for (const one of statements) {
    const last = result.at(-1);
    const follows =
      last !== undefined &&
      last.bankAccount === one.bankAccount &&
      last.currency === one.currency &&
      last.closing !== null &&
      one.opening !== null &&
      compareDecimals(last.closing, one.opening) === 0 &&
      one.from >= last.from;
    if (last !== undefined && follows)
      result[result.length - 1] = {
        ...last,
        to: one.to > last.to ? one.to : last.to,
        closing: one.closing,
        lines: [...last.lines, ...one.lines],
      };
    else result.push(one);
  }
  return result;
}
