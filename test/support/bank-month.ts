import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { bankStatement } from "#simulator/bank-statement.ts";
import type { Tenant } from "./world-tenant.ts";

export const MONTH = { from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31"), today: calendarDate("2026-11-21") };
export const BOUNCED = "RETURNED ITEM";
const BOUNCED_AMOUNT = "-61.75";

/** The ledger's own id of a tenant's bank account. */
export function bankIdOf({ books }: Tenant): string {
  return books.accounts.find(({ kind }) => kind === "bank")?.id ?? "";
}

/**
 * October as a bank sends it: what the books have, cheques of September that clear, deposits of several receipts, the monthly
 * fee, and a receipt that bounced, which the books don't know of.
 */
export function octoberFile(tenant: Tenant): string {
  const text = asOneDeposit(bankStatement(tenant.books, bankIdOf(tenant), MONTH.from, MONTH.to, MONTH.today));
  const day = addDays(MONTH.to, -4).replaceAll("-", "");
  const bounced = `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>${BOUNCED_AMOUNT}<FITID>R1<NAME>${BOUNCED}</STMTTRN>`;
  return withClosing(text.replace("</BANKTRANLIST>", `${bounced}\n</BANKTRANLIST>`), centsOf(BOUNCED_AMOUNT));
}

/** Takes two receipts of neighboring days to the bank together, where the file has no deposit of several yet. */
function asOneDeposit(text: string): string {
  const receipts = [...text.matchAll(/<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>(\d+)<TRNAMT>([\d.]+)<FITID>\w+<NAME>.*<\/STMTTRN>\n/g)];
  const at = receipts.findIndex(([, day], index) => index > 0 && Number(day) - Number(receipts[index - 1]?.[1]) <= 5);
  const [first, second] = [receipts[at - 1], receipts[at]];
  if (text.includes("<NAME>DEPOSIT") || first === undefined || second === undefined) return text;
  const total = amountOf(centsOf(first[2] ?? "0") + centsOf(second[2] ?? "0"));
  const deposit = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${second[1]}<TRNAMT>${total}<FITID>D1<NAME>DEPOSIT</STMTTRN>\n`;
  return text.replace(first[0], "").replace(second[0], deposit);
}

/** Whether a day is in October. */
export function isOctober(date: CalendarDate): boolean {
  return date >= MONTH.from && date <= MONTH.to;
}

/** September, which is reconciled when October begins. */
export const MONTH_BEFORE = { from: calendarDate("2026-09-01"), to: calendarDate("2026-09-30") };

/** The statement of an account in which nothing is unusual: without the bank's fee, which the books don't know of. */
export function quietFile(tenant: Tenant, accountId: string, { from, to }: Pick<typeof MONTH, "from" | "to">): string {
  const text = bankStatement(tenant.books, accountId, from, to, MONTH.today);
  const fees = [...text.matchAll(/<STMTTRN>.*<TRNAMT>(-?[\d.]+)<FITID>fee.*<\/STMTTRN>\n/g)];
  return fees.reduce((rest, [line, amount]) => withClosing(rest.replace(line, ""), -centsOf(amount ?? "0")), text);
}

/** The file with a closing balance that is higher by some cents. */
function withClosing(text: string, change: bigint): string {
  const closing = /<BALAMT>(-?[\d.]+)/.exec(text)?.[1] ?? "0";
  return text.replace(`<BALAMT>${closing}`, `<BALAMT>${amountOf(centsOf(closing) + change)}`);
}

/** In cents, so that no amount is ever a float. */
function centsOf(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}

function amountOf(cents: bigint): string {
  const size = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
}
