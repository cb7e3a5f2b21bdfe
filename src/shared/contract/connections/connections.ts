import { z } from "zod";
import { calendarDateString } from "#shared/model/books/money.ts";

const limitValue = z.object({
  name: z.string(),
  value: z.number().nullable(),
  from: z.enum(["file", "connection"]),
  /** The verified number of resources/ledger-limits.json. */
  inFile: z.number().nullable(),
});

export const limitsView = z.object({
  verifiedOn: calendarDateString,
  /** Set when the numbers were verified too long ago. */
  warning: z.string().nullable(),
  values: z.array(limitValue),
});
export type LimitsView = z.output<typeof limitsView>;
