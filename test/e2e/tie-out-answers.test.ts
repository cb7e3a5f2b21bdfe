import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { plantOddities } from "#simulator/oddities.ts";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const END = calendarDate("2026-10-31");
let browser: Browser;
let at: PageWorld;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  const client = demoClients(calendarDate("2026-11-21")).find(({ oddities }) => oddities.includes("revalued_receivables"));
  if (client === undefined) throw new Error("the demo firm has no client with a revaluation");
  at = await openPageWorld(browser, { seed: client.options.seed, tenants: [{ style: client.style, books: client.options }] });
  page = at.page;
  const tenant = at.world.tenants[0] as Tenant;
  plantOddities(tenant.books, client.oddities);
  await at.aside(() => tenant.sync());
  await at.aside(() => tenant.ask("tieOuts.run", { asOfDate: END }));
  const { clientId } = tenant.source;
  await page.goto(`${new URL(page.url()).origin}/#/clients/${clientId}/tie-outs/aging_receivable`);
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

describe("a difference that a revaluation explains", () => {
  const panel = () => page.getByRole("complementary").filter({ hasText: "Why it doesn't tie" });

  it("shows the entry that the ledger has no transaction for, and calls the difference what it is", async () => {
    await panel().getByText("Currency revaluation of receivables").waitFor();
    // Nothing of the screen before has the focus any more: the panel's own part does.
    expect(await page.evaluate(() => document.activeElement?.matches("[data-panel] [data-panel-body]"))).toBe(true);
    const entry = panel().getByRole("table", { name: "Entry" });
    expect(await entry.getByText("Dated 31 Oct 2026. Debits are positive.").count()).toBe(1);
    expect(await entry.getByRole("rowheader").allTextContents()).toEqual(["1100 Trade debtors", "4810 Realised currency differences"]);
    expect(await panel().getByRole("link", { name: "Currency revaluation of receivables" }).count()).toBe(0);
    await panel().getByRole("link", { name: "Currency revaluation", exact: true }).click();
    await page.getByText("Currency revaluation", { exact: true }).waitFor();
    expect(await page.getByText(/^(Difference in amount|No transaction for exactly this amount)$/).count()).toBe(0);
    await page.goBack();
  });

  it("is accepted with the explanation as the reason, and says so wherever its result is", async () => {
    await panel()
      .getByRole("button", { name: /^Accept with reason/ })
      .click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("textbox").inputValue()).toContain("1 currency revaluation is in the control account");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("grid", { name: "Tie-outs" }).getByText("Out of balance, accepted").waitFor();
    // Beside a panel the counts are hidden where they would cut the title.
    await page.getByText(/^1 out of balance, accepted$/).waitFor({ state: "attached" });
    expect(at.complaints).toEqual([]);
  });
});
