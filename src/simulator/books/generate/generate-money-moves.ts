import { addDays, type CalendarDate, monthStart } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { booksChanged } from "../books-index.ts";
import { accountByCode, dayMs } from "../chart.ts";
import { composeDocument, type NewDocument } from "../compose.ts";
import { nextId } from "../ids.ts";
import { fromUnits } from "../money.ts";
import type { Books, BooksOptions, SimTransaction } from "../types.ts";
import { cardCharges } from "./generate-settlements.ts";

/** Receipts that wait in undeposited funds before somebody takes them to the bank: every third one. */
const WAITING_EVERY = 3;
const DEPOSITED_TOGETHER = 3;

/**
 * Style b: transfers, card payments, deposits of receipts and of other money. They are generated last, with
 * separate random numbers, so that the other documents are the same without them.
 */
export function generateMoneyMoves(books: Books, options: BooksOptions): void {
  if (options.style !== "b") return;
  const random = seededRandom(options.seed + 0x5eed);
  let createdMs = Math.max(...books.transactions.map((transaction) => transaction.createdMs));
  const add = (input: NewDocument) => {
    if (input.date > options.today) return;
    createdMs = Math.min(createdMs + 1_000, dayMs(options.today) - 1_000);
    books.transactions.push(composeDocument(books, input, nextId(books, "transaction"), createdMs));
    booksChanged(books);
  };
  const account = (code: string) => accountByCode(books.accounts, code).id;
  for (let month = 1 - options.months; month <= 0; month++) {
    const start = monthStart(options.today, month);
    const move = (day: number) => ({ partyId: null, date: addDays(start, day) as CalendarDate });
    const saved = { accountId: account("1010"), amount: amountOf(random, 50_000, 250_000) };
    add({ ...move(9), kind: "transfer", accountId: account("1000"), memo: "To savings", lines: [saved] });
    const invented = amountOf(random, 20_000, 120_000);
    const charged = options.everyday === undefined ? null : cardCharges({ books }, monthStart(start, -1));
    const paid = { accountId: account("2050"), amount: charged === null ? invented : fromUnits(charged, 2) };
    if (charged !== 0n) add({ ...move(19), kind: "card_payment", accountId: account("1000"), lines: [paid] });
    add({ ...move(24), kind: "deposit", accountId: account("1010"), lines: interest(account("4800"), random) });
    for (const batch of takeWaiting(books, start, account("1090"))) add(depositOf(batch, account("1000"), account("6080")));
  }
}

function amountOf(random: Random, least: number, most: number): DecimalString {
  return fromUnits(BigInt(randomInt(random, least, most)), 2);
}

function interest(accountId: string, random: Random): NewDocument["lines"] {
  return [{ accountId, amount: amountOf(random, 300, 4_000), description: "Interest" }];
}

/** Sends some of a month's receipts to undeposited funds, in the batches in which they are deposited. */
function takeWaiting(books: Books, start: CalendarDate, undepositedId: string): SimTransaction[][] {
  const next = monthStart(start, 1);
  const receipts = books.transactions.filter(
    ({ kind, date, state, currency, total }) =>
      kind === "customer_payment" &&
      state === "approved" &&
      date >= start &&
      date < next &&
      currency === books.baseCurrency &&
      /[1-9]/.test(total),
  );
  const waiting = receipts.filter((_, index) => index % WAITING_EVERY === 0);
  for (const receipt of waiting) receipt.accountId = undepositedId;
  const batches: SimTransaction[][] = [];
  for (let at = 0; at < waiting.length; at += DEPOSITED_TOGETHER) batches.push(waiting.slice(at, at + DEPOSITED_TOGETHER));
  return batches;
}

/** Two days after the last receipt; of a batch of several some cash is kept for the office. */
function depositOf(batch: readonly SimTransaction[], bankId: string, kept: string): NewDocument {
  const last = batch.map(({ date }) => date).reduce((a, b) => (a > b ? a : b));
  const waiting = batch[0]?.accountId ?? bankId;
  const lines = batch.map(({ id, total }) => ({ accountId: waiting, amount: total, depositOf: id }));
  const isLarge = Number(sumDecimals(batch.map(({ total }) => total))) > 100;
  const back = batch.length > 1 && isLarge ? [{ accountId: kept, amount: "-20.00" as DecimalString, description: "Stamps" }] : [];
  return { kind: "deposit", partyId: null, date: addDays(last, 2), accountId: bankId, memo: "Receipts", lines: [...lines, ...back] };
}
