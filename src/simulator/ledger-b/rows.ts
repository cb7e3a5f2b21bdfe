import type { SimTransaction } from "../books/types.ts";
import { type Balances, balancesOf } from "./balances.ts";
import { compareIds, type Entity, type TransactionEntity } from "./entities.ts";
import type { JsonObject } from "./json-writer.ts";
import { heading } from "./shapes/common.ts";
import { journalEntry } from "./shapes/journal-entry.ts";
import { cardPayment, deposit, inventoryAdjustment, transfer } from "./shapes/money-moves.ts";
import { account, customer, dimensionValue, employee, item, taxCode, taxRate, vendor } from "./shapes/names.ts";
import { billPayment, linkPayment, payment } from "./shapes/payments.ts";
import { creditMemo, invoice, salesReceipt } from "./shapes/sales.ts";
import { bill, purchase, purchaseOrder, vendorCredit } from "./shapes/spend.ts";
import { dimensionFor, taxRateIdOf } from "./traits.ts";
import type { View } from "./view.ts";

/** A record that can be found before it is written out. */
export interface Row {
  readonly id: string;
  readonly createdMs: number;
  readonly changedMs: number;
  readonly active: boolean;
  /** What name lists are ordered by. */
  readonly name: string;
  /** The whole record, written out once. */
  readonly record: () => JsonObject;
}

/** Every record of every entity at one moment. */
export interface Tables {
  readonly view: View;
  readonly balances: () => Balances;
  readonly rows: (entity: Entity) => readonly Row[];
  readonly row: (entity: Entity, id: string) => Row | undefined;
}

/** Tables over a view; each is filled when it is first asked for. */
export function tablesOf(view: View): Tables {
  const balances = once(() => balancesOf(view));
  const filled = new Map<Entity, readonly Row[]>();
  const indexed = new Map<Entity, ReadonlyMap<string, Row>>();
  const rows = (entity: Entity): readonly Row[] => {
    const known = filled.get(entity);
    if (known !== undefined) return known;
    const list = fill(view, balances, entity).toSorted((a, b) => compareIds(a.id, b.id));
    filled.set(entity, list);
    return list;
  };
  const row = (entity: Entity, id: string): Row | undefined => {
    const known = indexed.get(entity) ?? new Map(rows(entity).map((candidate) => [candidate.id, candidate]));
    indexed.set(entity, known);
    return known.get(id);
  };
  return { view, balances, rows, row };
}

const shapes: Readonly<Record<TransactionEntity, (view: View, transaction: SimTransaction) => JsonObject>> = {
  Invoice: invoice,
  CreditMemo: creditMemo,
  SalesReceipt: salesReceipt,
  RefundReceipt: salesReceipt,
  Bill: bill,
  VendorCredit: vendorCredit,
  Purchase: purchase,
  Payment: payment,
  BillPayment: billPayment,
  JournalEntry: journalEntry,
  PurchaseOrder: purchaseOrder,
  Transfer: transfer,
  Deposit: deposit,
  CreditCardPayment: cardPayment,
  InventoryAdjustment: inventoryAdjustment,
};

function fill(view: View, balances: () => Balances, entity: Entity): Row[] {
  const { books } = view;
  switch (entity) {
    case "Account":
      return books.accounts.map((a) => named(a, balances().accountMovedMs.get(a.id), () => account(view, balances(), a)));
    case "Customer":
      return parties(view, balances, ["customer", "both"], customer);
    case "Vendor":
      return parties(view, balances, ["vendor", "both"], vendor);
    case "Employee":
      return parties(view, balances, ["employee"], employee);
    case "Item":
      return books.items.map((i) => named(i, undefined, () => item(view, i)));
    case "Class":
    case "Department":
      return dimensionRows(view, entity);
    case "TaxCode":
      return books.taxCodes.map((code) => fixed(view, { ...code, active: true }, taxCode(view, code)));
    case "TaxRate":
      return books.taxCodes.map((code) => fixed(view, { id: taxRateIdOf(books, code.id), name: code.name, active: true }, taxRate(code)));
    case "CompanyCurrency":
      return foreignCurrencies(books).map((code, at) =>
        fixed(view, { id: String(at + 1), name: code, active: true }, { Code: code, Name: code }),
      );
    default:
      return transactionRows(view, entity);
  }
}

function transactionRows(view: View, entity: TransactionEntity): Row[] {
  const own = (view.byEntity.get(entity) ?? []).map((t) => ({
    id: t.id,
    createdMs: t.createdMs,
    changedMs: view.changedMs.get(t.id) ?? t.modifiedMs,
    active: true,
    name: t.number ?? "",
    record: once(() => shapes[entity](view, t)),
  }));
  if (entity !== "Payment" && entity !== "BillPayment") return own;
  const creditKind = entity === "Payment" ? "sales_credit" : "purchase_credit";
  const links = view.linkPayments.filter((link) => link.credit.kind === creditKind);
  return [
    ...own,
    ...links.map((link) => ({
      id: link.id,
      createdMs: link.createdMs,
      changedMs: link.changedMs,
      active: true,
      name: "",
      record: once(() => linkPayment(view, link)),
    })),
  ];
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

/** A posting that moves a balance moves the record's time, but not its token. */
function named(record: Named, movedMs: number | undefined, write: () => JsonObject): Row {
  const { id, name, active, createdMs, modifiedMs } = record;
  return { id, name, active, createdMs, changedMs: Math.max(modifiedMs, movedMs ?? 0), record: once(write) };
}

function parties(view: View, balances: () => Balances, roles: readonly string[], shape: typeof customer): Row[] {
  return view.books.parties
    .filter((p) => roles.includes(p.role))
    .map((p) => named(p, balances().partyMovedMs.get(p.id), () => shape(view, balances(), p)));
}

function dimensionRows(view: View, word: "Class" | "Department"): Row[] {
  const dimension = dimensionFor(view.books, word);
  return (dimension?.values ?? []).map((value) => fixed(view, value, dimension ? dimensionValue(word, dimension, value) : {}));
}

/** What the company keeps beside its home currency, which is not among them. */
function foreignCurrencies({ currencies, baseCurrency }: View["books"]): string[] {
  return currencies.filter((code) => code !== baseCurrency);
}

/** Lists for which the books keep no times are as old as the chart of accounts. */
function fixed(view: View, record: { id: string; name: string; active: boolean }, body: JsonObject): Row {
  const { id, name, active } = record;
  const createdMs = view.books.accounts[0]?.createdMs ?? 0;
  return {
    id,
    name,
    active,
    createdMs,
    changedMs: createdMs,
    record: once(() => ({ ...body, ...heading({ id, version: 0, createdMs }, createdMs) })),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
