import { expect, test, vi } from "vitest";
import { copyOpenWork } from "#main/operations/copy-open-work.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { ok } from "#shared/kernel/result.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

test("a period's move starts from its state when it is moved, not when it was read", async () => {
  const world = await createWorld({ seed: 84, tenants: [{ style: "a", books: { months: 3, invoicesPerMonth: 4 } }] });
  const tenant = world.tenants[0] as Tenant;
  const { clientId } = tenant.source;
  await syncToEnd(tenant);
  const begun = await ask(world, "periods.set", { clientId, period: "2026-10", status: "in_close" });
  const { route, context } = world.runtime;
  // The undo overtakes the move just before the move reaches the thread that owns the file.
  const perform = context.pool.perform.bind(context.pool) as (op: string, message: unknown) => Promise<unknown>;
  const sent = vi.spyOn(context.pool, "perform").mockImplementation((async (op: string, message: { readonly name?: string }) => {
    if (message.name !== "periods.setStep") return perform(op, message);
    sent.mockRestore();
    expect(await route("decisions.undo", { clientId, decisionNo: begun.decisionNo })).toMatchObject({ ok: true });
    return perform(op, message);
  }) as never);
  const moved = await world.run(route("periods.set", { clientId, period: "2026-10", status: "closed", why: "Agreed with the client" }));
  expect(moved).toMatchObject({ ok: true, value: { from: "open", status: "closed" } });
  await endWorld(world);
});

test("a look at a client's work that a later one overtook is not stored over it", async () => {
  const answers: ((items: unknown) => void)[] = [];
  const saved: unknown[] = [];
  const pool = {
    perform: (op: string, input: { readonly items?: unknown }) => {
      if (op === "work.open") return new Promise((resolve) => answers.push((items) => resolve(ok(items))));
      saved.push(input.items);
      return Promise.resolve(ok({ changed: true }));
    },
  } as unknown as WorkerPool;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const source = { clientId: "one", system: "ledger_a", tenantId: "t" } as const;
  const looks = [copyOpenWork({ pool, log }, source), copyOpenWork({ pool, log }, source)];
  answers[1]?.(["newer"]);
  await looks[1];
  answers[0]?.(["older"]);
  await looks[0];
  expect(saved).toEqual([["newer"]]);
});
