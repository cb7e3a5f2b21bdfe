import { mayAs, type PersonRole } from "#shared/model/close/person.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../core/core-query.ts";

/** Whether the current user may do what takes this role; true until the people are loaded, since the core decides anyway. */
export function useMayAs(needed: PersonRole): boolean {
  const people = useCoreQuery("people.list", {});
  const current = people.data?.find((person) => person.current);
  return current === undefined || mayAs(current.role, needed);
}

/** Whether an act is the current user's, as noted at any computer; false until the people are loaded, since the core decides anyway. */
export function useIsMe(): (noted: string) => boolean {
  const people = useCoreQuery("people.list", {});
  const me = people.data?.find((person) => person.current)?.name.toLowerCase();
  return (noted) => nameOfNoted(noted).toLowerCase() === me;
}

/** Said once on a screen full of acts that the current user's role doesn't allow, and who can do them; null when it allows them. */
export function useScreenBar(needed: PersonRole): string | null {
  const able = useAble(needed);
  if (useMayAs(needed)) return null;
  return t(
    "Viewers can't change anything here. {count, plural, =0 {Ask an administrator of your firm.} one {Ask {names}.} other {Ask one of these people: {names}.}}",
    { count: able.length, names: able.join(", ") },
  );
}

/** Why the current user can't do what takes this role, and who can; null when they can. */
export function useRoleBar(needed: PersonRole): string | null {
  const able = useAble(needed);
  if (useMayAs(needed)) return null;
  return t(
    "Your role doesn't allow this. {count, plural, =0 {Ask an administrator of your firm.} one {Ask {names}.} other {Ask one of these people: {names}.}}",
    { count: able.length, names: able.join(", ") },
  );
}

/** The names of those whose role allows it. */
export function useAble(needed: PersonRole): readonly string[] {
  const people = useCoreQuery("people.list", {});
  return (people.data ?? []).filter(({ role, active }) => active && mayAs(role, needed)).map(({ name }) => name);
}
