import { z } from "zod";

/** From the least to the most that a person may do. */
export const PERSON_ROLES = ["viewer", "preparer", "reviewer", "admin"] as const;
export const personRole = z.enum(PERSON_ROLES);
export type PersonRole = z.infer<typeof personRole>;

/** True when `role` may do what `needed` may. */
export function mayAs(role: PersonRole, needed: PersonRole): boolean {
  return PERSON_ROLES.indexOf(role) >= PERSON_ROLES.indexOf(needed);
}
