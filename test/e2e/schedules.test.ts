import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "#test/support/ask.ts";
import { closePages, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const PERIOD = "2026-10";
let browser: Browser;
let at: PageWorld;
let clientId: string;
let asset: string;
let expense: string;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, {
    seed: 92,
    tenants: [{ style: "a", a: { journals: true }, books: { months: 2, invoicesPerMonth: 2 } }],
  });
  const [tenant] = at.world.tenants as [Tenant];
  await at.aside(() => tenant.sync());
  clientId = tenant.source.clientId;
  const { rows } = await at.aside(() => ask(at.world, "accounts.list", { clientId }));
  const nameOf = (side: string) => rows.find((row) => row.class === side && row.role === null && row.active)?.name ?? "";
  [asset, expense] = [nameOf("asset"), nameOf("expense")];
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

const view = () => at.aside(() => ask(at.world, "schedules.list", { clientId, period: PERIOD }));

async function go(part: string): Promise<void> {
  await at.page.evaluate((hash) => {
    location.hash = hash;
  }, `/clients/${clientId}/${part}`);
}

async function pick(label: string, name: string): Promise<void> {
  const { page } = at;
  await page.getByRole("combobox", { name: label, exact: true }).focus();
  await page.keyboard.insertText(name);
  // The list of all accounts shows first; Enter would take one of them, or send the form while the list changes.
  const options = page.getByRole("listbox").getByRole("option");
  await expect.poll(async () => [...new Set((await options.allInnerTexts()).map((text) => text.includes(name)))]).toEqual([true]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await options.first().waitFor({ state: "detached" });
}

describe("balance sheet schedules by keyboard", () => {
  it("an item is added with its months in sight, and its entry is drafted after the totals were shown", async () => {
    const { page } = at;
    await go("schedules");
    await page.getByRole("button", { name: "New item" }).first().press("Enter");
    const dialog = page.getByRole("dialog", { name: "New schedule item" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Insurance");
    await dialog.getByRole("textbox", { name: /^Amount paid/ }).fill("1,000.00");
    await dialog.getByRole("textbox", { name: "From" }).fill("2026-11-01");
    await dialog.getByRole("textbox", { name: "Months" }).fill("3");
    await pick("Prepaid account", asset);
    await pick("Expense account", expense);
    const last = dialog.getByRole("row", { name: /Jan 2027/ });
    await last.getByText("333.34").first().waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    // The day that is being typed counts, though its field is not left.
    await dialog.getByRole("textbox", { name: "From" }).focus();
    await page.keyboard.type("1 oct 2026");
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("grid", { name: /^Schedules/ })
      .getByText("Insurance")
      .waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);

    await page.getByRole("button", { name: "Create drafts for October 2026…" }).press("Enter");
    const totals = page.getByRole("table", { name: "Totals by account" });
    await totals.getByText("333.33").first().waitFor();
    await page.getByRole("button", { name: "Create 1 draft" }).press("Enter");
    await page.getByRole("link", { name: "Review 1 entry not confirmed as posted" }).waitFor();
    await expect.poll(async () => (await view()).entries).toMatchObject({ due: 0, drafted: 1 });
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect.poll(async () => (await view()).entries).toMatchObject({ due: 1, drafted: 0 });
  });

  it("the panel opens with Enter and closes with Escape; balances and roll-forward say what the figures consist of", async () => {
    const { page } = at;
    await page
      .getByRole("grid", { name: /^Schedules/ })
      .getByText("Insurance")
      .click();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Schedule item" });
    await panel.getByRole("row", { name: /Oct 2026/ }).waitFor();
    // The accounts have the names that the form gave them.
    for (const name of ["Prepaid account", "Expense account"]) expect(await panel.getByText(name, { exact: true }).count()).toBe(1);
    expect(await faultsInBothLooks(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await go("schedules/balances");
    await page.getByText("Unposted entries for this month (1)").waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    await page.getByRole("link", { name: new RegExp(asset) }).press("Enter");
    await page.getByText(/^Closing balance/).waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
  });
});
