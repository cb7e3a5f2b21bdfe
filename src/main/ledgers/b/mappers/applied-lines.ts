import { compareDecimals, type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { MappingFinding } from "../../adapter.ts";
import type { PaymentPayload } from "../schemas.ts";
import { requiredDecimal, sentText, unknownValue } from "./fields.ts";

/** One line of a payment that names another transaction. */
export interface AppliedLine {
  /** Normalised id of the transaction: `Invoice:341`. */
  readonly documentId: string;
  readonly amount: DecimalString;
  /** The credit that pays, not the charge that is paid. */
  readonly isCredit: boolean;
  /** The transaction's kind exists on both sides. */
  readonly mayBeCredit: boolean;
}

/** A part of a payment or of a credit, and what it settled. */
export interface AllocatedPart extends Pick<Allocation, "fromKind" | "fromId" | "toId"> {
  readonly amount: DecimalString;
}

interface LinkKind {
  readonly entityType: string;
  readonly credit: "always" | "perhaps" | "never";
}

/** Words of `TxnType` and the entity behind each; a Purchase has one word per way of paying. */
const linkKinds = new Map<string, LinkKind>([
  ["Invoice", { entityType: "Invoice", credit: "never" }],
  ["Bill", { entityType: "Bill", credit: "never" }],
  ["CreditMemo", { entityType: "CreditMemo", credit: "always" }],
  ["VendorCredit", { entityType: "VendorCredit", credit: "always" }],
  ["JournalEntry", { entityType: "JournalEntry", credit: "perhaps" }],
  ["Deposit", { entityType: "Deposit", credit: "perhaps" }],
  ["Expense", { entityType: "Purchase", credit: "perhaps" }],
  ["Check", { entityType: "Purchase", credit: "perhaps" }],
  ["CreditCardCredit", { entityType: "Purchase", credit: "perhaps" }],
  ["Purchase", { entityType: "Purchase", credit: "perhaps" }],
  ["Payment", { entityType: "Payment", credit: "perhaps" }],
  ["RefundReceipt", { entityType: "RefundReceipt", credit: "never" }],
  ["Charge", { entityType: "Charge", credit: "never" }],
  ["StatementCharge", { entityType: "StatementCharge", credit: "never" }],
]);

/** The mirrored id of a linked transaction, `Payment:120`; undefined where the link names none. */
export function linkedRecordId(
  link: { readonly TxnId?: string | null | undefined; readonly TxnType?: string | null | undefined } | undefined,
): string | undefined {
  const word = sentText(link?.TxnType);
  const id = sentText(link?.TxnId);
  return word === undefined || id === undefined ? undefined : `${linkKinds.get(word)?.entityType ?? word}:${id}`;
}

/** The lines of a payment that name a transaction. A word that is not known is a finding and is taken as a charge of that name. */
export function readAppliedLines(paymentId: string, lines: NonNullable<PaymentPayload["Line"]>, findings: MappingFinding[]): AppliedLine[] {
  return lines.flatMap((line) => {
    const links = line.LinkedTxn ?? [];
    const word = sentText(links[0]?.TxnType);
    const id = sentText(links[0]?.TxnId);
    if (word === undefined || id === undefined) return [];
    if (links.length > 1) findings.push(severalLinks(paymentId));
    const kind = linkKinds.get(word);
    if (kind === undefined) findings.push(unknownValue(paymentId, "Line.LinkedTxn.TxnType", word));
    const credit = kind?.credit ?? "never";
    return [
      {
        documentId: `${kind?.entityType ?? word}:${id}`,
        amount: requiredDecimal(line.Amount, "Line.Amount"),
        isCredit: credit === "always",
        mayBeCredit: credit === "perhaps",
      },
    ];
  });
}

/**
 * Settles the charges in line order: first from the linked credits, in line order, then from the
 * payment's own money. Without credits every line is one allocation of the payment, verbatim.
 */
export function allocate(paymentId: string, lines: readonly AppliedLine[]): AllocatedPart[] {
  const credits = lines.filter((line) => line.isCredit).map((line) => ({ id: line.documentId, left: line.amount }));
  const parts: AllocatedPart[] = [];
  for (const charge of lines.filter((line) => !line.isCredit)) {
    let open = charge.amount;
    for (const credit of credits) {
      if (isZero(open) || isZero(credit.left)) continue;
      const used = compareDecimals(credit.left, open) < 0 ? credit.left : open;
      parts.push({ fromKind: "document", fromId: credit.id, toId: charge.documentId, amount: used });
      credit.left = subtractDecimals(credit.left, used);
      open = subtractDecimals(open, used);
    }
    if (!isZero(open)) parts.push({ fromKind: "payment", fromId: paymentId, toId: charge.documentId, amount: open });
  }
  return parts;
}

function severalLinks(paymentId: string): MappingFinding {
  return {
    code: "malformed_record",
    field: "Line.LinkedTxn",
    message: `${paymentId}: one amount is linked to several transactions. Tieout shows all of it on the first one.`,
  };
}
