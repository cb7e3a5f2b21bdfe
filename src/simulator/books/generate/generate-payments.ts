import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { pick, randomInt } from "#shared/kernel/random.ts";
import { uuidFrom } from "../ids.ts";
import { accountOfKind, type Making } from "../making.ts";
import { decimalsOf } from "../money.ts";
import type { PaymentPlan, Settling } from "../settling.ts";
import type { SimTransaction, TransactionKind } from "../types.ts";

/** Uses up advances, then pays invoices and bills: older ones mostly, the last months partly. */
export function generatePayments(making: Making, settling: Settling): void {
  applyAdvances(making, settling, "sales_invoice", ["receipt_overpayment", "receipt_prepayment", "customer_deposit"]);
  applyAdvances(making, settling, "purchase_bill", ["spend_overpayment", "spend_prepayment"]);
  paySide(making, settling, "sales_invoice", "customer_payment");
  paySide(making, settling, "purchase_bill", "vendor_payment");
  if (making.books.style === "a") refundCredits(making, settling);
}

/** Half of the advances are used for the party's next document in base currency. */
function applyAdvances(making: Making, settling: Settling, target: TransactionKind, kinds: readonly TransactionKind[]): void {
  const advances = making.books.transactions.filter(({ kind }) => kinds.includes(kind));
  for (const [index, advance] of advances.entries()) {
    if (index % 2 === 0) continue;
    const next = making.books.transactions.find(
      ({ kind, partyId, date, state, currency, entityId }) =>
        kind === target &&
        partyId === advance.partyId &&
        date >= advance.date &&
        state === "approved" &&
        currency === advance.currency &&
        entityId === advance.entityId,
    );
    if (next !== undefined) settling.apply(advance, next, next.date);
  }
}

interface Due {
  readonly transaction: SimTransaction;
  readonly paidOn: CalendarDate;
}

function paySide(making: Making, settling: Settling, of: TransactionKind, kind: PaymentPlan["kind"]): void {
  const groups = new Map<string, Due[]>();
  for (const transaction of making.books.transactions) {
    if (transaction.kind !== of || transaction.state !== "approved" || settling.open(transaction) <= 0n) continue;
    const paidOn = paymentDate(making, transaction);
    if (paidOn === null) continue;
    const key = `${transaction.partyId}/${transaction.currency}/${transaction.entityId}`;
    groups.set(key, [...(groups.get(key) ?? []), { transaction, paidOn }]);
  }
  const batches = new Map<string, string>();
  for (const list of groups.values()) {
    list.sort((a, b) => (a.paidOn < b.paidOn ? -1 : a.paidOn > b.paidOn ? 1 : 0));
    for (let at = 0; at < list.length; ) {
      const size = making.books.style !== "a" && making.random() < 0.4 ? randomInt(making.random, 2, 4) : 1;
      payGroup(making, settling, kind, list.slice(at, at + size), batches);
      at += size;
    }
  }
}

/** When a document is paid; null for bad payers and for what is not due yet. */
function paymentDate(making: Making, transaction: SimTransaction): CalendarDate | null {
  if (making.options.everyday !== undefined) return everydayPaymentDate(making, transaction);
  const lag = making.random() < 0.2 ? randomInt(making.random, 15, 75) : randomInt(making.random, -8, 12);
  if (making.random() < 0.03) return null;
  const wanted = addDays(transaction.dueDate ?? transaction.date, lag);
  const paidOn = wanted < transaction.date ? transaction.date : wanted;
  return paidOn > making.options.today ? null : paidOn;
}

/** Bills are paid when they are due; most customers pay about then, some weeks late, and one in eighty not at all. */
function everydayPaymentDate({ random, options }: Making, { kind, date, dueDate }: SimTransaction): CalendarDate | null {
  const chance = random();
  const late = kind === "sales_invoice" ? 0.14 : 0.03;
  const lag = chance < late ? randomInt(random, 9, 38) : randomInt(random, kind === "sales_invoice" ? -4 : -1, 6);
  if (kind === "sales_invoice" && chance > 0.9875) return null;
  const wanted = addDays(dueDate ?? date, lag);
  const paidOn = wanted < date ? date : wanted;
  return paidOn > options.today ? null : paidOn;
}

function payGroup(
  making: Making,
  settling: Settling,
  kind: PaymentPlan["kind"],
  group: readonly Due[],
  batches: Map<string, string>,
): void {
  const { random, books, options } = making;
  const date = (group.at(-1) as Due).paidOn;
  const inPart = group.length === 1 && random() < (options.everyday === undefined ? 0.1 : 0.03);
  const targets = group.map(({ transaction }) => ({
    transaction,
    units: inPart ? partOf(settling.open(transaction)) : settling.open(transaction),
  }));
  const usable = targets.filter(({ units }) => units > 0n);
  const first = usable[0]?.transaction;
  if (first === undefined) return;
  const plan: PaymentPlan = {
    kind,
    date,
    targets: usable,
    // Ledger A shows money without a document as an overpayment instead; Ledger B never on bills.
    extra: books.style !== "a" && (books.style === "c" || kind === "customer_payment") && random() < 0.04 ? extraFor(first) : 0n,
    accountId: accountOfKind(making, kind === "vendor_payment" && random() < 0.1 && options.everyday === undefined ? "credit_card" : "bank")
      .id,
    method: null,
    reference: random() < 0.5 ? pick(random, [`BACS ${randomInt(random, 1, 999)}`, "Thanks!", String(randomInt(random, 100, 9999))]) : null,
    batchId: batchOf(making, kind, date, first, batches),
  };
  const isCard = books.accounts.some(({ id, kind: of }) => id === plan.accountId && of === "credit_card");
  settling.pay({ ...plan, method: kind === "vendor_payment" && books.style !== "a" ? (isCard ? "credit_card" : "check") : null });
  const later = addDays(date, randomInt(random, 5, 40));
  if (!inPart || later > options.today || random() < 0.35) return;
  const rest = usable.map(({ transaction }) => ({ transaction, units: settling.open(transaction) }));
  settling.pay({
    ...plan,
    date: later,
    targets: rest,
    extra: 0n,
    batchId: null,
    method: null,
    accountId: accountOfKind(making, "bank").id,
  });
}

function partOf(units: bigint): bigint {
  return units / 2n > 0n ? units / 2n : units;
}

function extraFor(transaction: SimTransaction): bigint {
  return decimalsOf(transaction.currency) === 0 ? 5000n : 5000n + BigInt(transaction.lines.length) * 1250n;
}

/** Ledger A: a run of payments on one account and day in base currency may be one batch. */
function batchOf(
  making: Making,
  kind: PaymentPlan["kind"],
  date: CalendarDate,
  first: SimTransaction,
  batches: Map<string, string>,
): string | null {
  const { books, options, random } = making;
  if (books.style !== "a" || first.currency !== books.baseCurrency) return null;
  const key = `${kind}/${date}`;
  const known = batches.get(key);
  if (known !== undefined) return known;
  if (random() > 0.15) return null;
  const id = uuidFrom(options.seed, `batch-${key}`);
  batches.set(key, id);
  return id;
}

/** Ledger A: money paid back on a customer's credit note, and received on a vendor's. */
function refundCredits(making: Making, settling: Settling): void {
  for (const [creditKind, kind] of [
    ["sales_credit", "vendor_payment"],
    ["purchase_credit", "customer_payment"],
  ] as const) {
    const open = making.books.transactions.filter((credit) => credit.kind === creditKind && settling.open(credit) > 0n);
    const credit = open[1];
    if (credit === undefined) continue;
    const accountId = accountOfKind(making, "bank").id;
    const targets = [{ transaction: credit, units: settling.open(credit) }];
    settling.pay({ kind, date: credit.date, targets, extra: 0n, accountId, method: null, reference: "Refund", batchId: null });
  }
}
