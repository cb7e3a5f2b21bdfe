import { roleCounts } from "#shared/contract/close/sign-off-standing.ts";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { t } from "../../language/t.ts";
import { preparersOf } from "./focus/next-step.ts";
import type { Role } from "./use-flux-acts.ts";

export const SIGNING_ROLES = ["preparer", "reviewer"] as const;

type Standing = Pick<FluxRow, "status" | "material" | "explanation" | "stamps">;

/** Whether a sign-off in this role counts now: one that was given before the explanation changed doesn't. */
export function counts({ status }: Pick<FluxRow, "status">, role: Role): boolean {
  return roleCounts(status, role);
}

/** Why the current user can't sign off an account in a role, as the core decides it; null where they can. */
export function signBar(row: Standing, role: Role, isMe: (noted: string) => boolean): string | null {
  const { status, material, explanation, stamps } = row;
  const waits = (of: Role) => stamps.some((stamp) => stamp.role === of && stamp.waiting && !stamp.stale);
  if (waits(role)) return t("Signed off. The sign-off counts once the firm's server has accepted it.");
  if (role === "reviewer" && waits("preparer"))
    return t("The firm's server hasn't accepted the preparer's sign-off yet. A reviewer can sign off once it has.");
  if (counts(row, role)) return t("Already signed off as {role}", { role });
  if (role === "preparer" && status === "returned") return t("Change the explanation and save it first.");
  if (role === "preparer") return material && explanation === null ? t("Save an explanation before signing off.") : null;
  if (status !== "ready_for_review") return t("A reviewer can sign off after the preparer.");
  return isOwnWork(row, isMe) ? OWN_WORK : null;
}

const OWN_WORK = t("You explained or prepared this account, so someone else must review it.");

function isOwnWork(row: Standing, isMe: (noted: string) => boolean): boolean {
  return preparersOf(row).some((person) => person !== undefined && isMe(person));
}

/** Who the current user may sign off as. */
type Mays = Readonly<Record<Role, boolean>>;

interface SignNote {
  readonly role: Role;
  readonly words: string;
}

/** Said beside the buttons: why each can't be pressed. That a sign-off was given is in the list above; viewers have their own note. */
export function signNotes(row: Standing, isMe: (noted: string) => boolean, mays: Mays): readonly SignNote[] {
  if (!mays.preparer) return [];
  return SIGNING_ROLES.flatMap((role): SignNote[] => {
    const bar = counts(row, role) ? null : signBar(row, role, isMe);
    const isReviewNext = row.status === "ready_for_review" && role === "reviewer" && (bar === null || bar === OWN_WORK);
    if (isReviewNext && !mays.reviewer) return [{ role, words: t("A reviewer must sign off next.") }];
    return bar === null ? [] : [{ role, words: bar }];
  });
}
