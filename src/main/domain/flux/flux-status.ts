import { samePerson } from "#main/domain/contacts/same-person.ts";
import type { FluxStatus } from "#shared/model/reports/flux.ts";

/** What someone did to a row: explained, signed off or returned it. Later acts have larger numbers. */
export interface FluxAct {
  readonly decisionNo: number;
  readonly person: string;
}

/** A stamp, and whether what it was given on is still so. One that waits for the firm's server doesn't count yet. */
export type FluxStampAct = FluxAct & { readonly stale: boolean; readonly waiting: boolean };

export interface FluxActs {
  readonly explanation: FluxAct | null;
  readonly preparer: FluxStampAct | null;
  readonly reviewer: FluxStampAct | null;
  readonly returned: FluxAct | null;
}

/** A row's status, from its sign-offs and whether its figures have changed since. */
export function fluxStatusOf(material: boolean, { explanation, preparer, reviewer, returned }: FluxActs): FluxStatus {
  const words = explanation?.decisionNo ?? 0;
  const prepared = preparer !== null && counts(preparer) && preparer.decisionNo > words ? preparer : null;
  if (returned !== null && returned.decisionNo > (preparer?.decisionNo ?? 0) && returned.decisionNo > words) return "returned";
  // The reviewer signed what the preparer had signed: a later stamp of the preparer asks for a new one.
  const reviewed = prepared !== null && reviewer !== null && counts(reviewer) && reviewer.decisionNo > prepared.decisionNo;
  if (reviewed && !samePerson(prepared.person, reviewer.person)) return "signed";
  if (prepared !== null) return "ready_for_review";
  const lastStamp = Math.max(preparer?.decisionNo ?? 0, reviewer?.decisionNo ?? 0);
  if (lastStamp > words && (preparer?.stale || reviewer?.stale)) return "stale";
  if (explanation !== null) return "draft";
  return material ? "needed" : "not_needed";
}

function counts({ stale, waiting }: FluxStampAct): boolean {
  return !stale && !waiting;
}

function waits(stamp: FluxStampAct | null): boolean {
  return stamp !== null && !stamp.stale && stamp.waiting;
}

/** The reviewer has signed, and the firm's server doesn't have that yet: until it does, it looks as if a reviewer were next. */
export function reviewWaits(stamps: readonly { readonly role: string; readonly stale: boolean; readonly waiting: boolean }[]): boolean {
  return stamps.some(({ role, stale, waiting }) => role === "reviewer" && !stale && waiting);
}

/** Why someone can't sign off a row in a role; null when they can. */
export function stampRefusal(
  role: "preparer" | "reviewer",
  person: string,
  material: boolean,
  acts: FluxActs,
): "needs_explanation" | "needs_preparer" | "same_person" | "already" | "waiting" | null {
  const status = fluxStatusOf(material, acts);
  if (waits(acts[role]) || (role === "reviewer" && waits(acts.preparer))) return "waiting";
  if (role === "preparer") {
    if (status === "ready_for_review" || status === "signed") return "already";
    if (status === "returned" || (material && acts.explanation === null)) return "needs_explanation";
    return null;
  }
  if (status === "signed") return "already";
  if (status !== "ready_for_review") return "needs_preparer";
  const others = [acts.preparer?.person, acts.explanation?.person];
  return others.some((other) => other !== undefined && samePerson(other, person)) ? "same_person" : null;
}
