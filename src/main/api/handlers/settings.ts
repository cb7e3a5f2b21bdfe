import { ok } from "#shared/kernel/result.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** What holds for the whole application, and how a connection is signed in. */
export function settingsHandlers(context: ApiContext) {
  return {
    "limits.verified": async () => context.connections.verifiedLimits(),
    "connections.tokenState": async ({ clientId }) => {
      const stored = await context.connections.find(clientId);
      return ok(stored === null ? null : await context.connections.tokenState(stored));
    },
    "app.about": async () => ok(context.about ?? null),
  } satisfies Partial<Handlers>;
}
