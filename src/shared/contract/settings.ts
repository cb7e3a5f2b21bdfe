import { z } from "zod";
import { calendarDateString } from "#shared/model/money.ts";
import { ledgerSystem } from "#shared/model/source-ref.ts";
import { query } from "./define.ts";

const verifiedLimitsView = z.object({
  system: ledgerSystem,
  ledger: z.string(),
  verifiedOn: calendarDateString,
  /** Set when the numbers were verified too long ago. */
  warning: z.string().nullable(),
  values: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
});
export type VerifiedLimitsView = z.output<typeof verifiedLimitsView>;

const aboutView = z.object({
  version: z.string(),
  /** Where firm and client files are. */
  dataFolder: z.string(),
  secrets: z.enum(["keychain", "memory"]),
  /** As noted beside decisions: `name@machine`. */
  person: z.string(),
});
export type AboutView = z.output<typeof aboutView>;

export const settingsContract = {
  /** The verified limits of every ledger, with the day on which a person last compared them. */
  "limits.verified": query(z.object({}), z.array(verifiedLimitsView)),
  /** What runs here, and on which data; null where the host does not say. */
  "app.about": query(z.object({}), aboutView.nullable()),
};
