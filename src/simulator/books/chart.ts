import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { holdingAccounts } from "./everyday-holdings.ts";
import { everydayAccount } from "./everyday-names.ts";
import { uuidFrom } from "./ids.ts";
import type { BooksOptions, SimAccount } from "./types.ts";

/** code, name, kind, parent's name (style b and c only; parents themselves are left out of style a). */
type Row = readonly [code: string, name: string, kind: SimAccount["kind"], parent?: string];

const ROWS: readonly Row[] = [
  ["1000", "Operating account", "bank"],
  ["1010", "Savings account", "bank"],
  ["1100", "Trade debtors", "receivable"],
  ["1200", "Stock on hand", "inventory"],
  ["1500", "Plant and equipment", "fixed_asset"],
  ["1510", "Vehicles", "fixed_asset", "Plant and equipment"],
  ["2000", "Trade creditors", "payable"],
  ["2050", "Company card", "credit_card"],
  ["2100", "Sales tax", "tax"],
  ["2200", "Accrued expenses", "current_liability"],
  ["2210", "Staff claims to reimburse", "current_liability", "Accrued expenses"],
  ["3000", "Owner's equity", "equity"],
  ["3900", "Retained earnings", "retained_earnings"],
  ["4000", "Sales", "revenue"],
  ["4010", "Consulting fees", "revenue", "Sales"],
  ["4020", "Product sales", "revenue", "Sales"],
  ["4100", "Freight recovered", "revenue"],
  ["4800", "Interest received", "other_income"],
  ["4810", "Realised currency differences", "other_income"],
  ["5000", "Cost of sales", "cost_of_sales"],
  ["5010", "Materials", "cost_of_sales", "Cost of sales"],
  ["5011", "Timber", "cost_of_sales", "Materials"],
  ["5012", "Treated timber", "cost_of_sales", "Timber"],
  ["5013", "Decking", "cost_of_sales", "Treated timber"],
  ["5100", "Subcontractors", "cost_of_sales"],
  ["6000", "Advertising", "expense"],
  ["6010", "Bank charges", "expense"],
  ["6020", "Cleaning", "expense", "Premises"],
  ["6025", "Premises", "expense"],
  ["6030", "Rent", "expense", "Premises"],
  ["6040", "Light, power & heating", "expense", "Premises"],
  ["6050", "Insurance", "expense"],
  ["6060", "Legal fees", "expense"],
  ["6070", "Motor vehicles", "expense"],
  ["6071", "Fuel", "expense", "Motor vehicles"],
  ["6072", "Vehicle repairs", "expense", "Motor vehicles"],
  ["6080", "Office supplies", "expense"],
  ["6090", "Software subscriptions", "expense"],
  ["6100", "Telephone & internet", "expense"],
  ["6110", "Travel – domestic", "expense"],
  ["6120", "Travel – international", "expense"],
  ["6130", "Entertainment (½ deductible)", "expense"],
  ["6140", "Wages and salaries", "expense"],
  ["6150", "Repairs & maintenance", "expense"],
  ["6160", "Depreciation", "expense"],
  ["6170", "Staff training", "expense"],
  ["6900", "Old postage account", "expense"],
  ["8000", "Rounding", "other_expense"],
  ["8100", "Penalties", "other_expense"],
];

const ONLY_B_AND_C: readonly Row[] = [["2010", "Contractor payables", "payable"]];
const ONLY_B: readonly Row[] = [["1090", "Undeposited funds", "undeposited_funds"]];
const ONLY_C: readonly Row[] = [
  ["2300", "Customer deposits", "unapplied_receipts"],
  ["1300", "Vendor prepayments", "unapplied_payments"],
];

/** The chart of accounts; flat for style a, nested up to five levels for b and c. */
export function chartOfAccounts(options: BooksOptions, createdMs: number): SimAccount[] {
  const rows: readonly Row[] = [
    ...ROWS,
    ...(options.style === "a" ? [] : ONLY_B_AND_C),
    ...(options.style === "b" ? ONLY_B : []),
    ...(options.style === "c" ? ONLY_C : []),
    ...(options.everyday === undefined ? [] : holdingAccounts(options.everyday)),
  ];
  const first = options.style === "c" ? 101 : 31;
  const ids = new Map(
    rows.map(([code, name], index) => [name, options.style === "a" ? uuidFrom(options.seed, code) : String(first + index)]),
  );
  return rows.map(([code, name, kind, parent], index) => ({
    id: ids.get(name) as string,
    code: options.style === "a" ? shortCode(code) : code,
    name: kind === "tax" ? taxAccountName(options.country) : options.everyday !== undefined ? everydayAccount(name) : name,
    kind,
    parentId: options.style === "a" || parent === undefined ? null : (ids.get(parent) ?? null),
    currency: options.baseCurrency,
    active: name !== "Old postage account",
    createdMs,
    modifiedMs: createdMs + index * 1000,
    version: 0,
  }));
}

/** The account of a code of the list above. */
export function accountByCode(accounts: readonly SimAccount[], code: string): SimAccount {
  const found = accounts.find((account) => account.code === code) ?? accounts.find((account) => account.code === shortCode(code));
  if (found === undefined) throw new Error(`no account ${code}`);
  return found;
}

/** Ledger A's charts have codes of three digits. */
function shortCode(code: string): string {
  return `${code.slice(0, 1)}${code.slice(-3, -1)}${code.endsWith("0") ? "" : code.slice(-1)}`;
}

function taxAccountName(country: string): string {
  if (country === "US") return "Sales tax payable";
  return ["GB", "IE", "DE", "FR"].includes(country) ? "VAT" : "GST";
}

/** Midnight UTC of a day. */
export function dayMs(date: string): number {
  return dayNumber(calendarDate(date)) * 86_400_000;
}
