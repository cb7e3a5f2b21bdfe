import { absoluteDecimal, compareDecimals, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import type { DocumentStatus } from "#shared/model/books/document.ts";
import type { PurchaseOrder } from "#shared/model/books/purchase-order.ts";
import type { Row } from "../schemas.ts";
import type { TransactionKind } from "../transaction-kinds.ts";
import { isTrue } from "./values.ts";

type Letters = Readonly<Record<string, DocumentStatus>>;

const credit: Letters = { A: "open", B: "paid", V: "voided" };
const unapplied: Letters = { A: "open", B: "open", C: "paid", V: "voided" };
const cash: Letters = { D: "awaiting_approval", V: "voided" };

const tables: Readonly<Record<string, Letters>> = {
  CustInvc: { A: "open", B: "paid", D: "awaiting_approval", V: "voided" },
  VendBill: { A: "open", B: "paid", C: "voided", D: "awaiting_approval", E: "awaiting_approval", F: "open" },
  CustCred: credit,
  VendCred: credit,
  Journal: { A: "awaiting_approval", B: "paid", V: "voided" },
  CustDep: unapplied,
  VPrep: unapplied,
};

const orders: Readonly<Record<string, PurchaseOrder["status"]>> = {
  A: "awaiting_approval",
  B: "open",
  C: "closed",
  D: "part_billed",
  E: "part_billed",
  F: "open",
  G: "billed",
  H: "closed",
};

/** The letter of a status, which comes alone or after its type (`A`, `CustInvc:A`); undefined when it is neither. */
export function statusLetter(kind: TransactionKind, status: string | undefined): string | undefined {
  const match = /^(?:([A-Za-z]+):)?([A-Z])$/.exec(status ?? "");
  if (match === null || (match[1] !== undefined && match[1] !== kind.type)) return undefined;
  return match[2];
}

/** The status before outstanding amounts are looked at; undefined for a letter that has no meaning for this type. */
export function documentStatusOf(kind: TransactionKind, letter: string, header: Row): DocumentStatus | undefined {
  if (isTrue(header, "voided")) return "voided";
  const table = tables[kind.type];
  // Money that moved at once is settled unless it waits for approval or was voided.
  return table === undefined ? (cash[letter] ?? "paid") : table[letter];
}

/** An open document of which a part was settled. */
export function refineOpen(status: DocumentStatus, outstanding: DecimalString, total: DecimalString): DocumentStatus {
  if (status !== "open" || isZero(outstanding)) return status;
  return compareDecimals(absoluteDecimal(outstanding), absoluteDecimal(total)) < 0 ? "part_paid" : "open";
}

/** The status of a purchase order; undefined for an unknown letter. */
export function orderStatusOf(letter: string, header: Row): PurchaseOrder["status"] | undefined {
  return isTrue(header, "voided") ? "closed" : orders[letter];
}
