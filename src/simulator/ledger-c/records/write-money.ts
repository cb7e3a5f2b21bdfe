import { compareDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { applyCredit, createPayment } from "../../books/events.ts";
import { outstandingOf, transactionById } from "../../books/postings.ts";
import type { Books, SimTransaction } from "../../books/types.ts";
import type { SimRequest, SimResponse } from "../../types.ts";
import {
  amountField,
  type Body,
  checkScale,
  dateField,
  knownReference,
  reference,
  refuse,
  refuseValue,
  sublistOf,
  textField,
} from "../body-fields.ts";
import { refusePeriod } from "../period-check.ts";
import { entityId } from "../references.ts";
import type { RecordContext } from "./record-context.ts";
import { checkedBody } from "./write-body.ts";

/** What a write made, or the answer that refuses it. */
export type Made = { readonly made: SimTransaction; readonly externalId: string | undefined } | { readonly refusal: SimResponse };

/** A customer or vendor payment with what it is applied to (`apply.items`). @throws WriteRefusal */
export function makePayment(
  { books, settings }: RecordContext,
  request: SimRequest,
  kind: "customer_payment" | "vendor_payment",
  nowMs: number,
): Made {
  const body = checkedBody(books, request);
  const date = dateField(body, "tranDate") ?? refuse("Please enter value(s) for: Date.", "tranDate");
  const side = kind === "customer_payment" ? "customer" : "vendor";
  const id = reference(body, "customer") ?? reference(body, "entity") ?? refuse("Please enter value(s) for: Entity.", "entity");
  const party = books.parties.find((candidate) => entityId(books, candidate.id, side) === id);
  if (!party) refuseValue(id, "entity", "entity");
  const accountId = knownReference(body, "account", books.accounts, "account");
  const allocations = appliedParts(books, body, party.id, kind);
  const total = amountField(body, "payment", "payment") ?? sumDecimals(allocations.map((part) => part.amount));
  checkScale(total, transactionById(books, allocations[0]?.toId ?? "")?.currency ?? party.currency, "payment");
  if (compareDecimals(total, sumDecimals(allocations.map((part) => part.amount))) < 0) refuse("More is applied than was paid.", "apply");
  const refusal = refusePeriod(books, { kind, method: null, date, isAdjustment: false });
  if (refusal) return { refusal };
  const rate = amountField(body, "exchangeRate", "exchangeRate");
  const input = {
    partyId: party.id,
    date,
    total,
    allocations: settings.script.dropsApplications === true ? [] : allocations,
    ...(rate === undefined ? {} : { rate }),
    memo: textField(body, "memo") ?? null,
    number: textField(body, "tranId") ?? null,
    currency: transactionById(books, allocations[0]?.toId ?? "")?.currency ?? party.currency,
  };
  const made = createPayment(books, kind, accountId === undefined ? input : { ...input, accountId }, nowMs);
  return { made, externalId: textField(body, "externalId") };
}

/** Applies a credit to the documents that a PATCH names; what it was applied to already stays. @throws WriteRefusal */
export function applyParts(books: Books, request: SimRequest, credit: SimTransaction, nowMs: number): void {
  const body = checkedBody(books, request);
  const kind = credit.kind === "sales_credit" ? "customer_payment" : "vendor_payment";
  const parts = appliedParts(books, body, credit.partyId ?? "", kind);
  const open = outstandingOf(books, credit);
  if (compareDecimals(sumDecimals(parts.map((part) => part.amount)), open) > 0) refuse("More is applied than is left.", "apply");
  for (const { toId, amount } of parts) applyCredit(books, credit.id, toId, amount, nowMs);
}

function appliedParts(books: Books, body: Body, partyId: string, kind: "customer_payment" | "vendor_payment") {
  const wanted = kind === "customer_payment" ? "sales_invoice" : "purchase_bill";
  return (sublistOf(body, "apply") ?? []).flatMap(({ entry, path }) => {
    if (entry.apply === false) return [];
    const id = reference(entry, "doc") ?? refuse("Please enter value(s) for: Doc.", `${path}.doc`);
    const target = transactionById(books, id);
    if (!target || target.kind !== wanted || target.partyId !== partyId) refuseValue(id, "doc", `${path}.doc`);
    const open = outstandingOf(books, target);
    const amount = amountField(entry, "amount", `${path}.amount`) ?? open;
    checkScale(amount, target.currency, `${path}.amount`);
    if (target.state !== "approved" || compareDecimals(amount, open) > 0) refuseValue(amount, "amount", `${path}.amount`);
    return [{ toId: id, amount }];
  });
}
