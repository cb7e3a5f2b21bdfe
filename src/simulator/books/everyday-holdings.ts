/** What a firm holds over many months, in whole base units, and what it and its sister companies charge each other. */
export interface Holdings {
  /** A year's cover paid ahead, expensed by the month; twelve months divide it. */
  readonly cover?: number;
  /** A machine of sixty months, three quarters of it on a loan; sixty months divide it. */
  readonly machine?: number;
  /** A year's membership that a customer paid ahead, earned by the month; twelve months divide it. */
  readonly advance?: number;
  /** The month that is being closed lacks its entries. */
  readonly leavesLastEntries?: boolean;
  /** What it charges its subsidiaries a month, or is charged by its parent; `booked` is what it entered of the last charge. */
  readonly charges?: readonly { readonly to: string; readonly amount: number }[];
  readonly charged?: { readonly amount: number; readonly booked: number };
}

/** A journal in cents, debits positive. */
export interface HoldingEntry {
  readonly ofMonth: number;
  readonly memo: string;
  readonly sides: readonly (readonly [account: string, cents: bigint])[];
}

type Row = readonly [
  code: string,
  name: string,
  kind: "prepayment" | "fixed_asset" | "current_asset" | "current_liability" | "term_liability",
];
type ResultRow = readonly [code: string, name: string, kind: "other_income" | "other_expense"];

/** The accounts that a firm with such holdings has besides everybody's. */
export function holdingAccounts({ holds = {} }: { readonly holds?: Holdings }): readonly (Row | ResultRow)[] {
  const { cover, machine, advance, charges, charged } = holds;
  const rows: (Row | ResultRow)[] = [];
  if (cover !== undefined) rows.push(["1350", "Prepaid expenses", "prepayment"]);
  if (machine !== undefined)
    rows.push(
      ["1580", "Machinery", "fixed_asset"],
      ["1590", "Accumulated depreciation, machinery", "fixed_asset"],
      ["2500", "Bank loan", "term_liability"],
      ["8200", "Interest paid", "other_expense"],
    );
  if (advance !== undefined) rows.push(["2350", "Deferred revenue", "current_liability"]);
  for (const [at, { to }] of (charges ?? []).entries())
    rows.push([`17${at}0`, `Due from ${to}`, "current_asset"], [`48${at + 2}0`, `Service fees, ${to}`, "other_income"]);
  if (charged !== undefined)
    rows.push(["2700", "Due to group companies", "current_liability"], ["8210", "Group services", "other_expense"]);
  return rows;
}

/** Months before the one that is being closed in which each begins. */
const COVER_AGO = 6;
const MACHINE_AGO = 15;
const ADVANCE_AGO = 4;
const YEAR = 12n;
const LIFE = 60n;
/** Percent a year, and the regular payment in millionths of the loan. */
const RATE = 6n;
const PAYMENT = 30_430n;

/**
 * What is entered for a firm's holdings in a month; months count from the first of the books. Books that begin later than a
 * holding are without it.
 * @param closing the month that is being closed
 */
export function holdingEntries({ holds = {} }: { readonly holds?: Holdings }, index: number, closing: number): HoldingEntry[] {
  const last = holds.leavesLastEntries === true ? closing - 1 : closing;
  const monthly = index <= last;
  const ageOf = (ago: number) => (closing < ago ? -1 : index - closing + ago);
  return [
    ...coverEntries(holds, ageOf(COVER_AGO), monthly),
    ...machineEntries(holds, ageOf(MACHINE_AGO), monthly),
    ...advanceEntries(holds, ageOf(ADVANCE_AGO), monthly),
    ...groupEntries(holds, index, closing),
  ];
}

const entry = (ofMonth: number, memo: string, ...sides: HoldingEntry["sides"]): HoldingEntry => ({ ofMonth, memo, sides });

function coverEntries({ cover }: Holdings, age: number, monthly: boolean): HoldingEntry[] {
  if (cover === undefined || age < 0) return [];
  const paid = BigInt(cover) * 100n;
  const part = paid / YEAR;
  return [
    ...(age === 0 ? [entry(2, "Professional indemnity cover, one year", ["1350", paid], ["1000", -paid])] : []),
    ...(monthly && age < 12 ? [entry(31, "Indemnity cover for the month", ["6050", part], ["1350", -part])] : []),
  ];
}

function machineEntries({ machine }: Holdings, age: number, monthly: boolean): HoldingEntry[] {
  if (machine === undefined || age < 0) return [];
  const cost = BigInt(machine) * 100n;
  const loan = (cost * 3n) / 4n;
  const part = cost / LIFE;
  const bought = entry(1, "Machine, a quarter paid and the rest on loan", ["1580", cost], ["2500", -loan], ["1000", loan - cost]);
  const worn = entry(31, "Depreciation of the machine", ["6160", part], ["1590", -part]);
  return [...(age === 0 ? [bought] : []), ...(monthly ? [worn, ...(age > 0 ? [repayment(loan, age)] : [])] : [])];
}

function repayment(loan: bigint, age: number): HoldingEntry {
  const paid = (loan * PAYMENT + 500_000n) / 1_000_000n;
  let left = loan;
  let interest = interestOf(left);
  for (let month = 1; month < age; month++) {
    left -= paid - interest;
    interest = interestOf(left);
  }
  return entry(31, "Loan payment", ["2500", paid - interest], ["8200", interest], ["1000", -paid]);
}

/** A twelfth of the year's interest on a balance in cents. */
function interestOf(left: bigint): bigint {
  return (left * RATE + 600n) / 1_200n;
}

function advanceEntries({ advance }: Holdings, age: number, monthly: boolean): HoldingEntry[] {
  if (advance === undefined || age < 0) return [];
  const paid = BigInt(advance) * 100n;
  const part = paid / YEAR;
  return [
    ...(age === 0 ? [entry(4, "Year's membership, paid ahead", ["1000", paid], ["2350", -paid])] : []),
    ...(monthly && age < 12 ? [entry(31, "Membership earned in the month", ["2350", part], ["4010", -part])] : []),
  ];
}

/** A month's services are charged on its last day and paid in the middle of the next, as far as both booked them. */
function groupEntries({ charges, charged }: Holdings, index: number, closing: number): HoldingEntry[] {
  const entries: HoldingEntry[] = [];
  for (const [at, { amount }] of (charges ?? []).entries()) {
    const fee = BigInt(amount) * 100n;
    const [due, income] = [`17${at}0`, `48${at + 2}0`] as const;
    if (index > 0 && index <= closing) entries.push(entry(15, "Group services paid", ["1000", fee], [due, -fee]));
    entries.push(entry(31, "Group services charged", [due, fee], [income, -fee]));
  }
  if (charged !== undefined) {
    const fee = BigInt(index === closing ? charged.booked : charged.amount) * 100n;
    const before = BigInt(charged.amount) * 100n;
    if (index > 0 && index <= closing) entries.push(entry(15, "Group services paid", ["2700", before], ["1000", -before]));
    entries.push(entry(31, "Group services received", ["8210", fee], ["2700", -fee]));
  }
  return entries;
}
