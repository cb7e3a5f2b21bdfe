import { type FiscalCalendar, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import type { ReconciliationPolicy } from "#shared/contract/close/reconciliations.ts";
import { addDays, type CalendarDate, daysBetween } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { CARD_TYPE } from "#shared/model/reports/is-cash.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";

type OneAccount = NonNullable<StatementAccount>;

const NOTHING = decimal("0");
const BASE: ReconciliationPolicy = {
  ...{ required: true, type: "support", risk: "low", frequency: "monthly", tolerance: NOTHING, evidence: false, automatic: false },
  ...{ preparer: null, reviewer: null },
};

const CLEARING = /clearing|suspense|undeposited|uncategori[sz]ed|ask my accountant/i;
const PAYROLL = /payroll|wages payable|salaries payable|paye|superannuation|pension payable|withholding|net pay/i;
const TAX = /\b(vat|gst|hst|pst|sales tax|income tax|corporation tax|tax payable)\b/i;
const LOAN = /\b(loan|mortgage|line of credit|notes? payable|hire purchase|finance lease)\b/i;
const PAYROLL_TYPE = /^(payg|wagespayable|superannuation)liability$/i;

/**
 * The policy that applies to an account until somebody sets one. It is a proposal from the ledger's role and type, and from the
 * name where a chart has neither: bank, cards, receivables, payables, tax, payroll, loans and clearing accounts each month, any
 * other asset or liability each quarter, and equity not at all.
 */
export function defaultPolicy(account: OneAccount): ReconciliationPolicy {
  const { class: side, role, type, name } = account;
  if (role === "bank" || CARD_TYPE.test(type)) return { ...BASE, type: "bank", risk: "high", evidence: true };
  if (role === "receivable" || role === "payable") return { ...BASE, type: "subledger", risk: "medium", automatic: true };
  if (side === "equity") return { ...BASE, required: false, frequency: "yearly" };
  if (CLEARING.test(name)) return { ...BASE, type: "zero_balance", risk: "medium" };
  const isOwed = side === "liability";
  if (isOwed && (PAYROLL_TYPE.test(type) || PAYROLL.test(name))) return { ...BASE, risk: "high", evidence: true };
  if (role === "tax" || (isOwed && TAX.test(name))) return { ...BASE, risk: "high", evidence: true };
  if (LOAN.test(name)) return { ...BASE, risk: "medium", evidence: true };
  return { ...BASE, frequency: "quarterly" };
}

const QUARTER_DAYS = 91.31;
// Fiscal quarters of weeks end up to two weeks beside the calendar's.
const ASIDE = 14;

/** True for the period in which a fiscal quarter or year ends; every period ends a month. */
export function isDueIn(frequency: ReconciliationPolicy["frequency"], periodEnd: CalendarDate, calendar: FiscalCalendar): boolean {
  if (frequency === "monthly") return true;
  const [before, after] = [addDays(periodEnd, -ASIDE), addDays(periodEnd, ASIDE + 1)];
  const [year, next] = [fiscalYearStart(before, calendar), fiscalYearStart(after, calendar)];
  if (frequency === "yearly" || year !== next) return year !== next;
  const quarterOf = (day: CalendarDate) => Math.min(3, Math.floor(daysBetween(year, day) / QUARTER_DAYS));
  return quarterOf(before) !== quarterOf(after);
}
