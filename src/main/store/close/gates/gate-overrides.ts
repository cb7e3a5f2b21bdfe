import { z } from "zod";
import { mayOverride } from "#main/domain/close/gate-verdicts.ts";
import { mentionsIn } from "#main/domain/contacts/mentions.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { signedDecisions } from "#main/store/facts/sync-state.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { CloseGates, GateOverride, GateView } from "#shared/contract/close/close-gates.ts";
import { counted, periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { type ClosePolicy, GATE_NOUNS, isWholeComparison, type SignGate, signGate } from "#shared/model/close/close-gates.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { CloseMention } from "../close-mention.ts";

const overrideBody = z.object({
  gate: signGate,
  why: z.string(),
  covers: z.array(z.string()),
  items: z.array(z.string()),
  /** The people whom the reason asks to look; none in what an earlier release decided. */
  mentions: z.array(z.string()).default([]),
});

/** The overrides of a period, oldest first. One that waits for the firm's server doesn't apply yet. */
export function gateOverrides(db: Sqlite, periodId: string): GateOverride[] {
  return signedDecisions(db, "gate_override", overrideBody, { prefix: `${periodId}|` }).map(
    ({ decisionNo, person, at, waiting, body: { mentions: _mentions, ...body } }) => ({
      ...{ decisionNo, person, at, waiting },
      ...body,
    }),
  );
}

/** Overrides whose reason asks people to look, in any period. One reason for several gates asks once. */
export function overrideMentions(db: Sqlite): CloseMention[] {
  const asking = ownDecisions(db, "gate_override", overrideBody, {}).filter(({ body }) => body.mentions.length > 0);
  const reasons = Map.groupBy(asking, ({ subject, person, at }) => JSON.stringify([subject.split("|")[0], person, at]));
  return [...reasons.values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { subject, person, at, body } = first;
    return { row: `${subject.split("|")[0]}|gate:${body.gate}`, names: body.mentions, text: body.why, person, at };
  });
}

/** Gates with open work that nobody answered for. */
export function blockingGates(gates: readonly GateView[]): GateView[] {
  return gates.filter(({ blocking }) => blocking > 0);
}

const NAMED_MAX = 5;

/** What a period waits for, in one sentence for a refusal. */
export function blockedBy(gates: readonly GateView[]): string {
  const counts = blockingGates(gates).flatMap(({ gate, blocking, open }) => {
    const comparisons = open.filter((item) => !item.overridden && isWholeComparison(item)).length;
    const [one, many] = GATE_NOUNS[gate];
    return [
      ...(blocking === comparisons ? [] : [counted(blocking - comparisons, `open ${one}`, `open ${many}`)]),
      ...(comparisons === 0 ? [] : [counted(comparisons, "unavailable flux comparison")]),
    ];
  });
  const named = gates.flatMap(({ open }) => open.filter(({ overridden }) => !overridden).map(({ text }) => text.replace(/\.$/, "")));
  return `${counts.join(", ")}: “${named.slice(0, NAMED_MAX).join("”; “")}${named.length > NAMED_MAX ? "”; and more." : ".”"}`;
}

/** Why a reviewer can't sign off yet; null when nothing holds the period up. */
export function signingRefusal({ sign, overrides }: Pick<CloseGates, "sign" | "overrides">, label: string): Failure | null {
  if (blockingGates(sign).length === 0) return null;
  if (isOnlyWaiting(sign, overrides))
    return {
      code: "conflict",
      message: `The firm's server hasn't accepted the override of open work in ${periodName(label)} yet, so it doesn't count.`,
      field: "role",
      next: "Sign off again once this computer is connected to the firm's server. If the server rejected the override, Settings › Firm says why.",
    };
  return {
    code: "conflict",
    message: `${periodName(label)} can't be signed off by the reviewer yet. ${blockedBy(sign)}`,
    field: "role",
    next: "Finish the open work, or override it with a reason if the firm's policy allows that.",
  };
}

/** Somebody answered for everything that is open, though the firm's server doesn't have all of that yet. */
function isOnlyWaiting(gates: readonly GateView[], overrides: readonly GateOverride[]): boolean {
  const waiting = overrides.filter((one) => one.waiting);
  return gates.every(({ gate, open }) =>
    open.every(({ key, overridden }) => overridden || waiting.some((one) => one.gate === gate && one.covers.includes(key))),
  );
}

interface Overriding extends Act {
  readonly periodId: string;
  readonly why: string;
  readonly role: PersonRole;
  readonly policy: ClosePolicy;
  readonly people: readonly string[];
}

/**
 * Overrides gates: someone answers for everything that is open in them now, with a reason. All of them or none.
 * @returns `not_allowed` where the policy or the person's role forbids it
 */
export function overrideGates(
  db: Sqlite,
  gates: readonly GateView[],
  { periodId, why, role, policy, people, person, nowMs }: Overriding,
): Result<{ readonly decisionNos: number[] }, Failure> {
  const blocked = blockingGates(gates);
  const refused = blocked.map(({ gate }) => overrideRefusal(policy, gate, role)).find((one) => one !== null);
  if (refused !== undefined) return fail(refused);
  const mentions = mentionsIn(why, people);
  const decisionNos = blocked.map(({ gate, open }) => {
    const uncovered = open.filter(({ overridden }) => !overridden);
    const body = { gate, why, covers: uncovered.map(({ key }) => key), items: uncovered.map(({ text }) => text), mentions };
    // An earlier override keeps its own reason, so each has a subject of its own.
    const subject = `${periodId}|${gate}|${nowMs}-${uncovered
      .map(({ key }) => key)
      .join(" ")
      .slice(0, 120)}`;
    return makeDecision(db, { kind: "gate_override", subject, body, person, nowMs });
  });
  return ok({ decisionNos });
}

function overrideRefusal(policy: ClosePolicy, gate: SignGate, role: PersonRole): Failure | null {
  if (mayOverride(policy, gate, role)) return null;
  const many = GATE_NOUNS[gate][1];
  if (policy[gate] === "never")
    return {
      code: "not_allowed",
      message: `The firm's policy doesn't allow overriding open ${many}.`,
      next: "Finish the open work first.",
    };
  const who = policy[gate] === "admin" ? "an administrator" : "a reviewer or an administrator";
  return {
    code: "not_allowed",
    message: `Only ${who} may override open ${many}.`,
    next: `Finish the open work, or ask ${who} to override it.`,
  };
}
