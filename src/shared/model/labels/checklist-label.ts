import type { Period } from "../books/period.ts";
import { codeLabel } from "./code-labels.ts";

interface PlannedChecklist {
  readonly status: Period["status"];
  readonly template: { readonly title: string };
}

/** Where the tasks of a checklist come from before the close is started; a period can also be closed without that. */
export function plannedChecklistText({ status, template: { title } }: PlannedChecklist): string {
  return status === "closed"
    ? `The checklist was skipped when this period was closed, so these tasks come directly from the template “${title}.”`
    : "The close hasn't started. This is the checklist it will start with.";
}

interface Task {
  readonly state: string;
  readonly evidence: {
    readonly totalOnly?: boolean | undefined;
    readonly partly?: boolean | undefined;
    readonly rechecking?: boolean | undefined;
  } | null;
}

/** The state of a task, for packs and the command line: one whose evidence left something unchecked isn't done like the others. */
export function taskStateLabel({ state, evidence }: Task): string {
  if (state !== "done") return codeLabel(state);
  if (evidence?.rechecking === true) return `${codeLabel(state)}, rechecking`;
  if (evidence?.totalOnly === true) return `${codeLabel(state)}, total only`;
  return evidence?.partly === true ? `${codeLabel(state)}, partly checked` : codeLabel(state);
}
