import { randomInt } from "#shared/kernel/random.ts";
import { booksChanged } from "./books-index.ts";
import { allocationId, lineId, uuidFrom } from "./ids.ts";
import type { Making } from "./making.ts";
import type { SimAllocation, SimTransaction } from "./types.ts";

/** Puts the transactions in order of creation and gives them, their lines and allocations their final ids. */
export function finishIds(making: Making): void {
  const { books } = making;
  makeTies(books.transactions);
  const all: { readonly id: string; readonly createdMs: number }[] = [
    ...books.transactions,
    // Removed records used up ids as well.
    ...books.graveyard.map(({ id, deletedAtMs }) => ({ id, createdMs: deletedAtMs - 86_400_000 })),
  ];
  all.sort((a, b) => a.createdMs - b.createdMs || provisional(a.id) - provisional(b.id));
  const finals = finalIds(making, all);
  const final = (id: string): string => finals.get(id) as string;
  const transactions = books.transactions.map((transaction) => renamed(making, transaction, final));
  transactions.sort((a, b) => a.createdMs - b.createdMs || compareIds(a.id, b.id));
  books.transactions.splice(0, books.transactions.length, ...transactions);
  const graves = books.graveyard.map((grave) => ({ ...grave, id: final(grave.id) }));
  books.graveyard.splice(0, books.graveyard.length, ...graves);
  booksChanged(books);
}

function finalIds(making: Making, all: readonly { readonly id: string }[]): Map<string, string> {
  const { style, seed } = making.books;
  let number = style === "c" ? 1000 : 100;
  return new Map(
    all.map(({ id }, index) => {
      number += randomInt(making.random, 1, style === "c" ? 4 : 2);
      return [id, style === "a" ? uuidFrom(seed, `transaction-${index}`) : String(number)];
    }),
  );
}

function renamed(making: Making, transaction: SimTransaction, final: (id: string) => string): SimTransaction {
  const { style, seed } = making.books;
  const id = final(transaction.id);
  const allocations = transaction.allocations.map(
    (allocation, index): SimAllocation => ({
      ...allocation,
      id: allocationId(style, seed, id, index + 1),
      toId: final(allocation.toId),
      ...(allocation.viaId === undefined ? {} : { viaId: final(allocation.viaId) }),
    }),
  );
  const lines = transaction.lines.map((line, index) => ({ ...line, id: lineId(style, seed, id, index + 1) }));
  return { ...transaction, id, lines, allocations, orderId: transaction.orderId === null ? null : final(transaction.orderId) };
}

/** Imports and bulk edits leave groups of records with the same second, some with the same millisecond. */
function makeTies(transactions: readonly SimTransaction[]): void {
  const byChange = [...transactions].sort((a, b) => a.modifiedMs - b.modifiedMs || provisional(a.id) - provisional(b.id));
  for (let at = 1; at < byChange.length; at++) {
    const transaction = byChange[at] as SimTransaction;
    const before = (byChange[at - 1] as SimTransaction).modifiedMs;
    if (at % 9 < 6 || before < transaction.createdMs) {
      if (at % 9 >= 6 && transaction.modifiedMs === transaction.createdMs) {
        transaction.createdMs = before;
        transaction.modifiedMs = before;
      }
      continue;
    }
    transaction.modifiedMs = before;
  }
}

function provisional(id: string): number {
  return Number(id.slice(1));
}

function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
