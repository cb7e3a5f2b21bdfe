import { readAmount } from "#main/domain/flux/budget-table.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { type ScheduleItem, type ScheduleKind, scheduleItem } from "#shared/model/close/schedule-item.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The titles that a column may have, in lower case, by the field it fills. */
const COLUMNS = {
  kind: ["schedule", "kind", "type"],
  title: ["item", "name", "title", "description"],
  accountId: ["account", "balance sheet account", "prepaid account", "asset account", "loan account"],
  otherAccountId: ["other account", "expense account", "income account", "interest account", "depreciation expense account"],
  contraAccountId: ["accumulated depreciation account", "accumulated depreciation"],
  amount: ["amount", "cost", "principal"],
  from: ["from", "start", "start date", "in service from", "in service"],
  months: ["months", "useful life", "term"],
  by: ["spread", "by"],
  salvage: ["salvage", "salvage value", "residual value"],
  method: ["method"],
  factor: ["factor"],
  rate: ["rate", "interest rate"],
  payment: ["payment", "monthly payment"],
  bookedThrough: ["booked through", "posted through"],
  memo: ["memo", "note"],
} as const;
type Field = keyof typeof COLUMNS;

const KINDS: Readonly<Record<string, ScheduleKind>> = {
  ...{ prepaid: "prepaid", "prepaid expense": "prepaid", prepayment: "prepaid" },
  ...{ "fixed asset": "fixed_asset", fixed_asset: "fixed_asset", asset: "fixed_asset" },
  ...{ "deferred revenue": "deferred_revenue", deferred_revenue: "deferred_revenue", accrual: "accrual", loan: "loan" },
};

/** The kinds as a person writes them, without their codes. */
const KINDS_TO_WRITE = Object.keys(KINDS)
  .filter((name) => !name.includes("_"))
  .join(", ");

const WORDS: Readonly<Record<string, string>> = {
  ...{ month: "month", "by month": "month", day: "day", "by day": "day" },
  ...{ "straight-line": "straight_line", "straight line": "straight_line", straight_line: "straight_line" },
  ...{ "declining balance": "declining_balance", declining_balance: "declining_balance" },
};

/** Fields that only some kinds have; others must be in every file. */
const OWN: Readonly<Record<ScheduleKind, readonly Field[]>> = {
  prepaid: ["by"],
  deferred_revenue: ["by"],
  fixed_asset: ["contraAccountId", "salvage", "method", "factor"],
  accrual: [],
  loan: ["rate", "payment"],
};
const COMMON = ["title", "accountId", "otherAccountId", "amount", "from", "months", "bookedThrough", "memo"] as const;
const AMOUNTS: ReadonlySet<Field> = new Set(["amount", "salvage", "factor", "rate", "payment"]);
const ACCOUNTS: ReadonlySet<Field> = new Set(["accountId", "otherAccountId", "contraAccountId"]);
const MOST_ROWS = 5000;

/**
 * Reads the table of a spreadsheet with a schedule item a row. Its first row names the columns; one row that can't be read
 * refuses the whole file.
 * @param find the id of the account of an id, code or name; null where there is none, or several
 */
export function readItemTable(
  cells: readonly (readonly string[])[],
  find: (named: string) => string | null,
): Result<ScheduleItem[], Failure> {
  const rows = cells.map((row, at) => ({ row, number: at + 1 })).filter(({ row }) => row.some((cell) => cell.trim() !== ""));
  const titles = (rows[0]?.row ?? []).map((title) => title.trim().toLowerCase());
  const places = new Map((Object.keys(COLUMNS) as Field[]).map((field) => [field, placeOf(titles, field)]));
  const missing = (["kind", "title", "accountId", "otherAccountId", "amount", "from", "months"] as const).find(
    (field) => (places.get(field) ?? -1) < 0,
  );
  if (missing !== undefined)
    return wrong(`The first row has no “${COLUMNS[missing][0]}” column. Use one of these titles: ${COLUMNS[missing].join(", ")}.`);
  if (rows.length > MOST_ROWS) return wrong(`The file has more than ${MOST_ROWS} rows. Split it into several files.`);
  const items: ScheduleItem[] = [];
  for (const { row, number } of rows.slice(1)) {
    const read = readRow((field) => (row[places.get(field) ?? -1] ?? "").trim(), number, find);
    if (!read.ok) return read;
    items.push(read.value);
  }
  return items.length === 0 ? wrong("The file has no items.") : ok(items);
}

function readRow(text: (field: Field) => string, number: number, find: (named: string) => string | null): Result<ScheduleItem, Failure> {
  const kind = KINDS[text("kind").toLowerCase()];
  if (kind === undefined) return wrong(`Row ${number}: “${text("kind")}” isn't a type of schedule. Use one of these: ${KINDS_TO_WRITE}.`);
  const fields: Record<string, unknown> = { kind };
  for (const field of [...COMMON, ...OWN[kind]]) {
    const said = text(field);
    if (said === "") continue;
    const value = fieldValue(field, said, find);
    if (value === null) return wrong(`Row ${number}, “${COLUMNS[field][0]}”: ${problemOf(field, said)}`);
    fields[field] = value;
  }
  const item = scheduleItem.safeParse(fields);
  if (item.success) return ok(item.data);
  const field = item.error.issues[0]?.path[0] as Field | undefined;
  return wrong(`Row ${number}: “${field === undefined ? "item" : (COLUMNS[field]?.[0] ?? field)}” is missing or isn't valid.`);
}

function fieldValue(field: Field, said: string, find: (named: string) => string | null): string | number | null {
  if (ACCOUNTS.has(field)) return find(said);
  if (AMOUNTS.has(field)) return readAmount(said);
  if (field === "months") return /^\d{1,3}$/.test(said) ? Number(said) : null;
  if (field === "from" || field === "bookedThrough") return /^\d{4}-\d{2}-\d{2}$/.test(said) ? said : null;
  if (field === "by" || field === "method") return WORDS[said.toLowerCase()] ?? null;
  return said;
}

function problemOf(field: Field, said: string): string {
  if (ACCOUNTS.has(field)) return `“${said}” matches no account or several accounts. Check the account's code or name.`;
  if (field === "rate" || field === "factor") return `“${said}” isn't a number.`;
  if (AMOUNTS.has(field)) return `“${said}” isn't an amount.`;
  if (field === "months") return `“${said}” isn't a whole number of months from 1 to 600.`;
  if (field === "from" || field === "bookedThrough") return `“${said}” isn't a date written like 2026-10-31.`;
  return `“${said}” isn't one of the choices: ${field === "by" ? "month or day" : "straight line or declining balance"}.`;
}

function placeOf(titles: readonly string[], field: Field): number {
  for (const title of COLUMNS[field]) if (titles.includes(title)) return titles.indexOf(title);
  return -1;
}

function wrong(message: string): Result<never, Failure> {
  return fail({ code: "invalid_input", message, field: "file" });
}
