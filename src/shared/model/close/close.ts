import { z } from "zod";
import { calendarDateString } from "../books/money.ts";
import { fluxComparison } from "../reports/flux.ts";
import { tieOutCheck } from "../reports/tie-out.ts";
import { adjustingKind } from "./adjusting-entry.ts";

/** Who a task falls to until a person is named for it. */
export const closeRole = z.enum(["preparer", "reviewer", "manager"]);
export type CloseRole = z.infer<typeof closeRole>;

/**
 * The evidence that completes a task automatically. Every gate reads the local copy and Tieout's own records; none of
 * them sends anything.
 */
export const closeGate = z.discriminatedUnion("kind", [
  /** Every stream was read to its end after the period ended. */
  z.strictObject({ kind: z.literal("streams_complete") }),
  /** The ledger's locks were read after the period ended. */
  z.strictObject({ kind: z.literal("lock_read") }),
  /** Each named check at the period's end ties, is within tolerance, or was accepted with a reason. */
  z.strictObject({ kind: z.literal("tie_outs"), checks: z.array(tieOutCheck).min(1) }),
  /** The trial balance sums to zero and uses known accounts only. */
  z.strictObject({ kind: z.literal("trial_balance") }),
  /** No row of the variance review still needs an explanation; with `signed` every such row is signed. */
  z.strictObject({ kind: z.literal("variances"), comparison: fluxComparison.default("prior_month"), signed: z.boolean().default(false) }),
  /** Questions about the period were asked, and none of them waits to be sent. */
  z.strictObject({ kind: z.literal("questions_sent") }),
  z.strictObject({ kind: z.literal("no_unknown_write") }),
  z.strictObject({ kind: z.literal("no_open_duplicate") }),
  /** No line is without an account, or on one whose name contains one of these words. */
  z.strictObject({ kind: z.literal("no_uncategorised"), accountNames: z.array(z.string().min(1)).default([]) }),
  z.strictObject({ kind: z.literal("no_missing_tax_id") }),
  z.strictObject({ kind: z.literal("no_unapplied_cash") }),
  z.strictObject({ kind: z.literal("orders_matched") }),
  z.strictObject({ kind: z.literal("no_removed_record") }),
  /** Nothing was entered late or edited behind a lock without a disposition. */
  z.strictObject({ kind: z.literal("changes_disposed") }),
  /** Every adjusting entry of these kinds that falls into the period was taken by the ledger. */
  z.strictObject({ kind: z.literal("entries_confirmed"), entries: z.array(adjustingKind).min(1) }),
  /** Every balance-sheet account that is to be reconciled has support and no difference beyond tolerance. */
  z.strictObject({ kind: z.literal("reconciled") }),
  /** Preparer and reviewer signed off the period in its current state. */
  z.strictObject({ kind: z.literal("signed_off") }),
  /** The period is closed here. */
  z.strictObject({ kind: z.literal("closed_here") }),
  /** The ledger's own lock covers the period's end for every module. */
  z.strictObject({ kind: z.literal("ledger_locked") }),
  /** A pack of the period was exported from the current books. */
  z.strictObject({ kind: z.literal("pack_made") }),
]);
export type CloseGate = z.infer<typeof closeGate>;

/** One task of a checklist. Due on the n-th business day after the period's end; `gate` null is closed by hand alone. */
export const closeTask = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,60}$/, "use 1 to 60 lowercase letters, digits or hyphens"),
  phase: z.string().min(1).max(60),
  title: z.string().min(1).max(200),
  role: closeRole,
  /** The assignee; null: anyone with the role. */
  assignee: z.string().max(200).nullable().default(null),
  dueDays: z.number().int().min(-20).max(60),
  dependsOn: z.array(z.string()).default([]),
  gate: closeGate.nullable(),
});
export type CloseTask = z.infer<typeof closeTask>;

/** A checklist that periods are closed with; a file of resources/close-templates. */
export const closeTemplate = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,60}$/),
    version: z.number().int().min(1),
    title: z.string().min(1),
    phases: z.array(z.string().min(1)).min(1),
    tasks: z.array(closeTask).min(1),
    /** Days that are no business days besides weekends. */
    holidays: z.array(calendarDateString).default([]),
  })
  .superRefine(({ phases, tasks }, context) => {
    const known = new Set<string>();
    for (const [at, task] of tasks.entries()) {
      const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: ["tasks", at, field], message });
      if (known.has(task.id)) refuse("id", `${task.id} is listed twice`);
      if (!phases.includes(task.phase)) refuse("phase", `${task.phase} isn't one of the phases`);
      // A task depends only on tasks above it, so that there are no cycles.
      for (const id of task.dependsOn) if (!known.has(id)) refuse("dependsOn", `${id} isn't a task listed above this one`);
      known.add(task.id);
    }
  });
export type CloseTemplate = z.infer<typeof closeTemplate>;

/** Gates that closing itself brings about, or that come after it: their tasks are open until it is done. */
export const GATES_AFTER_CLOSING: ReadonlySet<string> = new Set(["closed_here", "ledger_locked", "pack_made"]);
