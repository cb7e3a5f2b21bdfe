import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { applicationKind, applicationOf } from "./applications.ts";
import { addDocument, addDocumentAt, type Making } from "./making.ts";
import { decimalsOf, fromUnits, toUnits } from "./money.ts";
import { documentNumber } from "./numbers.ts";
import type { SimAllocation, SimTransaction } from "./types.ts";

/** Keeps what is open while payments and credits are invented. */
export interface Settling {
  /** Open part in smallest units of the document's currency. */
  open(transaction: SimTransaction): bigint;
  /** Applies as much of a credit (or deposit, overpayment) as fits; style b adds the payment of zero that does it. */
  apply(credit: SimTransaction, target: SimTransaction, date: CalendarDate): void;
  /** One payment over several documents of one party and currency. */
  pay(input: PaymentPlan): SimTransaction;
}

export interface PaymentPlan {
  readonly kind: "customer_payment" | "vendor_payment";
  readonly date: CalendarDate;
  readonly targets: readonly { readonly transaction: SimTransaction; readonly units: bigint }[];
  /** Received above what is allocated, in smallest units. */
  readonly extra: bigint;
  readonly accountId: string;
  readonly method: SimTransaction["method"];
  readonly reference: string | null;
  readonly batchId: string | null;
}

export function createSettling(making: Making): Settling {
  const openUnits = new Map<string, bigint>();
  const open = (transaction: SimTransaction): bigint =>
    openUnits.get(transaction.id) ?? toUnits(transaction.total, decimalsOf(transaction.currency));
  const allocate = (from: SimTransaction, target: SimTransaction, units: bigint, date: CalendarDate, viaId?: string): void => {
    const amount = fromUnits(units, decimalsOf(from.currency));
    const allocation: SimAllocation = { id: "", toId: target.id, amount, date, ...(viaId === undefined ? {} : { viaId }) };
    from.allocations.push(allocation);
    openUnits.set(target.id, open(target) - units);
    if (from.kind !== "customer_payment" && from.kind !== "vendor_payment") openUnits.set(from.id, open(from) - units);
  };
  return {
    open,
    apply(credit, target, date) {
      const units = open(credit) < open(target) ? open(credit) : open(target);
      if (units <= 0n || credit.partyId !== target.partyId || credit.currency !== target.currency) return;
      const via = making.books.style === "b" ? zeroPayment(making, credit, date) : application(making, credit, target, units, date);
      allocate(credit, target, units, date, via?.id);
      touch(credit, via?.createdMs ?? credit.createdMs + 5000);
      touch(target, via?.createdMs ?? credit.createdMs + 5000);
    },
    pay(plan) {
      const payment = addPayment(making, plan);
      for (const { transaction, units } of plan.targets) {
        allocate(payment, transaction, units, plan.date);
        touch(transaction, payment.createdMs);
      }
      return payment;
    },
  };
}

/** A ledger notes the change on the document that was paid; never before its own creation. */
function touch(transaction: SimTransaction, atMs: number): void {
  transaction.modifiedMs = Math.max(transaction.modifiedMs, atMs);
  transaction.version++;
}

function addPayment(making: Making, plan: PaymentPlan): SimTransaction {
  const first = plan.targets[0]?.transaction as SimTransaction;
  const units = plan.targets.reduce((sum, target) => sum + target.units, plan.extra);
  const payment = addDocument(making, {
    kind: plan.kind,
    number: documentNumber(making, plan.kind),
    reference: plan.reference,
    partyId: first.partyId,
    date: plan.date,
    currency: first.currency,
    accountId: plan.accountId,
    method: plan.method,
    entityId: first.entityId,
    lines: [],
    total: fromUnits(units, decimalsOf(first.currency)),
  });
  payment.batchId = plan.batchId;
  return payment;
}

/** Style c applies advances with a separate transaction. */
function application(
  making: Making,
  credit: SimTransaction,
  target: SimTransaction,
  units: bigint,
  date: CalendarDate,
): SimTransaction | undefined {
  const kind = making.books.style === "c" ? applicationKind(credit.kind) : null;
  if (kind === null) return undefined;
  const createdMs = Math.max(credit.createdMs, target.createdMs) + 5000;
  return addDocumentAt(making, applicationOf(kind, credit, target, fromUnits(units, decimalsOf(credit.currency)), date), createdMs);
}

function zeroPayment(making: Making, credit: SimTransaction, date: CalendarDate): SimTransaction {
  const zero = fromUnits(0n, decimalsOf(credit.currency)) as DecimalString;
  return addDocument(making, {
    kind: credit.kind === "purchase_credit" ? "vendor_payment" : "customer_payment",
    partyId: credit.partyId,
    date,
    currency: credit.currency,
    lines: [],
    total: zero,
  });
}
