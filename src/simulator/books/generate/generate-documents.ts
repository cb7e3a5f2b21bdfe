import { addDays, type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { pick, randomInt } from "#shared/kernel/random.ts";
import { accountByCode } from "../chart.ts";
import type { NewDocument, NewLine } from "../compose.ts";
import {
  accountOfKind,
  addDocument,
  headerDimensions,
  inventLines,
  inventPrice,
  type Making,
  nextNumber,
  pickEntity,
  pickParty,
  randomDate,
  times,
} from "../making.ts";
import { decimalsOf, fromUnits, toUnits } from "../money.ts";
import { freeText } from "../names.ts";
import { documentNumber } from "../numbers.ts";
import type { SimParty, SimTransaction, TransactionKind } from "../types.ts";
import { generateEverydayMonth } from "./generate-everyday.ts";
import { generateJournals } from "./generate-journals.ts";

/** How many of a kind for each sales invoice. */
const SHARES: readonly (readonly [TransactionKind, share: number, styles: string])[] = [
  ["sales_invoice", 1, "abc"],
  ["purchase_bill", 0.7, "abc"],
  ["cash_purchase", 0.5, "abc"],
  ["cash_purchase_refund", 0.03, "bc"],
  ["cash_sale", 0.14, "abc"],
  ["cash_sale_refund", 0.02, "bc"],
  ["expense_report", 0.05, "c"],
  ["purchase_order", 0.12, "abc"],
  ["receipt_overpayment", 0.02, "a"],
  ["receipt_prepayment", 0.02, "a"],
  ["spend_overpayment", 0.01, "a"],
  ["spend_prepayment", 0.015, "ac"],
  ["customer_deposit", 0.04, "c"],
];

/** Kinds that an everyday firm generates separately each month; it has a few of the others, too. */
const OF_EVERY_MONTH: readonly TransactionKind[] = ["sales_invoice", "purchase_bill", "cash_purchase", "cash_sale"];

/** Everything but credits, payments and their consequences, for one month (0 is the first of the history). */
export function generateMonth(making: Making, month: number): void {
  const { options, random } = making;
  const { everyday } = options;
  if (everyday !== undefined) generateEverydayMonth(making, everyday, month);
  const start = monthStart(options.today, month + 1 - options.months);
  const end = monthEnd(start);
  const last = end < options.today ? end : options.today;
  const part = end <= options.today ? 1 : Number(options.today.slice(8, 10)) / Number(end.slice(8, 10));
  const rate = options.invoicesPerMonth * part * (0.85 + random() * 0.3);
  // Small companies get at least two of each rare kind, early enough to be settled later.
  const rareMonth = month === Math.min(1, options.months - 1);
  for (const [kind, share, styles] of SHARES) {
    if (!styles.includes(options.style) || (everyday !== undefined && OF_EVERY_MONTH.includes(kind))) continue;
    const count = times(random, rate * share, rareMonth);
    for (let made = 0; made < count; made++) generateOne(making, kind, randomDate(random, start, last), month);
  }
  if (everyday === undefined) generateJournals(making, month, start, last);
}

const ADVANCES: readonly TransactionKind[] = [
  "receipt_overpayment",
  "receipt_prepayment",
  "spend_overpayment",
  "spend_prepayment",
  "customer_deposit",
];

function generateOne(making: Making, kind: TransactionKind, date: CalendarDate, month: number): void {
  const { random, options } = making;
  const selling = kind.startsWith("sales") || kind.startsWith("cash_sale") || kind.startsWith("receipt") || kind === "customer_deposit";
  const party = kind === "expense_report" ? employee(making) : pickParty(making, selling ? "customer" : "vendor", !ADVANCES.includes(kind));
  const common: NewDocument = {
    kind,
    number: documentNumber(making, kind),
    reference: random() < 0.4 ? pick(random, [`PO ${randomInt(random, 10, 999)}`, "Ref: Jo's order", "=A1", "Contract №7"]) : null,
    partyId: party.id,
    date,
    memo: random() < 0.25 ? freeText(random) : null,
    entityId: pickEntity(making),
    headerDimensions: ADVANCES.includes(kind) ? {} : headerDimensions(making),
    lines: [],
  };
  if (ADVANCES.includes(kind)) {
    addDocument(making, {
      ...common,
      total: inventPrice(random, options.baseCurrency, undefined, false),
      accountId: accountOfKind(making, "bank").id,
    });
    return;
  }
  const invented = inventLines(making, kind, party.currency, randomInt(random, 1, kind === "sales_invoice" ? 4 : 3));
  const lines = kind === "cash_purchase_refund" && options.everyday !== undefined ? returned(making, invented, party.currency) : invented;
  const transaction = addDocument(making, {
    ...common,
    lines,
    dueDate: hasDueDate(kind) ? addDays(date, pick(random, [0, 7, 14, 20, 30, 30, 60])) : null,
    taxInclusive: options.style === "a" && random() < (kind === "cash_purchase" ? 0.6 : 0.1),
    ...payment(making, kind),
    state: stateOf(making, kind, month),
  });
  if (kind === "purchase_order") maybeBill(making, transaction, party);
}

/** A small firm returns a part of the office supplies that it buys each month, so that no expense is ever less than nothing. */
function returned({ books }: Making, [first]: readonly NewLine[], currency: string): NewLine[] {
  const scale = decimalsOf(currency);
  const units = toUnits(first?.amount ?? first?.unitPrice ?? ("18.00" as DecimalString), scale) / 4n;
  const { taxCodeId, dimensions } = first ?? {};
  const line = { accountId: accountByCode(books.accounts, "6080").id, description: "Supplies returned", amount: fromUnits(units, scale) };
  return [{ ...line, ...(taxCodeId === undefined ? {} : { taxCodeId }), ...(dimensions === undefined ? {} : { dimensions }) }];
}

function employee(making: Making): SimParty {
  return pick(
    making.random,
    making.books.parties.filter((party) => party.role === "employee"),
  );
}

function hasDueDate(kind: TransactionKind): boolean {
  return kind === "sales_invoice" || kind === "purchase_bill" || kind === "purchase_order";
}

/** How a cash document was paid, and other accounts that differ from the default. */
function payment(making: Making, kind: TransactionKind): Pick<NewDocument, "method" | "accountId"> {
  const { random, books, options } = making;
  if (kind === "expense_report") return { accountId: accountByCode(books.accounts, "2210").id };
  if (kind === "purchase_bill" && options.style !== "a" && random() < 0.08) return { accountId: accountByCode(books.accounts, "2010").id };
  if (kind === "cash_sale" || kind === "cash_sale_refund") return { accountId: accountOfKind(making, "bank").id };
  if (!kind.startsWith("cash_purchase")) return {};
  if (options.style === "a") return { accountId: accountOfKind(making, random() < 0.3 ? "credit_card" : "bank").id };
  const method = kind === "cash_purchase_refund" ? "credit_card" : pick(random, ["check", "credit_card", "credit_card", "cash"] as const);
  return { method, accountId: accountOfKind(making, method === "credit_card" ? "credit_card" : "bank").id };
}

/**
 * Drafts and submitted documents occur in the last two months only: the first ones of a kind always, so that
 * small companies have them too, later ones now and then.
 */
function stateOf(making: Making, kind: TransactionKind, month: number): "draft" | "submitted" | "approved" {
  const { random, options } = making;
  if (month < options.months - 2 || options.style === "b") return "approved";
  if (!(hasDueDate(kind) || (kind === "expense_report" && options.style === "c"))) return "approved";
  const place = kind === "purchase_order" ? 9 : nextNumber(making, `recent ${kind}`, 0);
  const chance = random();
  if (options.style === "c") return place === 1 || chance < 0.05 ? "submitted" : "approved";
  if (place === 1 || chance < 0.05) return "draft";
  return place === 2 || chance < 0.08 ? "submitted" : "approved";
}

/** Three orders in five become a bill with the same lines; the first stays open and the second doesn't. */
function maybeBill(making: Making, order: SimTransaction, party: SimParty): void {
  const date = addDays(order.date, randomInt(making.random, 2, 25));
  const place = nextNumber(making, "orders", 0);
  if (order.state !== "approved" || date > making.options.today || place === 0 || (place > 1 && making.random() > 0.6)) return;
  addDocument(making, {
    kind: "purchase_bill",
    number: documentNumber(making, "purchase_bill"),
    partyId: party.id,
    date,
    dueDate: addDays(date, 30),
    entityId: order.entityId,
    headerDimensions: order.headerDimensions,
    taxInclusive: order.taxInclusive,
    orderId: order.id,
    lines: order.lines.map(({ accountId, itemId, description, quantity, unitPrice, taxCodeId, dimensions, net }) => ({
      accountId,
      itemId,
      description,
      quantity,
      unitPrice,
      ...(quantity === null ? { amount: net } : {}),
      taxCodeId,
      dimensions,
    })),
  });
  order.billed = true;
  for (const line of order.lines) line.quantityBilled = line.quantity;
}
