import { z } from "zod";
import { query } from "#main/operations/operation.ts";
import { mergedSpend } from "#main/store/contacts/merged-figures.ts";
import { spendReport } from "#main/store/contacts/spend.ts";
import { clientId } from "#shared/contract/fields.ts";
import { spend, spendGrouping } from "#shared/contract/reports/figures.ts";
import { ok } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";

/** What was spent with whom. */
export const spendOperations = [
  query("reports.spend", {
    summary: "Show spend by month: on bills, without a bill, and on purchase orders. The three are never added together",
    input: z
      .object({
        clientId,
        from: calendarDateString,
        to: calendarDateString,
        by: spendGrouping.default("total"),
        merged: z.boolean().default(false).describe("Count merged contacts as one"),
      })
      .refine(({ from, to }) => from <= to, { message: "use a date on or after “from”", path: ["to"] }),
    output: spend,
    runs: "reader",
    perform: ({ mirror }, { from, to, by, merged }) => {
      const report = spendReport(mirror, { from, to, by });
      return ok(merged ? mergedSpend(mirror, report) : report);
    },
  }),
] as const;
