import type { CloseGate } from "./close.ts";

/** Evidence that people gave, such as sign-offs, explanations and entries, unless Tieout says that it found it. */
const PEOPLES_GATES: readonly CloseGate["kind"][] = [
  "questions_sent",
  "entries_confirmed",
  "reconciled",
  "variances",
  "signed_off",
  "closed_here",
  "pack_made",
];
const BY_PEOPLE: ReadonlySet<string> = new Set(PEOPLES_GATES);

interface Checkable {
  readonly state: string;
  readonly evidence: {
    readonly kind: string;
    readonly accepted?: boolean | undefined;
    readonly automatic?: boolean | undefined;
    readonly totalOnly?: boolean | undefined;
    readonly partly?: boolean | undefined;
  } | null;
}

/** Whether Tieout found a task done, without any person's work. */
export function isCheckedAutomatically({ state, evidence }: Checkable): boolean {
  if (state !== "done" || evidence === null || evidence.accepted === true) return false;
  return evidence.automatic === true || !BY_PEOPLE.has(evidence.kind);
}

/** Of such a task, whether some of it was left unchecked, or only totals were compared. */
function isCheckedPartly(task: Checkable): boolean {
  return isCheckedAutomatically(task) && (task.evidence?.partly === true || task.evidence?.totalOnly === true);
}

/** How many tasks Tieout found done, and how many of those it could check only partly. */
export function checkedCounts(tasks: readonly Checkable[]): { readonly automatic: number; readonly partly: number } {
  return { automatic: tasks.filter(isCheckedAutomatically).length, partly: tasks.filter(isCheckedPartly).length };
}
