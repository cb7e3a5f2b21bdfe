import type { Period } from "../books/period.ts";

interface PlannedChecklist {
  readonly status: Period["status"];
  readonly template: { readonly title: string };
}

/** Where the tasks of a checklist come from before the close is started; a period can also be closed without that. */
export function plannedChecklistText({ status, template: { title } }: PlannedChecklist): string {
  return status === "closed"
    ? `This period was closed without starting the close, so these tasks come directly from the template “${title}.”`
    : "The close hasn't started. This is the checklist it will start with.";
}
