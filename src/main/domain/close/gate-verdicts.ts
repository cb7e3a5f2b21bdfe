import type { CloseTask } from "#shared/model/close/close.ts";
import type { ClosePolicy, SignGate } from "#shared/model/close/close-gates.ts";
import { mayAs, type PersonRole } from "#shared/model/close/person.ts";
import { countedAs } from "#shared/model/close/task-counts.ts";

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

/** Tasks that must be done before a period is signed off or closed. */
export function requiredTasks(tasks: readonly Pick<CloseTask, "id" | "dependsOn" | "gate">[], purpose: "sign" | "close"): string[] {
  const counted = countedAs(
    tasks.map(({ id, dependsOn, gate }) => ({ id, dependsOn, kind: gate?.kind })),
    purpose,
  );
  return tasks.filter(({ id }) => counted.get(id) === "task").map(({ id }) => id);
}
