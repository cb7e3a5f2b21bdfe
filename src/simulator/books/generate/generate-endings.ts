import { pick } from "#shared/kernel/random.ts";
import { indexOf } from "../books-index.ts";
import type { Making } from "../making.ts";
import type { SimTransaction, TransactionKind } from "../types.ts";
import { markVoided } from "../voiding.ts";

const VOIDABLE: Readonly<Record<string, readonly TransactionKind[]>> = {
  a: ["sales_invoice", "purchase_bill", "sales_credit", "purchase_credit", "journal"],
  b: ["sales_invoice", "cash_sale", "customer_payment", "vendor_payment"],
  c: ["sales_invoice", "purchase_bill", "sales_credit", "cash_purchase", "journal", "customer_payment", "vendor_payment"],
};

/** Ledger A keeps deleted records; the others forget them. */
const DELETABLE: Readonly<Record<string, readonly TransactionKind[]>> = {
  a: ["sales_invoice", "purchase_bill", "cash_purchase", "cash_sale", "purchase_order", "customer_payment", "vendor_payment"],
  b: ["sales_invoice", "purchase_bill", "cash_purchase", "journal", "sales_credit"],
  c: ["sales_invoice", "purchase_bill", "cash_purchase", "journal"],
};

/** Voids and deletes a few documents that nothing hangs on; at least one of each. */
export function generateEndings(making: Making): void {
  const { books, options } = making;
  const free = freeDocuments(making);
  const count = Math.max(2, Math.floor(books.transactions.length / 120));
  for (const kind of VOIDABLE[options.style] ?? []) {
    for (const transaction of choose(making, free, kind, Math.max(1, Math.floor(count / 3)))) {
      if (transaction.state !== "approved") continue;
      markVoided(books, transaction, laterMs(making, transaction));
    }
  }
  for (const kind of DELETABLE[options.style] ?? []) {
    for (const transaction of choose(making, free, kind, Math.max(1, Math.floor(count / 4)))) remove(making, transaction);
  }
}

/** Documents without allocations to or from them, orders and batches left out; payments count when they are free to go. */
function freeDocuments(making: Making): Set<SimTransaction> {
  const { books } = making;
  const index = indexOf(books);
  const viaIds = new Set(books.transactions.flatMap(({ allocations }) => allocations.map(({ viaId }) => viaId)));
  return new Set(
    books.transactions.filter(
      ({ id, kind, state, allocations, orderId, billed, batchId }) =>
        state === "approved" &&
        (allocations.length === 0 || kind === "customer_payment" || kind === "vendor_payment") &&
        !index.appliedTo.has(id) &&
        !viaIds.has(id) &&
        orderId === null &&
        !billed &&
        batchId === null &&
        !making.kept.has(id),
    ),
  );
}

function choose(making: Making, free: Set<SimTransaction>, kind: TransactionKind, count: number): SimTransaction[] {
  const candidates = [...free].filter((transaction) => transaction.kind === kind);
  const chosen: SimTransaction[] = [];
  // A company with few documents keeps its last ones.
  while (chosen.length < count && candidates.length > 2) {
    const transaction = pick(making.random, candidates);
    candidates.splice(candidates.indexOf(transaction), 1);
    free.delete(transaction);
    chosen.push(transaction);
  }
  return chosen;
}

function remove(making: Making, transaction: SimTransaction): void {
  const { books } = making;
  const atMs = laterMs(making, transaction);
  if (books.style === "a") {
    transaction.state = "deleted";
    transaction.modifiedMs = atMs;
    transaction.version++;
    return;
  }
  books.transactions.splice(books.transactions.indexOf(transaction), 1);
  books.graveyard.push({ id: transaction.id, kind: transaction.kind, deletedAtMs: atMs });
}

/** Up to 40 days later; half of them in the reach of a change feed. */
function laterMs(making: Making, transaction: SimTransaction): number {
  const days = 1 + Math.floor(making.random() * 40);
  const wanted = transaction.modifiedMs + days * 86_400_000;
  const capped = making.todayMs - 1000 - Math.floor(making.random() * 7200) * 1000;
  return wanted < making.todayMs ? wanted : Math.max(transaction.modifiedMs, capped);
}
