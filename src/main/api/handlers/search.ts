import { ok } from "#shared/kernel/result.ts";
import { clientSource } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** Looking for things across clients. */
export function searchHandlers(context: ApiContext) {
  return {
    "search.find": async ({ clientIds, text, limit }) => {
      const clients = [];
      for (const clientId of clientIds) {
        // A client that went meanwhile, or was never connected, has nothing to find.
        const source = await clientSource(context, clientId);
        if (source === null) continue;
        const found = await context.pool.perform("search.mirror", { ...source, text, limit });
        if (!found.ok) return found;
        clients.push({ clientId, indexed: found.value.indexed, hits: [...found.value.hits] });
      }
      return ok({ clients });
    },
  } satisfies Partial<Handlers>;
}
