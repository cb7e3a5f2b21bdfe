import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

let browser: Browser;
let at: PageWorld;

beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
  at = await openPageWorld(browser, { seed: 93, tenants: [{ style: "a", books: { months: 2, invoicesPerMonth: 4 } }] });
  await at.aside(() => (at.world.tenants[0] as Tenant).sync());
});
afterAll(async () => {
  await at?.close();
  await browser?.close();
});

it("a screen that breaks says so, and the rest of the window goes on", async () => {
  const { page, world } = at;
  const { route } = world.runtime;
  let breaks = true;
  // A defect in the core: an answer of the wrong shape, which no screen can draw.
  Object.assign(world.runtime, {
    route: async (...asked: Parameters<typeof route>) => {
      const answer = await route(...asked);
      return breaks && asked[0] === "tieOuts.last" && answer.ok ? { ...answer, value: { checks: 1 } } : answer;
    },
  });
  const address = (screen: string) => `#/clients/${encodeURIComponent((world.tenants[0] as Tenant).source.clientId)}/${screen}`;
  const go = (screen: string) => page.evaluate((hash) => window.location.assign(hash), address(screen));
  await go("tie-outs");
  const broken = page.getByRole("heading", { name: "Something went wrong on this screen" });
  await broken.waitFor();
  await go("accounts");
  await page.getByRole("grid", { name: "Accounts" }).waitFor();
  expect(await broken.count()).toBe(0);
  await go("tie-outs");
  await broken.waitFor();
  breaks = false;
  await page.reload();
  await page.getByRole("heading", { name: /^Tie-outs/ }).waitFor();
  expect(await broken.count()).toBe(0);
});

it("a question that failed is asked again from where it says so, and so is what failed with it", async () => {
  const { page, world } = at;
  const { route } = world.runtime;
  const failing = new Set(["periods.list", "reports.statement", "reports.aging", "reports.trialBalance"]);
  Object.assign(world.runtime, {
    route: async (...asked: Parameters<typeof route>) =>
      failing.has(asked[0]) ? { ok: false, failure: { code: "storage", message: "A file is in use." } } : route(...asked),
  });
  const client = `#/clients/${encodeURIComponent((world.tenants[0] as Tenant).source.clientId)}`;
  const { origin } = new URL(page.url());
  const failure = page.getByRole("main").getByRole("alert").filter({ hasText: "A file is in use." });
  const again = failure.getByRole("button", { name: "Try again" });
  await page.goto(`${origin}/${client}/close`);
  // What the screen before has asked is known already.
  await page.reload();
  await again.waitFor();
  await page.goto(`${origin}/${client}/overview`);
  await again.waitFor();
  failing.clear();
  await again.click();
  await page.getByRole("region", { name: /^Receivables as of/ }).waitFor();
  await page.getByRole("region", { name: /^Profit and loss, / }).waitFor();
  await page.goto(`${origin}/${client}/close`);
  await page.getByRole("table", { name: "Period sign-offs" }).waitFor();
  expect(await failure.count()).toBe(0);
  Object.assign(world.runtime, { route });
});
