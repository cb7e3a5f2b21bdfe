import { ok } from "#shared/kernel/result.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** What the core does by itself: capabilities it found, the schedule, and what it told people of. */
export function watchHandlers(context: ApiContext) {
  return {
    "connections.capabilities": async ({ clientId }) => {
      const stored = await context.connections.find(clientId);
      return ok(stored === null ? null : await context.connections.capabilities(stored));
    },
    "connections.rediscover": async ({ clientId }) => {
      const found = await context.connections.rediscover(clientId);
      if (found.ok) context.publish("clients.changed", { clientIds: [clientId] });
      return found;
    },
    "notices.list": async () => ok((await context.notices.list()).filter(({ quiet }) => quiet !== true)),
    "schedule.list": async () => ok(await context.schedule.view()),
    "schedule.pause": async () => {
      await context.schedule.setPaused(true);
      return ok({ done: true as const });
    },
    "schedule.resume": async () => {
      await context.schedule.setPaused(false);
      return ok({ done: true as const });
    },
  } satisfies Partial<Handlers>;
}
