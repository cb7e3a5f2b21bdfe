import { z } from "zod";
import { calendarDateString } from "#shared/model/money.ts";
import { command, query } from "./define.ts";

const limitValue = z.object({
  name: z.string(),
  value: z.number().nullable(),
  from: z.enum(["file", "connection"]),
  /** The verified number of resources/ledger-limits.json. */
  inFile: z.number().nullable(),
});

const limitsView = z.object({
  verifiedOn: calendarDateString,
  /** Set when the numbers were verified too long ago. */
  warning: z.string().nullable(),
  values: z.array(limitValue),
});
export type LimitsView = z.output<typeof limitsView>;

const ofClient = z.object({ clientId: z.string() });

export const connectionsExtraContract = {
  /** The limits that hold for a client's connection, and where each came from; null without a connection. */
  "connections.limits": query(ofClient, limitsView.nullable()),
  /** Replaces the connection's own limits; they hold from the next start on. `yes` allows numbers beyond the verified ones. */
  "connections.setLimits": command(ofClient.extend({ limits: z.unknown(), yes: z.boolean().default(false) }), limitsView, "admin"),
};
