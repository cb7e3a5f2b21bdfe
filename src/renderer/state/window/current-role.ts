import { mayAs, type PersonRole } from "#shared/model/close/person.ts";
import { useCoreQuery } from "../core/core-query.ts";

/** Whether the current user may do what takes this role; true until the people are loaded, since the core decides anyway. */
export function useMayAs(needed: PersonRole): boolean {
  const people = useCoreQuery("people.list", {});
  const current = people.data?.find((person) => person.current);
  return current === undefined || mayAs(current.role, needed);
}
