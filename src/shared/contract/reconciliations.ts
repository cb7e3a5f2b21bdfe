import { z } from "zod";
import { decimalString, enteredDate, enteredDecimal } from "#shared/model/money.ts";
import { statementAccount } from "#shared/model/statement.ts";
import { command, query } from "./define.ts";
import { decided } from "./reviews.ts";

/** A file that supports a balance: a copy in the client's data, under the SHA-256 of its bytes. */
export const attachment = z.object({ sha256: z.string(), fileName: z.string(), bytes: z.number().int() });
export type Attachment = z.infer<typeof attachment>;

/** What stands between books and support: a cheque that has not cleared, an invoice that the statement does not show yet. */
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
  /** Roll-forward: what stood there, what came, what went, what stands. */
  opening: decimalString,
  increases: decimalString,
  decreases: decimalString,
  closing: decimalString,
  support: decided.extend({ amount: decimalString, note: z.string().nullable() }).nullable(),
  /** It was written for another closing balance than the one that stands now. */
  moved: z.boolean(),
  attachments: z.array(attachment),
  items: z.array(reconcilingItem.extend({ ageDays: z.number().int() })),
  oldestDays: z.number().int().nullable(),
  difference: decimalString.nullable(),
  state: z.enum(["reconciled", "difference", "no_support", "moved", "not_required"]),
});
export type ReconciliationRow = z.infer<typeof reconciliationRow>;

const ofClient = z.object({ clientId: z.string() });
const ofAccount = ofClient.extend({ period: z.string(), accountId: z.string() });
const done = z.object({ decisionNo: z.number().int() });

export const reconciliationsContract = {
  /** Every balance-sheet account that has a balance, moved, or was set up; equity and what tie-outs hold are not required by themselves. */
  "reconciliations.list": query(ofClient.extend({ period: z.string() }), z.array(reconciliationRow)),
  /** Sets support and items of one account; those of before stay on record. */
  "reconciliations.save": command(
    ofAccount.extend({
      support: enteredDecimal,
      note: z.string().max(2000).optional(),
      items: z.array(reconcilingItem).max(1000).default([]),
    }),
    done,
  ),
  /** Says whether an account has to be reconciled, from now on. */
  "reconciliations.require": command(ofClient.extend({ accountId: z.string(), required: z.boolean() }), done),
  /** Copies a file into the client's data and pins it to an account. */
  "reconciliations.attach": command(
    ofAccount.extend({
      fileName: z.string().trim().min(1).max(255),
      content: z.string().min(1, "an empty file").max(70_000_000, "at most 50 MB"),
    }),
    done.extend({ attachment }),
  ),
  /** Unpins a file; its copy stays, as what was seen. */
  "reconciliations.detach": command(ofAccount.extend({ sha256: z.string() }), done),
  /** A copy's bytes, checked against their hash. */
  "reconciliations.file": query(
    ofClient.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    attachment.extend({ content: z.string() }),
  ),
};
