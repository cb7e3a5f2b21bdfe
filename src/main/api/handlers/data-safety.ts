import { ok } from "#shared/kernel/result.ts";
import { type ApiContext, findClient } from "../context.ts";
import type { Handlers } from "./handlers.ts";

const done = { done: true as const };

/** Backups, restore, the doctor and the repair of damaged files. */
export function dataSafetyHandlers({ safety, ...context }: ApiContext) {
  return {
    "safety.report": async ({ deep }) => ok(await safety.report(deep ?? false)),
    "safety.damaged": async () => ok({ clients: [...(await safety.damaged())] }),
    "safety.repair": async ({ clientId, from }) => {
      const client = await findClient({ safety, ...context }, clientId);
      return client.ok ? safety.repair(clientId, from ?? "backup") : client;
    },
    "backups.list": async () => ok(await safety.backups()),
    "backups.setAutomatic": async ({ on }) => {
      await safety.setAutomatic(on);
      return ok(done);
    },
    "backups.takeDue": async () => {
      await safety.snapshotDue();
      return ok({ done: true as const });
    },
    "backups.snapshot": () => safety.snapshotAll(),
    "backups.create": ({ path }) => safety.create(path),
    "backups.restore": ({ path }) => safety.restore(path),
  } satisfies Partial<Handlers>;
}
