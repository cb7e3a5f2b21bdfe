import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults, closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

let browser: Browser;
let at: PageWorld;
let client: string;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 17, tenants: [{ style: "a", books: { months: 3, invoicesPerMonth: 6 } }] });
  const [tenant] = at.world.tenants as [Tenant];
  await at.aside(() => tenant.sync());
  client = `/clients/${tenant.source.clientId}`;
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

const goTo = (place: string) =>
  at.page.evaluate((hash) => {
    location.hash = hash;
  }, `${client}/${place}`);

const rowsOf = (title: RegExp) => at.page.getByRole("table", { name: title }).first().locator("tbody tr");

/** The figures of a chart's table for a group, as its row reads them: what the chart must say too. */
async function rowOf(title: RegExp, row: number): Promise<readonly string[]> {
  return rowsOf(title).nth(row).locator("th, td").allTextContents();
}

describe("a chart", () => {
  it("says exact figures by arrow keys, the same as its table, and stays accessible", async () => {
    await goTo("overview");
    const title = /^Income, expenses and net income by month/;
    const chart = at.page.getByRole("slider", { name: title });
    await chart.focus();
    // It begins with the books.
    const last = (await rowsOf(title).count()) - 1;
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThan(11);
    for (const [key, row] of [
      ["End", last],
      ["ArrowLeft", last - 1],
      ["Home", 0],
      ["ArrowRight", 1],
    ] as const) {
      await chart.press(key);
      const [month = "", income = "", expenses = "", profit = ""] = await rowOf(title, row);
      expect(income).toMatch(/[A-Z]{3} /);
      expect(await chart.getAttribute("aria-valuetext")).toBe(`${month}: Income ${income}, Expenses ${expenses}, Net income ${profit}`);
    }
    expect(await accessibilityFaults(at.page, "light")).toEqual([]);
  });

  it("shows the figures under the pointer, and hides them again", async () => {
    const chart = at.page.getByRole("slider", { name: /^Cash balance by month/ });
    const box = await chart.boundingBox();
    if (box === null) throw new Error("the chart is not drawn");
    await at.page.mouse.move(box.x + box.width - 12, box.y + box.height / 2);
    const cashTitle = /^Cash balance by month/;
    const [day = "", cash = ""] = await rowOf(cashTitle, (await rowsOf(cashTitle).count()) - 1);
    expect((await chart.innerText()).replaceAll(/\s+/g, " ")).toContain(`${day} Cash ${cash}`);
    await at.page.mouse.move(box.x, box.y - 40);
    expect(await chart.innerText()).not.toContain(cash);
  });

  it("turns into a table in sight and back", async () => {
    const turn = at.page.getByRole("button", { name: /^Cash balance by month.*show as table/ });
    await turn.click();
    await at.page.getByRole("slider", { name: /^Cash/ }).waitFor({ state: "detached" });
    await at.page.getByRole("group", { name: /^Cash balance/ }).waitFor();
    await turn.click();
    await at.page.getByRole("slider", { name: /^Cash/ }).waitFor();
  });

  it("of what is open gives each age's exact amount", async () => {
    await goTo("aging");
    const bar = at.page.getByRole("slider", { name: /^Receivables by age/ }).first();
    await bar.focus();
    const current =
      (await at.page.locator("dl > div").filter({ hasText: "Current" }).first().locator("dd").innerText()).split("\n")[0] ?? "";
    expect(await bar.getAttribute("aria-valuetext")).toContain(`Current: ${current.replace(/ ?[\d.]+ %$/, "")}`);
    await bar.press("ArrowRight");
    expect(await bar.getAttribute("aria-valuetext")).toMatch(/^1–30 days: [A-Z]{3} /);
    expect(await accessibilityFaults(at.page, "dark")).toEqual([]);
  });
});

describe("the overview", () => {
  it("has charts that end on one line, each begun right below its card's figures", async () => {
    await goTo("overview");
    const profit = at.page.getByRole("region", { name: /^Profit and loss, / });
    const bank = at.page.getByRole("region", { name: /^Cash and bank as of/ });
    const boxOf = async (place: Locator) => {
      const box = await place.boundingBox();
      return box === null ? null : { top: box.y, bottom: box.y + box.height };
    };
    // Other cards come meanwhile, and move these.
    const measured = async () => {
      const [one, two] = [await boxOf(profit.getByRole("slider")), await boxOf(bank.getByRole("slider"))];
      const lines = await boxOf(bank.locator("dl").last());
      if (one === null || two === null || lines === null) return null;
      return { apart: Math.round(Math.abs(one.bottom - two.bottom)), isBelow: two.top - lines.bottom < 20 };
    };
    await expect.poll(measured, { timeout: 20_000 }).toEqual({ apart: 0, isBelow: true });
  });

  it("offers what to do next with a button that leads there", async () => {
    await goTo("overview");
    const next = at.page.getByRole("region", { name: "Next actions" });
    const link = next.getByRole("link").first();
    await link.waitFor();
    const address = await link.getAttribute("href");
    await link.click();
    await at.page.waitForFunction((hash) => location.hash === hash, address);
  });
});
