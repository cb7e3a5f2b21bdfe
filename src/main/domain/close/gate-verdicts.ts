import type { CloseTask } from "#shared/model/close/close.ts";
import { GATES_AFTER_CLOSING } from "#shared/model/close/close.ts";
import type { ClosePolicy, SignGate } from "#shared/model/close/close-gates.ts";
import { mayAs, type PersonRole } from "#shared/model/close/person.ts";

interface Open {
  readonly key: string;
}

/** What one gate requires, as it was found. */
export interface GateWork<Item extends Open> {
  readonly gate: SignGate;
  readonly required: number;
  readonly open: readonly Item[];
}

export interface Covering {
  readonly gate: SignGate;
  readonly covers: readonly string[];
}

/**
 * Decides what each gate holds up: every open item, unless an override of that gate names it. An override covers what was
 * open when it was made, so work that opens later holds the period up again.
 */
export function judgeGates<Item extends Open>(works: readonly GateWork<Item>[], overrides: readonly Covering[], policy: ClosePolicy) {
  return works.map(({ gate, required, open }) => {
    const covered = new Set(overrides.filter((one) => one.gate === gate).flatMap(({ covers }) => covers));
    const items = open.map((item) => ({ ...item, overridden: covered.has(item.key) }));
    return {
      ...{ gate, required, done: required - open.length, open: items },
      ...{ blocking: items.filter(({ overridden }) => !overridden).length, rule: policy[gate] },
    };
  });
}

/** Whether someone with this role may override the gate, or a named person, under the firm's policy. */
export function mayOverride(policy: ClosePolicy, gate: keyof ClosePolicy, role: PersonRole): boolean {
  const rule = policy[gate];
  return rule !== "never" && mayAs(role, rule);
}

/** Gates with work of their own among the four: their tasks aren't counted a second time, nor settled by a tick. */
const COUNTED_APART: ReadonlySet<string> = new Set(["variances", "reconciled"]);

/**
 * Tasks that must be done before a period is signed off or closed. What the sign-off or the closing brings about, and what
 * depends on it, comes after.
 */
export function requiredTasks(tasks: readonly Pick<CloseTask, "id" | "dependsOn" | "gate">[], purpose: "sign" | "close"): string[] {
  const after = new Set<string>();
  const comesAfter = (kind: string | undefined) =>
    kind !== undefined && (GATES_AFTER_CLOSING.has(kind) || (purpose === "sign" && kind === "signed_off"));
  for (const { id, gate } of tasks) if (comesAfter(gate?.kind)) after.add(id);
  // Dependencies may point down the list once someone has edited it, so this repeats until nothing is added.
  for (let size = -1; size !== after.size; ) {
    size = after.size;
    for (const { id, dependsOn } of tasks) if (dependsOn.some((other) => after.has(other))) after.add(id);
  }
  return tasks.filter(({ id, gate }) => !after.has(id) && !COUNTED_APART.has(gate?.kind ?? "")).map(({ id }) => id);
}
