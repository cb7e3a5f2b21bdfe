import { z } from "zod";
import { dimension } from "../books/dimension.ts";
import { calendarDateString, instantString } from "../books/money.ts";

/** What a connection can do, discovered and never assumed (rule 3). Consumers read this, not the system. */
export const sourceCapabilities = z.object({
  dimensions: z.array(dimension),
  lineTarget: z.enum(["account", "item", "both"]),
  canCreateTaxRates: z.boolean(),
  hasApprovalWorkflow: z.boolean(),
  hasGlFeed: z.boolean(),
  hasAuditTrail: z.boolean(),
  statusIsDerived: z.boolean(),
  writeSemantics: z.enum(["merge", "replace", "patch"]),
  periodLock: z.object({ date: calendarDateString.optional(), perSubsidiary: z.boolean() }),
  idempotencyKey: z.boolean(),
});
export type SourceCapabilities = z.infer<typeof sourceCapabilities>;

/** How each capability was found, in words for the capability page. */
export const capabilityEvidence = z.record(z.string(), z.string());
export type CapabilityEvidence = z.infer<typeof capabilityEvidence>;

/** The ledger's own facts about the tenant, read at connection time and refreshed. */
export const organisation = z.object({
  name: z.string(),
  baseCurrency: z.string(),
  country: z.string().optional(),
  timeZone: z.string().optional(),
  fiscalYearEndMonth: z.number().int().min(1).max(12),
  fiscalYearEndDay: z.number().int().min(1).max(31),
  isDemo: z.boolean().optional(),
  entities: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      parentId: z.string().optional(),
      currency: z.string(),
      isElimination: z.boolean(),
      active: z.boolean(),
    }),
  ),
  currencies: z.array(z.string()),
});
export type Organisation = z.infer<typeof organisation>;

/** What discovery found, as stored with the connection. */
export const discovery = z.object({
  capabilities: sourceCapabilities,
  evidence: capabilityEvidence,
  /** What was asked to find each capability out: endpoint, table or probe. Absent for those that the interface itself settles. */
  probes: z.record(z.string(), z.string()).optional(),
  organisation,
  discoveredAt: instantString,
  /** What the ledger posts without handing out a record: figures put together from records lack it. Absent where a feed has every posting. */
  unlistedPostings: z.array(z.string()).optional(),
  /** Codes that lines have and of which the ledger keeps no record, by what its own screens call them. */
  unlistedTaxCodes: z.record(z.string(), z.string()).optional(),
  /** Facts only the adapter reads back (terminology, preferences, segment fields). */
  adapterFacts: z.record(z.string(), z.unknown()),
});
export type Discovery = z.infer<typeof discovery>;

/** Why a ledger can't approve a transaction, and what to do instead (rule 12). */
export const NO_APPROVAL =
  "Tieout can't approve or return transactions in this ledger. To record your decision in Tieout only, run “tieout document approve” or “tieout document return” instead.";
