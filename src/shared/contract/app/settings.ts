import { z } from "zod";
import { calendarDateString } from "#shared/model/books/money.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";

export const verifiedLimitsView = z.object({
  system: ledgerSystem,
  ledger: z.string(),
  verifiedOn: calendarDateString,
  /** Set when the numbers were verified too long ago. */
  warning: z.string().nullable(),
  values: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
});
export type VerifiedLimitsView = z.output<typeof verifiedLimitsView>;

export const aboutView = z.object({
  version: z.string(),
  /** Where firm and client files are. */
  dataFolder: z.string(),
  secrets: z.enum(["keychain", "memory"]),
  /** Who works here now, as noted beside decisions: `name@machine`. */
  person: z.string(),
});

/** What the host says of itself. It knows the machine's user, who need not be who works here now. */
export type HostAbout = Omit<z.output<typeof aboutView>, "person">;
