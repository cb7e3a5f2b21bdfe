import type { Result } from "#shared/kernel/result.ts";
import { ok } from "#shared/kernel/result.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** Who works here, and as what. */
export function peopleHandlers(context: ApiContext) {
  const { people } = context;
  const told = <T, F>(done: Result<T, F>): Result<T, F> => {
    if (done.ok) context.publish("people.changed", { current: people.name });
    return done;
  };
  return {
    "people.list": async () => ok(await people.list()),
    "people.add": async (person) => told(await people.add(person)),
    "people.change": async ({ name, role, active }) =>
      told(await people.change({ name, ...(role === undefined ? {} : { role }), ...(active === undefined ? {} : { active }) })),
    "people.use": async ({ name }) => told(await people.use(name)),
  } satisfies Partial<Handlers>;
}
