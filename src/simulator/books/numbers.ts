import { pick, randomInt } from "#shared/kernel/random.ts";
import { type Making, nextNumber } from "./making.ts";
import type { TransactionKind } from "./types.ts";

const PREFIX: Partial<Record<TransactionKind, readonly [a: string, b: string, c: string]>> = {
  sales_invoice: ["INV-", "", "INV"],
  sales_credit: ["CN-", "", "CM"],
  purchase_order: ["PO-", "PO", "PO"],
  cash_sale: ["", "", "CS"],
  cash_sale_refund: ["", "", "CR"],
  cash_purchase: ["", "", "CHK"],
  cash_purchase_refund: ["", "", "CRD"],
  expense_report: ["", "", "EXP"],
  customer_deposit: ["", "", "DEP"],
  journal: ["", "JE-", "JE"],
  customer_payment: ["", "", "PYMT"],
  vendor_payment: ["", "", "VPMT"],
  spend_prepayment: ["", "", "VPREP"],
};

/** The number in the ledger's style; bills carry the vendor's own, which may be missing or odd. */
export function documentNumber(making: Making, kind: TransactionKind): string | null {
  const { random, options } = making;
  if (kind === "purchase_bill" || kind === "purchase_credit") return vendorReference(making);
  const prefix = PREFIX[kind]?.["abc".indexOf(options.style)];
  if (prefix === undefined || (options.style === "a" && prefix === "")) return null;
  // Ledger B numbers its sales forms in one row and gives payments no number.
  if (options.style === "b" && kind === "customer_payment") return null;
  if (options.style === "b" && kind.startsWith("cash_purchase") && random() < 0.3) return null;
  const row = options.style === "b" && prefix === "" ? "forms" : kind;
  const digits = options.style === "a" ? 4 : 1;
  return `${prefix}${String(nextNumber(making, row, options.style === "a" ? 1 : 1001)).padStart(digits, "0")}`;
}

function vendorReference(making: Making): string | null {
  const { random, options } = making;
  if (options.style !== "c" && random() < 0.08) return null;
  return `${pick(random, ["OP-", "", "2026/", "F", "N° "])}${randomInt(random, 1000, 99_999)}`;
}
