import { z } from "zod";

/** The three ledger systems. Only adapters and simulated ledgers compare it (rule 3). */
export const ledgerSystem = z.enum(["ledger_a", "ledger_b", "ledger_c"]);
export type LedgerSystem = z.infer<typeof ledgerSystem>;

/** Where a record came from (rule 1). `entityType` is the ledger's own noun, verbatim. */
export const sourceRef = z.object({
  system: ledgerSystem,
  tenantId: z.string(),
  entityType: z.string(),
  id: z.string(),
  raw: z.unknown().optional(),
  fetchedAt: z.string(),
});
export type SourceRef = z.infer<typeof sourceRef>;
