import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PackJob } from "#shared/contract/close/packs.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

let world: World;
let clientId: string;

beforeAll(async () => {
  world = await createWorld({ seed: 86, tenants: [{ style: "c", books: { months: 5, invoicesPerMonth: 6, foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  clientId = tenant.source.clientId;
});
afterAll(() => endWorld(world));

test("schedule D2 has every account's figures by month, the same as the flux analysis shows beside its field", async () => {
  let stop: () => void = () => undefined;
  const over = new Promise<PackJob>((resolve) => {
    stop = world.runtime.subscribe(({ topic, payload }) => {
      if (topic === "packs.progress" && (payload as PackJob).state !== "running") resolve(payload as PackJob);
    });
  });
  await ask(world, "packs.export", { clientId, period: "2026-10", folder: join(world.home, "packs") });
  const { pack } = await world.run(over);
  stop();
  const files = unzipSync(readFileSync(pack?.path ?? ""));
  const { sheets } = await readXlsx(files["01_closepack.xlsx"] as Uint8Array);
  const sheet = sheets.find(({ name }) => name.startsWith("D2"));
  const heads = sheet?.rows[4] ?? [];
  // The books begin in July.
  expect(heads.slice(3)).toEqual(["July 2026", "August 2026", "September 2026", "October 2026"]);

  const { rows } = await ask(world, "flux.list", { clientId, period: "2026-10", comparison: "prior_month" });
  const busy = rows.filter(({ current, comparative }) => Number(current) !== 0 && Number(comparative) !== 0);
  expect(busy.length).toBeGreaterThan(5);
  for (const { accountId, label, material } of busy.slice(0, 8)) {
    const { trend } = await ask(world, "flux.drivers", { clientId, period: "2026-10", comparison: "prior_month", accountId });
    const own = sheet?.rows.find((cells) => cells[1] === label) ?? [];
    expect(own.slice(3).slice(-trend.length).map(Number), label).toEqual(trend.map(({ amount }) => Number(amount)));
    expect(own[2], label).toBe(material ? "Yes" : "No");
  }
});
