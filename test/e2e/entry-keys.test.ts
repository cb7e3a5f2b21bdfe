import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { pick } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

let browser: Browser;
let at: PageWorld;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 27, tenants: [{ style: "a", books: { months: 3, invoicesPerMonth: 4, country: "NZ" } }] });
  page = at.page;
  await at.aside(() => tenant().sync());
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

/** A journal that could be sent, with another date typed into its field. */
beforeEach(async () => {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/#/`);
  await page.goto(`${origin}/#/clients/${tenant().source.clientId}/writes/new-journal`);
  await page.getByRole("button", { name: "Review" }).waitFor();
  for (const [line, account, side] of [
    [1, "Rent", "debit"],
    [2, "Cleaning", "credit"],
  ] as const) {
    await page.getByRole("combobox", { name: `Line ${line}: account` }).click();
    await pick(page, account);
    await page.getByRole("textbox", { name: `Line ${line}: ${side}` }).fill("10");
  }
});

const tenant = () => at.world.tenants[0] as Tenant;
const date = () => page.getByRole("textbox", { name: "Date", exact: true });
const isReviewed = () => page.getByRole("heading", { name: "Review: New journal" }).waitFor();

async function typeDate(text: string): Promise<void> {
  await date().click();
  await page.keyboard.type(text);
}

it.each(["Control+Enter", "Control+s"])("%s reviews the date that is being typed, not the one before it", async (keys) => {
  await typeDate("15/10/2026");
  await page.keyboard.press(keys);
  await isReviewed();
  await page.getByRole("row", { name: "Date 15 Oct 2026" }).first().waitFor();
});

it("doesn't review while a field has text that is no date", async () => {
  await typeDate("31/9/2026");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByText("Fix the highlighted fields.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Date");
  await page.keyboard.press("Control+Enter");
  expect(await page.getByRole("heading", { name: "Review: New journal" }).count()).toBe(0);
  // The text is selected, so that typing replaces it.
  await page.keyboard.type("30/9/2026");
  await page.getByRole("button", { name: "Review" }).click();
  await isReviewed();
  await page.getByRole("row", { name: "Date 30 Sep 2026" }).first().waitFor();
});

it("sends nothing while the keys that opened the review are held down", async () => {
  const session = await page.context().newCDPSession(page);
  const hold = (autoRepeat: boolean) =>
    session.send("Input.dispatchKeyEvent", {
      ...{ type: "rawKeyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, modifiers: 2 },
      autoRepeat,
    });
  await hold(false);
  await page.locator('[data-key="send"]:enabled').waitFor();
  for (let turn = 0; turn < 5; turn++) await hold(true);
  expect(await page.locator('[data-key="send"]:enabled').count()).toBe(1);
  // Pressed again, they send.
  await hold(false);
  await page.getByRole("complementary").getByText("Posted to the ledger.").waitFor();
});
