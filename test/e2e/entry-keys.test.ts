import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

const tenant = () => at.world.tenants[0] as Tenant;

describe("the date of a journal", () => {
  /** A journal that could be sent, with another date typed into its field. */
  beforeEach(async () => {
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/#/`);
    // An address that comes back before it was drawn changes nothing.
    await page.getByRole("button", { name: "Sync all" }).waitFor();
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
    await page.getByRole("complementary").getByText("Posted", { exact: true }).first().waitFor();
  });
});

describe("the fields of a bill", () => {
  /** A bill with an account in its first line. */
  beforeEach(async () => {
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/#/`);
    // An address that comes back before it was drawn changes nothing.
    await page.getByRole("button", { name: "Sync all" }).waitFor();
    await page.goto(`${origin}/#/clients/${tenant().source.clientId}/writes/new-bill`);
    await account().click();
    await pick(page, "Rent");
    await expect.poll(() => account().inputValue()).toContain("Rent");
    // Enter took it and went on.
    expect(await focused()).toBe("Line 1: description");
  });

  const account = () => page.getByRole("combobox", { name: /^Line 1: account/ });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const options = () => page.getByRole("listbox").getByRole("option");

  it.each(["Tab", "Enter"])("%s keeps what a field has when nobody typed", async (key) => {
    const before = await account().inputValue();
    await account().click();
    await options().nth(1).waitFor();
    await page.keyboard.press(key);
    expect(await focused()).toBe("Line 1: description");
    await expect.poll(() => account().inputValue()).toBe(before);
  });

  it("Tab keeps a value whose name is typed again", async () => {
    const before = await account().inputValue();
    await account().click();
    await page.keyboard.type("Rent");
    await expect.poll(() => options().count()).toBe(1);
    await page.keyboard.press("Tab");
    await expect.poll(() => account().inputValue()).toBe(before);
  });

  it("Tab takes the row that somebody typed for, or went to", async () => {
    await account().click();
    await page.keyboard.type("Clean");
    await expect.poll(() => options().count()).toBe(1);
    await page.keyboard.press("Tab");
    await expect.poll(() => account().inputValue()).toContain("Cleaning");
    await account().click();
    await options().nth(1).waitFor();
    await page.keyboard.press("ArrowDown");
    const next = await page.locator('[role="option"][data-focused]').innerText();
    await page.keyboard.press("Tab");
    await expect.poll(async () => next.includes((await account().inputValue()).replace(/^\S+ /, ""))).toBe(true);
    expect(await account().inputValue()).not.toContain("Cleaning");
  });

  it("keeps what was entered while another screen is shown, until it is given up", async () => {
    const number = () => page.getByRole("textbox", { name: "Number" });
    await number().fill("HALF-1");
    await page.getByRole("link", { name: "Transactions" }).first().click();
    await page.getByRole("grid", { name: "Transactions" }).waitFor();
    await page.goBack();
    await page.getByText("This is what you entered before you left this form.").waitFor();
    expect([await number().inputValue(), await account().inputValue()]).toEqual(["HALF-1", expect.stringContaining("Rent")]);
    await page.reload();
    await expect.poll(() => number().inputValue()).toBe("HALF-1");
    await page.getByRole("button", { name: "Start over" }).click();
    expect([await number().inputValue(), await account().inputValue()]).toEqual(["", ""]);
    // The button disappears, and the form begins again where it began.
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute("data-first-focus"))).toBe(true);
    await number().fill("HALF-2");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "New" }).waitFor();
    await page.goBack();
    await page.getByText("You review everything before it's sent.").waitFor();
    expect(await number().inputValue()).toBe("");
  });

  it("keeps a recurring transaction with its rule, too, until it is given up", async () => {
    const { origin } = new URL(page.url());
    const [bill] = (await tenant().readAll("documents")).filter(({ type }) => type === "purchase_bill");
    await page.goto(`${origin}/#/clients/${tenant().source.clientId}/writes/${encodeURIComponent(`repeat-${bill?.id}`)}`);
    const repeats = () => page.getByRole("combobox", { name: "Repeats" });
    const ends = () => page.getByLabel("Ends");
    await repeats().selectOption("quarter");
    await ends().fill("2028-12-31");
    await page.getByRole("link", { name: "Transactions" }).first().click();
    await page.getByRole("grid", { name: "Transactions" }).waitFor();
    await page.goBack();
    await page.getByText("This is what you entered before you left this form.").waitFor();
    expect([await repeats().inputValue(), await ends().inputValue()]).toEqual(["quarter", "31 Dec 2028"]);
    await page.getByRole("button", { name: "Start over" }).click();
    expect([await repeats().inputValue(), await ends().inputValue()]).toEqual(["month", ""]);
  });

  it("keeps the focus where the work goes on", async () => {
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    const vendor = page.getByRole("combobox", { name: "Vendor" });
    await vendor.click();
    await page.getByRole("listbox").getByRole("option").nth(1).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.getByRole("textbox", { name: "Number" }).fill("FOCUS-1");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(at).toBe("Number");
    await page.getByRole("textbox", { name: "Line 1: amount" }).fill("40");
    await page.keyboard.press("Control+Enter");
    await page.locator('[data-key="send"]:enabled').waitFor();
    expect(await at()).toBe("Review: New bill");
    await page.locator('[data-key="send"]').click();
    await page.getByRole("complementary").getByText("Posted", { exact: true }).first().waitFor();
    expect(await at()).toBe("Ledger update");
  });
});
