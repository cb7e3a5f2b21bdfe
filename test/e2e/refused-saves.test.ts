import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ask } from "#test/support/ask.ts";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { pick } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

/** A save that is refused loses nothing that was typed, and what was done before the refusal is told. */
const PERIOD = "2026-10";
const REFUSAL = "A colleague closed the period.";
let browser: Browser;
let at: PageWorld;
let page: Page;
let clientId: string;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, {
    seed: 92,
    tenants: [{ style: "a", a: { journals: true }, books: { months: 2, invoicesPerMonth: 2 } }],
  });
  page = at.page;
  const [tenant] = at.world.tenants as [Tenant];
  await at.aside(() => tenant.sync());
  clientId = tenant.source.clientId;
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

beforeEach(async () => {
  await page.unrouteAll();
});

async function go(part: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/clients/${clientId}/${part}`);
}

async function refuse(method: string): Promise<void> {
  await page.route("**/api/invoke", async (route) => {
    if ((route.request().postDataJSON() as { readonly method: string }).method !== method) return route.fallback();
    await route.fulfill({ json: { ok: false, failure: { code: "conflict", message: REFUSAL } } });
  });
}

it("keeps an adjusting entry that was refused, and closes once it's saved", async () => {
  await go("close/adjusting");
  await page.getByRole("button", { name: "New entry" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New adjusting entry" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Audit fee");
  for (const [line, account, side] of [
    [1, "Rent", "Debit"],
    [2, "Accrued expenses", "Credit"],
  ] as const) {
    await dialog.getByLabel(`Account, line ${line}`, { exact: true }).first().focus();
    await pick(page, account);
    await dialog.getByLabel(`${side}, line ${line}`, { exact: true }).fill("10");
  }
  await refuse("adjustments.save");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(REFUSAL).waitFor();
  expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Audit fee");
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("“Audit fee” saved.").waitFor();
});

it("says that support is saved when its sign-off is refused, and saves the date that is typed", async () => {
  const list = () => at.aside(() => ask(at.world, "reconciliations.list", { clientId, period: PERIOD }));
  const account = (await list()).find(
    ({ support, policy, blocked }) => support === null && policy.type !== "bank" && blocked.preparer !== null,
  );
  const accountId = account?.accountId ?? "";
  const saved = async () => (await list()).find((row) => row.accountId === accountId);
  await go(`close/reconciliations:${accountId}`);
  const panel = page.getByRole("complementary").filter({ has: page.getByLabel("Roll-forward") });
  await panel.getByLabel(/^Per support/).fill("10.00");
  await panel.getByRole("button", { name: "Add an item" }).click();
  await panel.getByRole("textbox", { name: "Description of new item" }).fill("Transit");
  await panel.getByRole("textbox", { name: "Amount of Transit" }).fill("5");
  await panel.getByRole("textbox", { name: "Date of Transit", exact: true }).focus();
  await page.keyboard.type("15 oct 2026");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await saved())?.items.map(({ date }) => date)).toEqual(["2026-10-15"]);
  await refuse("reconciliations.sign");
  await panel.getByLabel(/^Per support/).fill("11.00");
  await panel.getByRole("button", { name: "Save, sign off and go to next" }).click();
  await page.getByText(`saved, but the account isn't signed off. ${REFUSAL}`).waitFor();
  expect(await saved()).toMatchObject({ support: { amount: "11.00" } });
  await page.getByRole("region", { name: "Last action" }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await saved())?.support?.amount).toBe("10.00");
});

it("doesn't put the usual due date back into a draft whose due date was cleared", async () => {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/#/clients/${clientId}/writes/new-bill`);
  await page.getByRole("button", { name: "Review" }).waitFor();
  const party =
    (await at.aside(() => ask(at.world, "parties.list", { clientId }))).rows.find(
      ({ isVendor, name }) => isVendor && /^[A-Za-z ]+$/.test(name),
    )?.name ?? "";
  await page.getByRole("combobox", { name: "Vendor", exact: true }).focus();
  await pick(page, party);
  const due = page.getByRole("textbox", { name: "Due date" });
  await expect.poll(() => due.inputValue()).not.toBe("");
  await due.fill("");
  await page.getByRole("textbox", { name: "Number" }).fill("DR-1");
  await page.getByRole("combobox", { name: /^Line 1: account/ }).focus();
  await pick(page, "Rent");
  await page.getByRole("textbox", { name: /^Line 1: (unit )?price/ }).fill("10");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Save as draft" }).click();
  const jobId = async () => (await at.aside(() => ask(at.world, "writes.list", { clientId })))[0]?.jobId;
  await expect.poll(jobId).toBeDefined();
  await go(`writes/again-${await jobId()}`);
  await page.getByRole("button", { name: "Review" }).waitFor();
  await page.getByRole("textbox", { name: "Number" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Number" }).inputValue()).toBe("DR-1");
  expect(await due.inputValue()).toBe("");
});
