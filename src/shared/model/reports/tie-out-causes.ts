import { z } from "zod";
import { decimalString } from "../books/money.ts";
import { tieOutCheck, tieOutDocument } from "./tie-out.ts";

/**
 * Why our figure may differ from the ledger's, strongest evidence first.
 * - `edited`, `added_late`, `deleted`: changed, entered or deleted after the ledger made its report.
 * - `revaluation`: a currency revaluation that is in Tieout's figure but not in the ledger's, or in the control accounts but in no open
 *   transaction.
 * - `unapplied`: a receipt or payment that settles nothing yet.
 * - `exchange_difference`: the account for exchange differences differs by the same amount the other way.
 * - `other_account`: another account differs by the same amount the other way.
 * - `next_period`, `last_days`: dated just after or just before the end, so that one side may count it in the other period.
 * - `duplicate`, `sign`, `transposed`: entered twice, with the opposite sign, or with two digits swapped.
 * - `one_side`: has exactly this amount, so one side may lack it.
 */
export const DIFFERENCE_CAUSES = [
  "edited",
  "added_late",
  "deleted",
  "revaluation",
  "unapplied",
  "exchange_difference",
  "other_account",
  "duplicate",
  "sign",
  "transposed",
  "next_period",
  "last_days",
  "one_side",
] as const;
export const differenceCause = z.enum(DIFFERENCE_CAUSES);
export type DifferenceCause = z.infer<typeof differenceCause>;
/** Causes whose parts are accounts; those of every other cause are transactions. */
export const ACCOUNT_CAUSES: ReadonlySet<DifferenceCause> = new Set(["exchange_difference", "other_account"]);

/** The answer to why an account or contact is out of balance. */
export const differenceAnswer = z.object({
  subjectId: z.string(),
  label: z.string(),
  difference: decimalString,
  currency: z.string().nullable(),
  /** The answer in one sentence. */
  sentence: z.string(),
  explained: decimalString,
  left: decimalString,
  parts: z.array(
    tieOutDocument.pick({ id: true, number: true, date: true }).extend({
      ...{ cause: differenceCause, effect: decimalString },
      /** It has a panel of its own, unlike an account or a payment. */
      isDocument: z.boolean(),
      /** What an entry posts that the ledger shows as no transaction, in base currency, debit positive: there is nothing else to open. */
      postings: z.array(z.object({ account: z.string(), amount: decimalString })).optional(),
    }),
  ),
});
export type DifferenceAnswer = z.infer<typeof differenceAnswer>;

/** The answers of one check that failed. */
export const checkAnswers = z.object({ check: tieOutCheck, answers: z.array(differenceAnswer) });
