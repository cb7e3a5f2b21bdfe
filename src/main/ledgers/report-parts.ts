import { type DecimalString, negateDecimal, readDecimal } from "#shared/kernel/decimal.ts";
import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { ReportAmount } from "#shared/model/reports/ledger-report.ts";
import { AnswerUnreadable, type LedgerResponse } from "./adapter.ts";

type JsonObject = { readonly [key: string]: ExactJson };

/** The text of a report's answer and the parsed JSON. @throws AnswerUnreadable */
export function readReportBody(response: LedgerResponse): { readonly raw: string; readonly body: JsonObject } {
  const raw = new TextDecoder().decode(response.body);
  try {
    const body = asObject(parseExactJson(raw));
    if (body !== null) return { raw, body };
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    throw new AnswerUnreadable(`The ledger returned a report that Tieout can't read (${cause.message}).`, { cause });
  }
  throw new AnswerUnreadable("The ledger returned a report in an unknown format.");
}

/** An object, or null for anything else. */
export function asObject(value: ExactJson | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

/** The objects of a list; a list that is absent or null is empty. @throws AnswerUnreadable */
export function asObjects(value: ExactJson | undefined, name: string): readonly JsonObject[] {
  if (value === undefined || value === null) return [];
  const objects = Array.isArray(value) ? value.map(asObject) : null;
  if (objects === null || objects.includes(null))
    throw new AnswerUnreadable(`The ledger returned a report that Tieout can't read (“${name}” isn't a list of objects).`);
  return objects as JsonObject[];
}

/** Text; anything else counts as empty. */
export function asText(value: ExactJson | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A cell as sent; null for empty text. */
export function cellOf(value: ExactJson | undefined): string | null {
  const text = asText(value).trim();
  return text === "" ? null : text;
}

/** The amount of a cell; null for an empty one. @throws AnswerUnreadable for anything but a numeral */
export function cellAmount(cell: string | null | undefined, label: string): DecimalString | null {
  if (cell === null || cell === undefined) return null;
  const value = readDecimal(cell);
  if (value === null) throw new AnswerUnreadable(`The report's row “${label}” has “${cell.slice(0, 40)}” instead of an amount.`);
  return value;
}

/** The sign in which a statement shows a row: `debit` unchanged, `credit` with its sign reversed. */
export type Side = "debit" | "credit";

/** The normal balance of an account's class. */
export function sideOfClass(account: Pick<Account, "class"> | undefined): Side | null {
  if (account === undefined || account.class === "non_posting") return null;
  return account.class === "asset" || account.class === "expense" ? "debit" : "credit";
}

/** Debits positive, whichever sign the report uses. */
export function debitPositive(amount: DecimalString, side: Side): DecimalString {
  return side === "debit" ? amount : negateDecimal(amount);
}

/** The side of an account's row: its section's, else that of the account's class. @throws AnswerUnreadable when neither is known */
export function sideOf(section: Side | null, account: Account | undefined, label: string): Side {
  const side = section ?? sideOfClass(account);
  if (side !== null) return side;
  throw new AnswerUnreadable(`Neither the report nor the local copy says whether “${label}” is a debit or a credit.`);
}

/** An amount of an account, or of a line that the ledger calculates. */
export function reportAmount(
  subject: ReportAmount["subject"],
  subjectId: string,
  measure: ReportAmount["measure"],
  amount: DecimalString,
  currency: string,
): ReportAmount {
  return { subject, subjectId, measure, amount, currency };
}
