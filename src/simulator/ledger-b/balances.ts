import { type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { postingsOf } from "../books/postings.ts";
import { isCredit, isPayment, openAmount, type View } from "./view.ts";

/** Figures that move with every posting, and when they last moved. */
export interface Balances {
  /** Open sales less credits and unapplied receipts, by customer, in the customer's currency. */
  readonly receivable: ReadonlyMap<string, DecimalString>;
  readonly payable: ReadonlyMap<string, DecimalString>;
  /** Debit positive, base currency. */
  readonly account: ReadonlyMap<string, DecimalString>;
  readonly partyMovedMs: ReadonlyMap<string, number>;
  readonly accountMovedMs: ReadonlyMap<string, number>;
}

/** Works out every balance. Linear in the number of postings. */
export function balancesOf(view: View): Balances {
  const account = new Map<string, DecimalString[]>();
  const accountMovedMs = new Map<string, number>();
  const partyMovedMs = new Map<string, number>();
  for (const transaction of view.books.transactions) {
    const movedMs = view.changedMs.get(transaction.id) ?? transaction.modifiedMs;
    if (transaction.partyId !== null) raise(partyMovedMs, transaction.partyId, movedMs);
    if (transaction.accountId !== null) raise(accountMovedMs, transaction.accountId, movedMs);
    for (const line of transaction.lines) raise(accountMovedMs, line.accountId, movedMs);
    for (const posting of postingsOf(view.books, transaction)) {
      push(account, posting.accountId, posting.amountBase);
      raise(accountMovedMs, posting.accountId, movedMs);
    }
  }
  for (const [key, floorMs] of view.balanceFloors) {
    const [kind, id = ""] = key.split(":");
    raise(kind === "party" ? partyMovedMs : accountMovedMs, id, floorMs);
  }
  return { ...partyBalances(view), account: summed(account), partyMovedMs, accountMovedMs };
}

function partyBalances(view: View): Pick<Balances, "receivable" | "payable"> {
  const receivable = new Map<string, DecimalString[]>();
  const payable = new Map<string, DecimalString[]>();
  for (const [entity, transactions] of view.byEntity) {
    const side = receivables.includes(entity) ? receivable : payables.includes(entity) ? payable : null;
    if (side === null) continue;
    for (const transaction of transactions) {
      if (transaction.partyId === null) continue;
      const open = openAmount(view, transaction);
      push(side, transaction.partyId, isCredit(transaction) || isPayment(transaction) ? negateDecimal(open) : open);
    }
  }
  return { receivable: summed(receivable), payable: summed(payable) };
}

const receivables: readonly string[] = ["Invoice", "CreditMemo", "Payment"];
const payables: readonly string[] = ["Bill", "VendorCredit", "BillPayment"];

function summed(lists: ReadonlyMap<string, readonly DecimalString[]>): Map<string, DecimalString> {
  return new Map([...lists].map(([key, list]) => [key, sumDecimals([decimal("0.00"), ...list])]));
}

function push(lists: Map<string, DecimalString[]>, key: string, value: DecimalString): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function raise(map: Map<string, number>, key: string, ms: number): void {
  if ((map.get(key) ?? 0) < ms) map.set(key, ms);
}
