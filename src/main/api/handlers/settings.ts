import { ok } from "#shared/kernel/result.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** What holds for the whole application. */
export function settingsHandlers(context: ApiContext) {
  return {
    "limits.verified": async () => context.connections.verifiedLimits(),
    "app.about": async () => ok(context.about ?? null),
  } satisfies Partial<Handlers>;
}
