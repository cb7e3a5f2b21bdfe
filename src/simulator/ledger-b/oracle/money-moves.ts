import { type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../../books/types.ts";
import { entityOf } from "../entities.ts";
import { sentAmount, sentOf } from "../sent-amount.ts";
import { lineIdOf, noteOf } from "../traits.ts";
import type { View } from "../view.ts";
import { dimensionsOf } from "./lines.ts";
import { moneyOf, NOTHING, type OracleRecord, present, sourceOf, textOf } from "./plain.ts";

const MOVES: readonly string[] = ["transfer", "deposit", "card_payment", "stock_adjustment"];

/** True for what only moves money or stock: a mirror holds it as a journal. */
export function isMove({ kind }: SimTransaction): boolean {
  return MOVES.includes(kind);
}

/** A transfer, deposit, card payment or stock adjustment as a mirror should hold it. */
export function moveRecord(view: View, transaction: SimTransaction): OracleRecord {
  const entity = entityOf(transaction.kind) ?? "";
  const { currency } = transaction;
  const lines = linesOf(view, transaction, entity);
  const nets = lines.map((line) => (line.net as { amount: DecimalString }).amount);
  const total = sumDecimals([decimal("0"), ...nets.filter((net) => !net.startsWith("-"))]);
  const isForeign = currency !== view.books.baseCurrency;
  return present({
    id: `${entity}:${transaction.id}`,
    type: "journal",
    number: entity === "Transfer" ? undefined : textOf(transaction.number),
    issueDate: transaction.date,
    currency,
    exchangeRate: isForeign ? transaction.rate : undefined,
    total: moneyOf(total, currency),
    totalBase: isForeign ? undefined : moneyOf(total, currency),
    outstanding: moneyOf(NOTHING, currency),
    tax: { basis: "exclusive", components: [] },
    status: noteOf(transaction)?.startsWith("Voided") ? "voided" : "paid",
    statusIsDerived: true,
    memo: textOf(noteOf(transaction)),
    lines,
    allocations: [],
    source: sourceOf(view.books.tenantId, entity, transaction.id),
  });
}

interface Side {
  readonly id?: string;
  readonly accountId: string | null;
  readonly net: DecimalString;
  readonly line?: SimLine;
  readonly description?: string | null;
}

function linesOf(view: View, transaction: SimTransaction, entity: string): OracleRecord[] {
  if (transaction.kind === "stock_adjustment") return transaction.lines.map((line) => stockLine(view, transaction, line));
  return sidesOf(transaction).map(({ id, accountId, net, line, description }, index) => {
    const lineId = id ?? `#${index + 1}`;
    return present({
      id: `${entity}:${transaction.id}/${lineId}`,
      kind: "account",
      description: textOf(description),
      accountId: `Account:${accountId}`,
      net: moneyOf(net, transaction.currency),
      tax: { basis: "exclusive", components: [] },
      dimensions: dimensionsOf(view, transaction, line?.dimensions ?? {}),
      source: sourceOf(view.books.tenantId, entity, lineId),
    });
  });
}

/** What is debited first, and in a deposit the money kept back last. */
function sidesOf(transaction: SimTransaction): Side[] {
  const sent = (value: DecimalString) => sentOf(transaction, value);
  const own = { accountId: transaction.accountId };
  if (transaction.kind !== "deposit") {
    const [line] = transaction.lines;
    return [
      { accountId: line?.accountId ?? null, net: sent(transaction.total) },
      { ...own, net: negateDecimal(sent(transaction.total)) },
    ];
  }
  const back = transaction.lines.filter(({ net }) => net.startsWith("-"));
  const sources = transaction.lines.filter((line) => !back.includes(line));
  const kept = back.map((line): Side => ({ accountId: line.accountId, net: sent(negateDecimal(line.net)), description: line.description }));
  const came = sources.map(
    (line): Side => ({
      ...(line.depositOf === undefined ? { id: lineIdOf(transaction, line), line, description: line.description } : {}),
      accountId: line.accountId,
      net: negateDecimal(sent(line.net)),
    }),
  );
  // The bank gets what came less what was kept.
  const bank = negateDecimal(sumDecimals([...came, ...kept].map(({ net }) => net)));
  return [{ ...own, net: bank }, ...came, ...kept];
}

function stockLine(view: View, transaction: SimTransaction, line: SimLine): OracleRecord {
  const lineId = lineIdOf(transaction, line);
  return present({
    id: `InventoryAdjustment:${transaction.id}/${lineId}`,
    kind: "item",
    quantity: line.quantity === null ? undefined : sentAmount(line.quantity, transaction.id),
    accountId: `Account:${transaction.accountId}`,
    itemId: line.itemId === null ? undefined : `Item:${line.itemId}`,
    net: moneyOf(NOTHING, view.books.baseCurrency),
    tax: { basis: "exclusive", components: [] },
    dimensions: [],
    source: sourceOf(view.books.tenantId, "InventoryAdjustment", lineId),
  });
}
