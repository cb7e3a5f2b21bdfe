import { addDays, type CalendarDate, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { accountByCode } from "./chart.ts";
import {
  createBill,
  createDocument,
  createInvoice,
  deleteTransaction,
  editTransaction,
  payTransaction,
  voidTransaction,
} from "./events.ts";
import { archiveAccount, moveLock, renameParty } from "./list-events.ts";
import { fromUnits } from "./money.ts";
import { freeText } from "./names.ts";
import { appliedTo, outstandingOf } from "./postings.ts";
import { taxChoices } from "./tax-codes.ts";
import type { Books, SimTransaction, TransactionKind } from "./types.ts";

export interface PlayedEvent {
  readonly what: "create" | "edit" | "pay" | "void" | "delete" | "rename" | "archive" | "lock";
  readonly id: string;
  readonly atMs: number;
}

interface Play {
  readonly books: Books;
  readonly random: Random;
  readonly atMs: number;
  /** Day on which the event happens. */
  readonly day: CalendarDate;
  /** Unique within the books. */
  readonly label: string;
}

const WEIGHTS: readonly (readonly [PlayedEvent["what"], weight: number])[] = [
  ["create", 30],
  ["edit", 25],
  ["pay", 25],
  ["void", 7],
  ["delete", 7],
  ["rename", 3],
  ["archive", 1],
  ["lock", 2],
];

const MOVES: Readonly<Record<PlayedEvent["what"], (play: Play) => string | null>> = {
  create,
  edit,
  pay,
  void: voidOne,
  delete: deleteOne,
  rename,
  archive,
  lock,
};

/** A random legal mixture of changes, spread over the seconds that follow `nowMs` (some share a second). */
export function playEvents(books: Books, seed: number, count: number, nowMs: number): PlayedEvent[] {
  const random = seededRandom(seed);
  const played: PlayedEvent[] = [];
  let atMs = nowMs;
  for (let attempt = 0; played.length < count && attempt < count * 20; attempt++) {
    const what = weighted(random);
    const day = fromDayNumber(Math.floor(atMs / 86_400_000));
    const id = MOVES[what]({ books, random, atMs, day, label: `${seed}.${attempt}` });
    if (id === null) continue;
    played.push({ what, id, atMs });
    // Several changes may fall into one second, even into one millisecond.
    if (random() < 0.7) atMs += books.style === "a" ? randomInt(random, 1, 4000) : randomInt(random, 0, 4) * 1000;
  }
  return played;
}

function weighted(random: Random): PlayedEvent["what"] {
  let left = random() * WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [what, weight] of WEIGHTS) {
    left -= weight;
    if (left < 0) return what;
  }
  return "edit";
}

/** Style b: money moved, or brought to the bank. */
function moveMoney({ books, random, atMs, day }: Play): string | null {
  const account = (code: string) => accountByCode(books.accounts, code).id;
  const amount = fromUnits(BigInt(randomInt(random, 100, 90_000)), 2);
  const [kind, from, to] = pick(random, [
    ["transfer", "1000", "1010"],
    ["card_payment", "1000", "2050"],
    ["deposit", "1000", "3000"],
  ] as const);
  const lines = [{ accountId: account(to), amount, description: freeText(random) }];
  return createDocument(books, { kind, partyId: null, date: day, accountId: account(from), memo: freeText(random), lines }, atMs).id;
}

function create({ books, random, atMs, day, label }: Play): string | null {
  if (books.style === "b" && random() < 0.2) return moveMoney({ books, random, atMs, day, label });
  const selling = random() < 0.5;
  const parties = books.parties.filter(
    ({ role, active, currency }) =>
      active && currency === books.baseCurrency && (role === "both" || role === (selling ? "customer" : "vendor")),
  );
  const party = pick(random, parties);
  const { usual } = taxChoices(books.taxCodes, selling ? "sales" : "purchases");
  const unitPrice = fromUnits(BigInt(randomInt(random, 100, 250_000)), 2);
  const quantity = String(randomInt(random, 1, 9)) as DecimalString;
  const item = pick(random, books.items);
  const line = { itemId: item.id, description: freeText(random), quantity, unitPrice, taxCodeId: usual.id };
  const input = { partyId: party.id, date: day, dueDate: addDays(day, 30), memo: freeText(random), number: `N-${label}`, lines: [line] };
  return (selling ? createInvoice : createBill)(books, input, atMs).id;
}

function edit({ books, random, atMs, label }: Play): string | null {
  const candidate = choose(books, random, ["sales_invoice", "purchase_bill", "cash_purchase", "sales_credit"]);
  if (candidate === undefined) return null;
  const isFree = appliedTo(books, candidate.id).length === 0 && candidate.allocations.length === 0 && candidate.orderId === null;
  const first = candidate.lines[0];
  if (random() < 0.6 || !isFree || first === undefined || candidate.taxInclusive) {
    return editTransaction(books, candidate.id, { memo: `Edited ${label} – ${freeText(random)}` }, atMs).id;
  }
  const lines = candidate.lines.map(({ quantity, unitPrice, ...line }, index) =>
    index > 0 || quantity === null || unitPrice === null
      ? { ...line, quantity, unitPrice, amount: line.net }
      : { ...withoutAmounts(line), unitPrice, quantity: String(randomInt(random, 1, 30)) as DecimalString },
  );
  return editTransaction(books, candidate.id, { lines }, atMs).id;
}

/** A line whose tax and net are to be worked out again. */
function withoutAmounts<T extends { tax: DecimalString; net: DecimalString }>(line: T): Omit<T, "tax" | "net"> {
  const { tax: _tax, net: _net, ...rest } = line;
  return rest;
}

function pay({ books, random, atMs }: Play): string | null {
  const open = live(books, ["sales_invoice", "purchase_bill"]).filter((candidate) => /[1-9]/.test(outstandingOf(books, candidate)));
  return open.length === 0 ? null : payTransaction(books, pick(random, open).id, atMs).id;
}

function voidOne({ books, random, atMs }: Play): string | null {
  const kinds: Record<Books["style"], readonly TransactionKind[]> = {
    a: ["sales_invoice", "purchase_bill", "sales_credit"],
    b: ["sales_invoice", "cash_sale", "customer_payment", "sales_credit"],
    c: ["sales_invoice", "purchase_bill", "customer_payment", "journal"],
  };
  return end(books, choose(books, random, kinds[books.style]), (id) => void voidTransaction(books, id, atMs));
}

function deleteOne({ books, random, atMs }: Play): string | null {
  const kinds: Record<Books["style"], readonly TransactionKind[]> = {
    a: ["cash_purchase", "cash_sale", "customer_payment", "vendor_payment"],
    b: ["sales_invoice", "purchase_bill", "cash_purchase", "journal", "customer_payment", "transfer", "deposit", "card_payment"],
    c: ["sales_invoice", "purchase_bill", "cash_purchase", "journal", "vendor_payment"],
  };
  return end(books, choose(books, random, kinds[books.style]), (id) => deleteTransaction(books, id, atMs));
}

/** Carries out the end of a document unless something hangs on it. */
function end(books: Books, candidate: SimTransaction | undefined, finish: (id: string) => void): string | null {
  if (candidate === undefined || appliedTo(books, candidate.id).length > 0 || candidate.orderId !== null || candidate.billed) return null;
  const isCredit = candidate.allocations.length > 0 && candidate.kind !== "customer_payment" && candidate.kind !== "vendor_payment";
  // A payment of zero goes with its credit, and a batch as a whole.
  const isDeposited = books.transactions.some(({ lines }) => lines.some(({ depositOf }) => depositOf === candidate.id));
  if (isCredit || isDeposited || candidate.batchId !== null || !/[1-9]/.test(candidate.total)) return null;
  finish(candidate.id);
  return candidate.id;
}

function rename({ books, random, atMs, label }: Play): string | null {
  // Ledgers keep employees apart from the lists that a mirror reads.
  const party = pick(
    random,
    books.parties.filter(({ role }) => role !== "employee"),
  );
  renameParty(books, party.id, `${party.name.slice(0, 60)} ${label}`, atMs);
  return party.id;
}

function archive({ books, random, atMs }: Play): string | null {
  const active = books.accounts.filter((account) => account.kind === "expense" && account.active);
  if (active.length === 0) return null;
  const account = pick(random, active);
  archiveAccount(books, account.id, atMs);
  return account.id;
}

function lock({ books, random, atMs, day }: Play): string | null {
  const which = books.style === "a" ? "periodLock" : "bookClose";
  moveLock(books, which, addDays(`${day.slice(0, 7)}-01` as CalendarDate, -1 - 31 * randomInt(random, 0, 4)), atMs);
  return which;
}

function live(books: Books, kinds: readonly TransactionKind[]): SimTransaction[] {
  return books.transactions.filter(({ kind, state }) => state === "approved" && kinds.includes(kind));
}

/** A document outside every lock: a ledger refuses, or should refuse, to change the others. */
function choose(books: Books, random: Random, kinds: readonly TransactionKind[]): SimTransaction | undefined {
  const locked = lockedThrough(books);
  const candidates = live(books, kinds).filter(({ date }) => date > locked);
  return candidates.length === 0 ? undefined : pick(random, candidates);
}

/** The last day that some lock covers; the empty string (before every day) when there is none. */
function lockedThrough(books: Books): string {
  const ends = books.periods.filter(
    ({ kind, allLocked, apLocked, arLocked, closed }) => kind === "month" && (allLocked || apLocked || arLocked || closed),
  );
  const dates = [...Object.values(books.locks), ...ends.map(({ end }) => end)];
  return dates.reduce<string>((latest, date) => (date !== null && date > latest ? date : latest), "");
}
