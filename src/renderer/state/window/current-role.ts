import { mayAs, type PersonRole } from "#shared/model/close/person.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../core/core-query.ts";

/** Whether the current user may do what takes this role; true until the people are loaded, since the core decides anyway. */
export function useMayAs(needed: PersonRole): boolean {
  const people = useCoreQuery("people.list", {});
  const current = people.data?.find((person) => person.current);
  return current === undefined || mayAs(current.role, needed);
}

/** Why the current user can't do what takes this role, and who can; null when they can. */
export function useRoleBar(needed: PersonRole): string | null {
  const people = useCoreQuery("people.list", {});
  const mayDo = useMayAs(needed);
  if (mayDo) return null;
  const able = (people.data ?? []).filter(({ role, active }) => active && mayAs(role, needed));
  return t(
    "Your role doesn't allow this. {count, plural, =0 {Ask an administrator of your firm.} one {Ask {names}.} other {Ask one of these people: {names}.}}",
    { count: able.length, names: able.map(({ name }) => name).join(", ") },
  );
}
