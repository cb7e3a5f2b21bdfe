import { addDays, type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { pick, randomInt } from "#shared/kernel/random.ts";
import { accountByCode } from "../chart.ts";
import type { NewLine } from "../compose.ts";
import { EVERYDAY_VENDORS, type EverydayFirm, expectedSales } from "../everyday-firm.ts";
import { holdingEntries } from "../everyday-holdings.ts";
import { addDocument, lineDimensions, type Making, pickEntity, pickParty } from "../making.ts";
import { decimalsOf, fromUnits, productUnits } from "../money.ts";
import { documentNumber } from "../numbers.ts";
import { rateOn } from "../rates.ts";
import { taxChoices } from "../tax-codes.ts";
import type { SimParty, TransactionKind } from "../types.ts";

/** A month under construction; amounts are cents of the base currency. */
interface Month {
  readonly making: Making;
  readonly firm: EverydayFirm;
  readonly start: CalendarDate;
  /** The last day that has happened. */
  readonly last: CalendarDate;
  /** 0 is the first of the history. */
  readonly index: number;
  /** The newest month that is over: the one that is being closed. */
  readonly closing: boolean;
  readonly sales: bigint;
}

/** One month of an everyday firm: what it sells, what that costs, and the bills and wages that come every month. */
export function generateEverydayMonth(making: Making, firm: EverydayFirm, index: number): void {
  const { options, random } = making;
  const start = monthStart(options.today, index + 1 - options.months);
  const end = monthEnd(start);
  const last = end < options.today ? end : options.today;
  const expected = expectedSales(firm, index, Number(start.slice(5, 7)));
  const month: Month = {
    making,
    firm,
    start,
    last,
    index,
    closing: index === options.months - 2 || options.months === 1,
    sales: percent(expected, randomInt(random, 97, 103)),
  };
  sell(month);
  buyForSales(month);
  payMonthlyBills(month);
  buyOnCard(month);
  payWages(month);
  closeMonth(month);
  for (const { ofMonth, memo, sides } of holdingEntries(firm, index, options.months - 2)) entry(month, day(month, ofMonth), memo, sides);
}

const percent = (units: bigint, share: number): bigint => (units * BigInt(share)) / 100n;

function day(month: Month, ofMonth: number): CalendarDate {
  const date = addDays(month.start, ofMonth - 1);
  const end = monthEnd(month.start);
  return date < end ? date : end;
}

/** Income accounts and, where sales name items, the item that posts to each; with its share of an invoice. */
const SOLD: readonly (readonly [account: string, item: string, share: number])[] = [
  ["4020", "PUMP-2", 58],
  ["4010", "HRS", 34],
  ["4100", "FRT", 8],
];
const ITEM_PLACES: Readonly<Record<string, number>> = { "PUMP-2": 6, HRS: 1, FRT: 11 };

/** A sixth of the sales is paid at the counter, week by week; the rest is invoiced. */
function sell(month: Month): void {
  const { making, start, last } = month;
  const { random, options } = making;
  const full = monthEnd(start);
  const count = Math.max(3, options.invoicesPerMonth);
  const weights = Array.from({ length: count }, () => randomInt(random, 60, 140));
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  const invoiced = percent(month.sales, 84);
  for (const weight of weights) {
    const date = addDays(start, randomInt(random, 0, Number(full.slice(8, 10)) - 1));
    const party = pickParty(making, "customer");
    const terms = pick(random, [14, 20, 30, 30]);
    const lines = soldLines(month, party.currency, date, (invoiced * BigInt(weight)) / whole);
    if (date > last) continue;
    document(month, "sales_invoice", party, date, lines, { dueDate: addDays(date, terms) });
  }
  for (const ofMonth of [6, 13, 20, 27]) {
    const amount = percent(percent(month.sales, 4), randomInt(random, 94, 106));
    const party = pickParty(making, "customer", false);
    const bank = { accountId: accountByCode(making.books.accounts, "1000").id };
    document(month, "cash_sale", party, day(month, ofMonth), soldLines(month, party.currency, day(month, ofMonth), amount), bank);
  }
}

function soldLines({ making }: Month, currency: string, date: CalendarDate, amount: bigint): NewLine[] {
  const { books, random } = making;
  const { usual, other } = taxChoices(books.taxCodes, "sales");
  const taxCodeId = (currency === books.baseCurrency ? usual : other).id;
  const parts = random() < 0.5 ? SOLD : SOLD.slice(0, 2);
  const whole = parts.reduce((sum, [, , share]) => sum + share, 0);
  return parts.map(([account, item, share]) => {
    const base = fromUnits((amount * BigInt(share)) / BigInt(whole), 2);
    const priced = priceOf(making, base, currency, date);
    const named = books.style === "a" ? { accountId: accountByCode(books.accounts, account).id } : {};
    const sold = books.items[ITEM_PLACES[item] ?? 0];
    return {
      ...named,
      ...(books.style === "a" ? {} : { itemId: sold?.id ?? null }),
      description: sold?.name ?? null,
      taxCodeId,
      dimensions: lineDimensions(making),
      ...priced,
    };
  });
}

/** A few of something, or one, at a price in the currency of the customer or vendor. */
function priceOf(
  { random, books }: Making,
  base: DecimalString,
  currency: string,
  date: CalendarDate,
): { readonly quantity: DecimalString; readonly unitPrice: DecimalString } {
  const scale = decimalsOf(currency);
  const quantity = pick(random, [1, 1, 2, 4, 5]);
  const units = productUnits(base, rateOn(currency, books.baseCurrency, date), scale);
  return { quantity: String(quantity) as DecimalString, unitPrice: fromUnits(units / BigInt(quantity), scale) };
}

/** Which costs follow the sales, from which of the firm's vendors; with their share. */
const BOUGHT: readonly (readonly [account: string, vendor: number, share: number, bills: number])[] = [
  ["5000", 0, 55, 2],
  ["5010", 5, 27, 1],
  ["5100", 7, 18, 1],
];

function buyForSales(month: Month): void {
  const { making, firm } = month;
  const costs = percent(percent(month.sales, firm.costPercent), randomInt(making.random, 97, 103));
  for (const [account, vendor, share, usual] of BOUGHT) {
    const bills = usual * Math.ceil(making.options.invoicesPerMonth / 10);
    for (let made = 0; made < bills; made++) {
      const amount = percent(costs, share) / BigInt(bills);
      bill(month, vendor, 4 + Math.floor((made * 24) / bills), 30, account, amount, "Supplies for the month");
    }
  }
}

/** Percent of the usual power bill, January first: heating where it is winter in January. */
const POWER = [128, 122, 112, 98, 88, 82, 80, 82, 88, 98, 112, 126];
const SOUTHERN = ["NZ", "AU"];

function payMonthlyBills(month: Month): void {
  const { making, firm, start, closing } = month;
  const story = closing ? firm.story : "clean";
  const ofYear = Number(start.slice(5, 7));
  const season = POWER[(ofYear - 1 + (SOUTHERN.includes(making.options.country) ? 6 : 0)) % 12] ?? 100;
  const rent = BigInt(firm.rent) * 100n;
  if (story !== "missing_rent") bill(month, 1, 1, 7, "6030", rent, "Rent");
  const power = percent(percent(rent, 16), season);
  bill(month, 2, 12, 14, "6040", percent(power, randomInt(making.random, 96, 104)), "Power and heating");
  bill(month, 3, 8, 14, "6100", 18_900n, "Phones and internet");
  bill(month, 6, 28, 14, "6020", percent(rent, 11), "Cleaning, four visits");
  // Cover is paid by the month, but for the firm that pays for a year ahead.
  const cover = percent(rent, 14);
  bill(
    month,
    4,
    3,
    14,
    "6050",
    story === "annual_insurance" ? cover * 11n : cover,
    story === "annual_insurance" ? "Cover for the year ahead" : "Monthly cover",
  );
  if (ofYear % 3 === 0) bill(month, 0, 18, 20, "6060", 68_000n, "Quarterly advice");
  if (story === "equipment_in_repairs") bill(month, 0, 16, 30, "6150", 486_000n, "Oven, second-hand, with delivery");
  else if (month.index % 4 === 1) bill(month, 0, 22, 20, "6150", BigInt(randomInt(making.random, 14_000, 32_000)), "Repairs");
  bill(month, 5, 20, 30, "6000", percent(month.sales, 1), "Advertising");
}

/** A bill of one line without tax in it. */
function bill(month: Month, vendor: number, ofMonth: number, terms: number, account: string, amount: bigint, what: string): void {
  const { making } = month;
  const party = vendorAt(making, vendor);
  const date = day(month, ofMonth);
  document(month, "purchase_bill", party, date, [boughtLine(making, account, amount, what)], { dueDate: addDays(date, terms) });
}

/** The firm's regular vendors are the first it made; small firms have fewer. */
function vendorAt({ books }: Making, place: number): SimParty {
  const regular = books.parties.filter(({ role, currency, active }) => role === "vendor" && currency === books.baseCurrency && active);
  const named = regular.find(({ name }) => name === EVERYDAY_VENDORS[place]);
  return named ?? (regular[place % regular.length] as SimParty);
}

function boughtLine(making: Making, account: string, amount: bigint, description: string): NewLine {
  const { books } = making;
  const { usual } = taxChoices(books.taxCodes, "purchases");
  const stated = fromUnits(amount, 2);
  const priced = books.style === "a" ? { quantity: "1" as DecimalString, unitPrice: stated } : { amount: stated };
  return {
    accountId: accountByCode(books.accounts, account).id,
    description,
    taxCodeId: usual.id,
    dimensions: lineDimensions(making),
    ...priced,
  };
}

/** What staff put on the company card, and what the bank charges. */
const CARD: readonly (readonly [ofMonth: number, account: string, least: number, most: number, what: string])[] = [
  [3, "6090", 26_400, 26_400, "Software subscriptions"],
  [5, "6071", 11_500, 12_800, "Fuel"],
  [14, "6071", 11_500, 12_800, "Fuel"],
  [24, "6071", 11_500, 12_800, "Fuel"],
  [10, "6080", 11_000, 14_500, "Office supplies"],
  [17, "6110", 9_500, 12_500, "Parking and tolls"],
];

function buyOnCard(month: Month): void {
  const { making } = month;
  const card = { method: "credit_card" as const, accountId: accountByCode(making.books.accounts, "2050").id };
  for (const [ofMonth, account, least, most, what] of CARD) {
    const amount = BigInt(randomInt(making.random, least, most));
    document(month, "cash_purchase", vendorAt(making, 0), day(month, ofMonth), [boughtLine(making, account, amount, what)], card);
  }
  const fee = [boughtLine(making, "6010", 4_250n, "Account and merchant fees")];
  const bank = { method: "check" as const, accountId: accountByCode(making.books.accounts, "1000").id };
  document(month, "cash_purchase", vendorAt(making, 3), monthEnd(month.start), fee, bank);
}

interface More {
  readonly dueDate?: CalendarDate;
  readonly accountId?: string;
  readonly method?: "check" | "credit_card";
}

/** Adds a document unless its day is still to come; nothing that comes every month is voided later. */
function document(month: Month, kind: TransactionKind, party: SimParty, date: CalendarDate, lines: readonly NewLine[], more: More): void {
  const { making, last } = month;
  if (date > last) return;
  const { method, ...rest } = more;
  const methods = making.options.style === "a" || method === undefined ? {} : { method };
  const { id } = addDocument(making, {
    kind,
    number: documentNumber(making, kind),
    partyId: party.id,
    date,
    entityId: kind.includes("sale") ? pickEntity(making) : mainEntity(making),
    lines,
    ...rest,
    ...methods,
  });
  if (kind !== "sales_invoice" && kind !== "cash_sale") making.kept.add(id);
}

function mainEntity({ books }: Making): string | null {
  return books.style === "c" ? (books.entities[0]?.id ?? null) : null;
}

/** Two paydays; what was withheld is paid over on the 20th of the next month. Wages rise by three percent each January. */
function payWages(month: Month): void {
  const { firm, start, making, closing } = month;
  const years = Number(start.slice(0, 4)) - Number(making.options.today.slice(0, 4)) + 2;
  let gross = percent(BigInt(firm.payroll) * 100n, 100 + 3 * years);
  if (closing && firm.story === "overtime") gross = percent(gross, 119);
  const withheld = percent(gross, 24);
  for (const ofMonth of [15, 31])
    entry(month, day(month, ofMonth), "Wages", [
      ["6140", gross],
      ["1000", withheld - gross],
      ["2200", -withheld],
    ]);
  if (month.index > 0) {
    entry(month, day(month, 20), "Withholding paid over", [
      ["2200", withheld * 2n],
      ["1000", -withheld * 2n],
    ]);
  }
}

/** Capital at the start, then what is booked on the last day of each month. */
function closeMonth(month: Month): void {
  const { making, firm, start } = month;
  const { books } = making;
  const capital = BigInt(firm.monthlySales) * 150n;
  if (month.index === 0) {
    const vehicles = percent(capital, 40);
    entry(month, start, "Opening capital", [
      ["1000", capital],
      ["1500", capital],
      ["1510", vehicles],
      ["3000", -capital - capital - vehicles],
    ]);
  }
  const drawn = BigInt(firm.monthlySales) * 14n;
  entry(month, day(month, 10), "Owner's drawings", [
    ["3000", drawn],
    ["1000", -drawn],
  ]);
  const end = monthEnd(start);
  const depreciation = BigInt(firm.monthlySales);
  entry(month, end, "Depreciation for the month", [
    ["6160", depreciation],
    ["1500", -depreciation],
  ]);
  entry(month, end, "Interest received", [
    ["1010", 4_600n + BigInt(month.index) * 20n],
    ["4800", -4_600n - BigInt(month.index) * 20n],
  ]);
  if (Number(start.slice(5, 7)) !== books.fiscalYearEndMonth) return;
  const accrued = BigInt(firm.monthlySales) * 4n;
  const adjusts = books.style !== "a";
  entry(
    month,
    end,
    "Accountant's fee, accrued for the year",
    [
      ["6060", accrued],
      ["2200", -accrued],
    ],
    adjusts,
  );
}

type Side = readonly [account: string, cents: bigint];

/** A journal in base currency, debits positive. */
function entry(month: Month, date: CalendarDate, memo: string, sides: readonly Side[], isAdjustment = false): void {
  const { making, last } = month;
  if (date > last) return;
  const { books } = making;
  const { id } = addDocument(making, {
    kind: "journal",
    number: documentNumber(making, "journal"),
    partyId: null,
    date,
    memo,
    entityId: mainEntity(making),
    isAdjustment,
    lines: sides.map(([code, cents]) => ({
      accountId: accountByCode(books.accounts, code).id,
      amount: fromUnits(cents, 2),
      description: memo,
    })),
  });
  making.kept.add(id);
}
