import { dueAdjustments } from "#main/store/close/adjusting-entries.ts";
import { closeStatus } from "#main/store/close/close-status.ts";
import { openChecks } from "#main/store/close/gates/figures.ts";
import { openReconciliations, requiredReconciliations } from "#main/store/close/gates/finish.ts";
import { openVariances } from "#main/store/flux/flux-counts.ts";
import type { PackFacts } from "./pack-facts.ts";
import { byTotalOnly } from "./schedules/labels.ts";

/** A kind of work that a close needs, and how much of it is done. */
export interface RequiredWork {
  readonly title: string;
  readonly done: number;
  readonly required: number;
}

/** The period's work, each count from the query that the close's own screens use. What isn't needed at all is left out. */
export function requiredWork({ closing, order, tieOuts, reader, currency }: PackFacts): RequiredWork[] {
  const tasks =
    order.template === null ? [] : closeStatus(closing, order.template).tasks.filter(({ evidence }) => evidence?.kind !== "pack_made");
  const openTasks = tasks.filter(({ state }) => state === "open" || state === "waiting").length;
  const accounts = requiredReconciliations(closing);
  const { review } = closing.review("prior_month");
  const checks = (tieOuts?.checks ?? []).map(({ check }) => check);
  const entries = dueAdjustments(reader, { period: order.period, periods: order.periods, currency, definitionId: null });
  const kinds = [
    work("Checklist tasks other than creating the close pack", tasks.length, openTasks),
    work("Account reconciliations", accounts.length, openReconciliations(accounts, "reviewed").length),
    work("Material changes explained and signed off", review.progress.material, openVariances(review, true).length),
    work(`Tie-outs${byTotalOnly(tieOuts?.checks ?? [])}`, checks.length, openChecks(closing, checks).length),
    work("Adjusting entries", entries.length, entries.filter(({ state }) => state !== "confirmed").length),
  ];
  return kinds.filter(({ required }) => required > 0);
}

function work(title: string, required: number, open: number): RequiredWork {
  return { title, required, done: Math.max(0, required - open) };
}
