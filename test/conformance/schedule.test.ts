import { expect, test } from "vitest";
import type { ScheduleView } from "#shared/contract/sync/schedule.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

const MINUTE_MS = 60_000;

test("an open app syncs automatically: oftener in close, within the day's budget, on record over a restart", async () => {
  const books = { months: 1 } as const;
  const world = await createWorld({
    seed: 57,
    tenants: [
      { style: "b", books },
      { style: "a", books, limits: { requestsPerDay: 300 } },
    ],
  });
  const [inClose, tight] = world.tenants as [Tenant, Tenant];
  for (const tenant of world.tenants) expect((await tenant.sync()).state).toBe("up_to_date");
  const ask = async <T>(method: string, input: object): Promise<T> => {
    const reply = await world.run(world.runtime.route(method, input));
    if (!reply.ok) throw new Error(reply.failure.message);
    return reply.value as T;
  };
  const { clientId } = inClose.source;
  const [period] = await ask<{ id: string }[]>("periods.list", { clientId });
  await ask("periods.set", { clientId, period: period?.id, status: "in_close" });

  const ended: { readonly clientId: string; readonly atMs: number }[] = [];
  world.runtime.subscribe(({ topic, payload }) => {
    if (topic !== "clients.changed") return;
    for (const changed of (payload as { clientIds: string[] }).clientIds) ended.push({ clientId: changed, atMs: world.clock.nowMs() });
  });
  const stop = new AbortController();
  const running = world.runtime.context.schedule.run(stop.signal);
  await world.clock.advance(5 * 60 * MINUTE_MS);
  const readings = (id: string) => ended.filter((one) => one.clientId === id).map(({ atMs }) => atMs);
  const gaps = (times: readonly number[]) => times.slice(1).map((at, place) => at - (times[place] as number));
  expect(readings(clientId).length).toBeGreaterThanOrEqual(20);
  expect(Math.max(...gaps(readings(clientId)))).toBeLessThanOrEqual(15.5 * MINUTE_MS);
  const view = await ask<ScheduleView>("schedule.list", {});
  expect(view).toMatchObject({ paused: false, online: true, why: null });
  const row = view.rows.find((one) => one.clientId === tight.source.clientId);
  expect(row).toMatchObject({
    state: "waiting",
    callsAllowedPerDay: 150,
    why: expect.stringContaining("automatic sync may use half the daily limit, 150 requests"),
  });
  expect(row?.everyMinutes).toBeGreaterThan(60);
  expect(row?.callsPerDay).toBeLessThanOrEqual(150);
  stop.abort();
  await world.run(running);

  await world.restart();
  const after = await ask<ScheduleView>("schedule.list", {});
  const learned = after.rows.find((one) => one.clientId === clientId);
  expect(learned).toMatchObject({
    inClose: true,
    everyMinutes: 15,
    callsPerRun: view.rows.find((one) => one.clientId === clientId)?.callsPerRun,
  });
  await endWorld(world);
});
