import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { sourceCapabilities } from "#shared/model/ledger/capabilities.ts";

const capabilityName = sourceCapabilities.keyof();

/** One capability of a connection: its value, how it was found, and what is used instead when it is off. */
export const capabilityRow = z.object({
  name: capabilityName,
  /** For people: "General-ledger feed". */
  title: z.string(),
  /** The value in words: "yes", "2 (Region, Project)". */
  value: z.string(),
  /** Null where it is neither there nor missing but a way of working. */
  on: z.boolean().nullable(),
  /** How it was found, in words. */
  how: z.string(),
  /** The endpoint or probe that was asked; null where nothing can be asked and the ledger's interface itself says it. */
  probe: z.string().nullable(),
  /** When it was last confirmed. */
  foundAt: instantString,
  /** Since when it has been found like this. */
  since: instantString,
  /** What is used instead, where it is off; else null. */
  usedInstead: z.string().nullable(),
  /** The commands for that, where only the command line has it. */
  commands: z.array(z.string()),
});
export type CapabilityRow = z.infer<typeof capabilityRow>;

/** A capability that was found to be otherwise than before. */
export const capabilityChange = z.object({
  name: capabilityName,
  title: z.string(),
  from: z.string(),
  to: z.string(),
  at: instantString,
  how: z.string(),
  /** The connection had it and lost it. */
  lost: z.boolean(),
});
export type CapabilityChange = z.infer<typeof capabilityChange>;

export const capabilityReport = z.object({
  checkedAt: instantString,
  /** From then on the next reading asks again; also after a refusal that says that a feature went. */
  nextCheckAt: instantString,
  rows: z.array(capabilityRow),
  /** Newest first. */
  changes: z.array(capabilityChange),
});
export type CapabilityReport = z.infer<typeof capabilityReport>;
