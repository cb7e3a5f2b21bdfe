import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { sitDown } from "#test/support/close-keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

let browser: Browser;
let at: PageWorld;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 73, tenants: [{ style: "b", books: { months: 2, invoicesPerMonth: 70 } }] });
  await at.aside(() => (at.world.tenants[0] as Tenant).sync());
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

it("tasks ticked one right after the other are all ticked", async () => {
  const { page } = at;
  await sitDown(page, "Anna", "Administrator");
  await page.goto(`${new URL(page.url()).origin}/#/clients/${(at.world.tenants[0] as Tenant).source.clientId}/close`);
  await page.getByRole("button", { name: "Start close" }).click();
  const ticks = page.getByRole("button", { name: /^Mark complete: / });
  await ticks.first().waitFor();
  const titles = (await Promise.all((await ticks.all()).slice(0, 4).map((tick) => tick.getAttribute("aria-label")))).map(
    (label) => label ?? "",
  );
  for (const [index, title] of titles.entries()) {
    const button = page.getByRole("button", { name: title, exact: true });
    await button.scrollIntoViewIfNeeded();
    // As a person clicks: where the button was seen, without waiting for it to come to rest.
    const seen = await button.boundingBox();
    await page.mouse.click((seen?.x ?? 0) + 20, (seen?.y ?? 0) + 14);
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("textbox").fill(`Reason ${index}`);
    await dialog.getByRole("button", { name: "Mark complete" }).click();
    await dialog.waitFor({ state: "detached" });
    // The keys go on from the task that was ticked.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused).toBe(title.replace("Mark complete", "Mark incomplete"));
  }
  for (const [index] of titles.entries()) await page.getByText(`“Reason ${index}”`).waitFor();
  expect(at.complaints).toEqual([]);
});

it("a panel shows what its row says before the core has answered", async () => {
  const { page } = at;
  const client = `/clients/${(at.world.tenants[0] as Tenant).source.clientId}`;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/invoke", async (route) => {
    const { method } = route.request().postDataJSON() as { readonly method: string };
    if (method === "documents.show" || method === "parties.show") await released;
    await route.continue();
  });
  for (const [screen, panel] of [
    ["documents", "Transaction"],
    ["parties", "Contact"],
  ] as const) {
    await page.goto(`${new URL(page.url()).origin}/#${client}/${screen}`);
    const row = page
      .locator('[role="grid"] [role="row"]:has([role="rowheader"])')
      .filter({ hasText: /\d\.\d\d/ })
      .first();
    const figure = /[\d,]*\d\.\d\d/.exec(await row.innerText())?.[0] ?? "no figure";
    const name = (await row.getByRole("rowheader").innerText()).trim();
    await row.getByRole("rowheader").click();
    const opened = page.getByRole("complementary", { name: panel });
    await opened.getByText(name).first().waitFor();
    await opened.getByText(figure).first().waitFor();
    // The rest is still on its way.
    expect(await page.locator('aside[aria-busy="true"], aside [aria-busy="true"]').count()).toBeGreaterThan(0);
  }
  release();
  await page.getByRole("complementary", { name: "Contact" }).getByText("Per ledger").waitFor();
  await page.unroute("**/api/invoke");
});

it("rows that fly past are outlines, and each is there in full as soon as the list stands still", async () => {
  const { page } = at;
  await page.goto(`${new URL(page.url()).origin}/#/clients/${(at.world.tenants[0] as Tenant).source.clientId}/documents`);
  await page.locator('[role="grid"] [role="row"] [role="rowheader"]').nth(10).waitFor();
  const { first, outlines, full } = await page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    const countOf = (selector: string) => grid.querySelectorAll(selector).length;
    const seen: { readonly outlines: number; readonly full: number }[] = [];
    // Back and forth, until the machine has kept up for three frames.
    for (let turn = 0; turn < 100 && (seen.at(-1)?.outlines ?? 0) === 0; turn++) {
      grid.scrollTop += turn % 8 < 4 ? 500 : -500;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      seen.push({ outlines: countOf('[role="rowgroup"] > [aria-hidden="true"]'), full: countOf('[role="row"] [role="rowheader"]') });
    }
    return { first: seen[0], ...(seen.at(-1) as (typeof seen)[number]) };
  });
  expect(first).toMatchObject({ outlines: 0 });
  expect(outlines).toBeGreaterThan(20);
  // The one that keys go on from stays.
  expect(full).toBe(1);
  await expect.poll(() => page.locator('[role="rowgroup"] > [aria-hidden="true"]').count()).toBe(0);
  expect(await page.locator('[role="grid"] [role="row"] [role="rowheader"]').count()).toBeGreaterThan(20);
  expect(await page.locator("[data-waiting]").count()).toBe(0);
  expect(at.complaints).toEqual([]);
});

it("nothing is called up to date once the core has stopped", async () => {
  const { page } = at;
  const origin = new URL(page.url()).origin;
  const client = `/clients/${(at.world.tenants[0] as Tenant).source.clientId}`;
  const upToDate = page.getByText("Up to date", { exact: true });
  await page.goto(`${origin}/#${client}/sync`);
  await upToDate.first().waitFor();
  await at.stopCore();
  await page.getByText("Not updating", { exact: true }).first().waitFor();
  expect(await upToDate.count()).toBe(0);
  for (const place of [client, "/"]) {
    await page.evaluate((address) => {
      window.location.hash = address;
    }, place);
    await page.getByText("Not updating", { exact: true }).first().waitFor();
    expect(await upToDate.count()).toBe(0);
  }
});
