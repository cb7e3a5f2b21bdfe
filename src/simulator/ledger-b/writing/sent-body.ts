import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { missing, refuse } from "./write-fault.ts";

/** A record as a client sends it, numerals as text. */
export type SentBody = { readonly [key: string]: ExactJson };

/** Every member that some record of this ledger has; another one is refused. */
const members = new Set(
  `domain sparse Id SyncToken MetaData DocNumber TxnDate DueDate CurrencyRef ExchangeRate PrivateNote DepartmentRef ClassRef
  GlobalTaxCalculation Line TxnTaxDetail TotalAmt HomeTotalAmt HomeBalance Balance RemainingCredit LinkedTxn CustomerRef VendorRef
  EntityRef ARAccountRef APAccountRef DepositToAccountRef AccountRef PaymentType Credit PrintStatus EmailStatus ApplyTaxAfterDiscount
  CustomerMemo BillEmail BillAddr ShipAddr SalesTermRef PaymentRefNum PaymentMethodRef UnappliedAmt ProcessPayment PayType CheckPayment
  CreditCardPayment Adjustment Name Sku Active FullyQualifiedName Description Taxable UnitPrice Type IncomeAccountRef ExpenseAccountRef
  AssetAccountRef TrackQtyOnHand`.split(/\s+/),
);

export function checkMembers(body: SentBody): void {
  const unknown = Object.keys(body).find((key) => !members.has(key));
  if (unknown !== undefined)
    refuse("2010", "Request has invalid or unsupported property", `Property Name:${unknown} specified is unsupported or invalid`);
}

export function asBody(value: ExactJson | undefined): SentBody | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

/** Text; undefined where the member is absent, null or empty. */
export function sentText(value: ExactJson | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The id of a reference member. */
export function sentRef(value: ExactJson | undefined): string | undefined {
  return sentText(asBody(value)?.value);
}

export function sentList(value: ExactJson | undefined): readonly SentBody[] {
  return Array.isArray(value) ? value.map(asBody).filter((entry) => entry !== null) : [];
}

export function sentNumber(value: ExactJson | undefined, member: string): DecimalString | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" ? readDecimal(value) : null;
  return number ?? refuse("2040", "Invalid number", `${member} is not a number`);
}

export function requiredNumber(value: ExactJson | undefined, member: string): DecimalString {
  return sentNumber(value, member) ?? missing(member);
}

export function sentDate(value: ExactJson | undefined, member: string): CalendarDate | undefined {
  if (value === undefined || value === null) return undefined;
  const date = typeof value === "string" ? readCalendarDate(value) : null;
  return date ?? refuse("2040", "Invalid date", `${member}: ${String(value)} is not a date`);
}

const lengths: Readonly<Record<string, number>> = { DocNumber: 21, PaymentRefNum: 21, PrivateNote: 4000, Name: 100 };

/** Text within the length that the ledger keeps. */
export function sentWords(body: SentBody, member: string): string | undefined {
  const text = sentText(body[member]);
  const most = lengths[member] ?? 4000;
  if (text !== undefined && text.length > most)
    refuse(
      "2050",
      "String length is either shorter or longer than supported by specification",
      `${member} has more than ${most} characters`,
    );
  return text;
}
