import { z } from "zod";
import { accountingBasis } from "#shared/model/ledger-report.ts";
import { calendarDateString } from "#shared/model/money.ts";
import { comparison, ledgerDetail, statement, trialBalance } from "#shared/model/statement.ts";
import { query } from "./define.ts";

/** Dates inclusive; `entityId` narrows to one legal entity where the ledger has several. */
const dates = z.object({
  clientId: z.string(),
  from: calendarDateString,
  to: calendarDateString,
  basis: accountingBasis.default("accrual"),
  entityId: z.string().optional(),
});
const inOrder = ({ from, to }: { readonly from: string; readonly to: string }) => from <= to;
const ORDER = { message: "is before the first date", path: ["to"] };

export const reportsContract = {
  "reports.trialBalance": query(dates.refine(inOrder, ORDER), trialBalance),
  /** The columns are the dates asked for, then the comparisons in their order. */
  "reports.statement": query(
    dates
      .extend({
        kind: statement.shape.kind,
        compare: z.array(comparison).default([]),
        /** So many months up to that of `to`, side by side and the oldest first, instead of the dates and their comparisons. */
        months: z.number().int().min(1).max(12).optional(),
      })
      .refine(inOrder, ORDER),
    statement,
  ),
  /** One account's general ledger, by its id or code; `after` is the `next` of the page before. */
  "reports.ledgerDetail": query(
    dates
      .extend({
        accountId: z.string(),
        after: z
          .string()
          .regex(/^-?\d+:-?\d+:-?\d+:-?\d+(?:\.\d+)?$/, "the cursor of a page before")
          .optional(),
        limit: z.number().int().min(1).max(1000).default(200),
      })
      .refine(inOrder, ORDER),
    ledgerDetail,
  ),
};
