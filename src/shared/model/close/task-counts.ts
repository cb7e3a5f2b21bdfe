import { GATES_AFTER_CLOSING } from "./close.ts";

interface Listed {
  readonly id: string;
  readonly dependsOn: readonly string[];
  /** The kind of its evidence; undefined where nothing is checked. */
  readonly kind: string | undefined;
}

/**
 * What a task counts as before a period is signed off or closed: a required task, the reconciliations or material changes that it is
 * about, the sign-off itself, or what comes after.
 */
export type CountedAs = "task" | "reconciliations" | "flux" | "sign_off" | "after";

/** Gates with work of their own among the four: their tasks aren't counted a second time, nor settled by a tick. */
const COUNTED_APART: Readonly<Record<string, CountedAs>> = { variances: "flux", reconciled: "reconciliations" };

/** What the sign-off or the closing brings about, and what depends on it, comes after. */
export function countedAs(tasks: readonly Listed[], purpose: "sign" | "close"): ReadonlyMap<string, CountedAs> {
  const after = new Set<string>();
  const isSignOff = (kind: string | undefined) => purpose === "sign" && kind === "signed_off";
  for (const { id, kind } of tasks) if (kind !== undefined && (GATES_AFTER_CLOSING.has(kind) || isSignOff(kind))) after.add(id);
  // Dependencies may point down the list once someone has edited it, so this repeats until nothing is added.
  for (let size = -1; size !== after.size; ) {
    size = after.size;
    for (const { id, dependsOn } of tasks) if (dependsOn.some((other) => after.has(other))) after.add(id);
  }
  return new Map(
    tasks.map(({ id, kind }): [string, CountedAs] => {
      if (isSignOff(kind)) return [id, "sign_off"];
      return [id, COUNTED_APART[kind ?? ""] ?? (after.has(id) ? "after" : "task")];
    }),
  );
}
