import { z } from "zod";
import { documentType, unappliedKind } from "../../model/books/document.ts";
import { calendarDateString, decimalString, enteredDate } from "../../model/books/money.ts";
import { shortId } from "../fields.ts";
import { choice } from "./choices.ts";

/** What a new document of a contact most likely has, from those before it. */
export const entryDefaults = z.object({
  /** Days from its date until it is due; null where nothing tells. */
  termDays: z.number().int().nullable(),
  /** Whose documents said so. */
  termsOf: z.enum(["contact", "ledger"]),
  line: z.object({ kind: z.enum(["account", "item"]), target: choice, taxCode: z.string().nullable() }).nullable(),
});
export type EntryDefaults = z.infer<typeof entryDefaults>;

/** A tax code that a line may name; its rate in percent, null where only the ledger knows it. The usual one is what recent documents have. */
export const taxCodeChoice = z.object({ code: z.string(), name: z.string(), rate: decimalString.nullable(), usual: z.boolean() });
export type TaxCode = z.infer<typeof taxCodeChoice>;

/** A document as far as it is entered: enough to warn before the review. */
export const unfinishedEntry = z.object({
  type: documentType,
  partyId: shortId.optional(),
  number: z.string().max(200).optional(),
  reference: z.string().max(500).optional(),
  issueDate: enteredDate,
  currency: z.string().regex(/^[A-Z]{3}$/),
  entityId: shortId.optional(),
  /** With tax. */
  total: decimalString.optional(),
  accountIds: z.array(shortId).max(500),
});

/** What a person should know before going on; none of it keeps them from it. */
export const entryWarnings = z.object({
  lock: z.object({ firstPostableDate: calendarDateString }).nullable(),
  duplicates: z.array(
    z.object({
      documentId: z.string(),
      type: documentType,
      /** Set for an overpayment, prepayment or deposit, which is named by its kind. */
      unappliedKind: unappliedKind.nullable(),
      number: z.string().nullable(),
      date: calendarDateString,
      total: decimalString,
      currency: z.string(),
    }),
  ),
  controlAccounts: z.array(z.object({ accountId: z.string(), name: z.string(), role: z.enum(["receivable", "payable"]) })),
});
export type EntryWarnings = z.infer<typeof entryWarnings>;
