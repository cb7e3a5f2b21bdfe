import { z } from "zod";
import { decimalString, enteredDate, enteredDecimal } from "#shared/model/books/money.ts";
import { statementAccount } from "#shared/model/reports/statement.ts";
import { bankAccountState } from "./bank.ts";
import { decided } from "./reviews.ts";

/** A file that supports a balance: a copy in the client's data, under the SHA-256 of its bytes. */
export const attachment = z.object({ sha256: z.string(), fileName: z.string(), bytes: z.number().int() });
export type Attachment = z.infer<typeof attachment>;

/** A reconciling item: an uncleared check, an invoice the statement doesn't show yet. */
export const reconcilingItem = z.object({
  text: z.string().trim().min(1, "say what it is").max(500),
  /** Added to the support, it comes to the books. */
  amount: enteredDecimal,
  date: enteredDate,
  documentId: z.string().nullable().default(null),
});
export type ReconcilingItem = z.infer<typeof reconcilingItem>;

/**
 * One balance-sheet account in a period. Amounts have the sign that a reader of the balance sheet expects.
 * `difference` is the closing balance less support and items.
 */
export const reconciliationRow = z.object({
  accountId: z.string(),
  account: statementAccount,
  label: z.string(),
  currency: z.string(),
  /** It has to be reconciled before the period is closed. */
  required: z.boolean(),
  /** Roll-forward: opening, increases, decreases, closing. */
  opening: decimalString,
  increases: decimalString,
  decreases: decimalString,
  closing: decimalString,
  support: decided.extend({ amount: decimalString, note: z.string().nullable() }).nullable(),
  /** The closing balance has changed since the support was entered. */
  moved: z.boolean(),
  attachments: z.array(attachment),
  items: z.array(reconcilingItem.extend({ ageDays: z.number().int() })),
  oldestDays: z.number().int().nullable(),
  difference: decimalString.nullable(),
  state: z.enum(["reconciled", "difference", "no_support", "moved", "not_required", "to_match"]),
  /** Where statements were imported for the account, how far their reconciliation is: it counts, and nothing that is typed. */
  bank: bankAccountState.nullable(),
});
export type ReconciliationRow = z.infer<typeof reconciliationRow>;
