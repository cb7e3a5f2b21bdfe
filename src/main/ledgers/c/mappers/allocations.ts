import { absoluteDecimal } from "#shared/kernel/decimal.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { Row } from "../schemas.ts";
import { unknownValue } from "./findings.ts";
import { inCurrency, type TransactionView } from "./transaction-view.ts";
import { requireAmount } from "./values.ts";

/** What this payment or credit was applied to: one allocation for each link, on the day of the transaction. */
export function allocationsOf(view: TransactionView, fromKind: Allocation["fromKind"]): Allocation[] {
  return view.kind.links === "applied" ? settledBy(view, view.links, { fromKind, fromId: view.id }) : [];
}

/** What an application applied, from the deposit or prepayment to each document, on the day of the application. */
export function appliedAdvances(view: TransactionView): Allocation[] {
  const { advance } = view.kind;
  const own = view.links.filter((link) => link.nextdoc === view.sourceId);
  const isAdvance = (link: Row) => link.previoustype === advance || (link.previoustype === undefined && !isPayment(link));
  const advanceId = own.find(isAdvance)?.previousdoc ?? view.main?.createdfrom;
  if (advanceId === undefined) {
    view.findings.push(unknownValue("previousdoc", undefined, `in ${view.id}`));
    return [];
  }
  return settledBy(
    view,
    own.filter((link) => !isAdvance(link)),
    { fromKind: "document", fromId: `${advance}:${advanceId}` },
  );
}

function settledBy(view: TransactionView, links: readonly Row[], from: Pick<Allocation, "fromKind" | "fromId">): Allocation[] {
  const allocations: Allocation[] = [];
  for (const link of links) {
    if (!isPayment(link) || link.nextdoc !== view.sourceId) continue;
    if (link.previoustype === undefined) {
      view.findings.push(unknownValue("previoustype", undefined, `link from ${view.id} to ${link.previousdoc ?? "?"}`));
      continue;
    }
    allocations.push({
      ...from,
      toId: `${link.previoustype}:${link.previousdoc ?? ""}`,
      amount: inCurrency(view, absoluteDecimal(requireAmount(link, "foreignamount"))),
      date: view.date,
    });
  }
  return allocations;
}

/** Ids of the bills that were made from an order, each once. */
export function linkedBills(view: TransactionView): string[] {
  const ids = view.links
    .filter((link) => link.previousdoc === view.sourceId && (link.nexttype ?? "VendBill") === "VendBill")
    .map((link) => `VendBill:${link.nextdoc ?? ""}`);
  return [...new Set(ids)];
}

function isPayment(link: Row): boolean {
  return (link.linktype ?? "Payment") === "Payment";
}
