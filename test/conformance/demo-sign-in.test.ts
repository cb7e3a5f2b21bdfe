import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DemoFirm } from "#main/hosts/node/demo/demo-firm.ts";
import { findEntries } from "#main/hosts/node/entries.ts";
import { type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";

const home = mkdtempSync(join(tmpdir(), "tieout-demo-sign-in-"));
const NAME = "Heron Bay Textiles";
const said: string[] = [];
let core: OpenCore;
let demo: DemoFirm;
let clientId: string;

const sync = async () => (await core.runtime.context.engine.sync(clientId, {})) as ClientSync;

/** The ledgers' thread is this test's own, so that their tokens reach the core as variables. */
async function start(): Promise<void> {
  const showAddress = (address: string) => void said.push(address);
  const opened = await openCore({ home, secrets: "memory", command: "test", entries: findEntries(), showAddress, reviveDemo: false });
  if (!opened.ok) throw new Error(opened.failure.message);
  core = opened.value;
  demo = new DemoFirm(home, findEntries().demoThread);
  await demo.revive(core.runtime);
  const made = await demo.open(core.runtime, calendarDate("2026-11-21"));
  if (!made.ok) throw new Error(made.failure.message);
  for (const index of made.value.keys()) vi.stubEnv(`TIEOUT_DEMO_TOKEN_${index}`, demo.token(`TIEOUT_DEMO_TOKEN_${index}`));
}

async function stop(): Promise<void> {
  await core.close();
  await demo.stop();
}

beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await start();
  clientId = (await core.runtime.context.pool.must("firm.clients", {})).find(({ name }) => name === NAME)?.clientId ?? "";
  await demo.connect(core.runtime, clientId);
});

afterAll(async () => {
  await stop();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

test("a demo client loses its sign-in once, keeps what was synced, also after a restart, and signing in again mends it", async () => {
  const before = await sync();
  expect(before.state).toBe("up_to_date");
  expect(await demo.loseSignIn(core.runtime)).toBe(clientId);
  expect(await sync()).toMatchObject({ state: "needs_sign_in", asOf: before.asOf });
  expect(await demo.loseSignIn(core.runtime)).toBeNull();

  await stop();
  await start();
  expect((await sync()).state).toBe("needs_sign_in");

  const signingIn = core.runtime.route("connections.signIn", { clientId });
  const address = await vi.waitUntil(() => said.at(-1), { timeout: 10_000 });
  const page = await (await fetch(address)).text();
  expect(page).toContain(NAME);
  const form = new URLSearchParams({ tenant: /name="tenant" value="([^"]+)"/.exec(page)?.[1] ?? "", decision: "allow" });
  const agreed = await fetch(address, { method: "POST", body: form, redirect: "manual" });
  await fetch(agreed.headers.get("location") ?? "");
  expect(await signingIn).toMatchObject({ ok: true });
  expect((await sync()).state).toBe("up_to_date");

  // The practice sign-in is in memory only: where it was mended, a restart doesn't ask again.
  await stop();
  await start();
  expect((await sync()).state).toBe("up_to_date");
});
