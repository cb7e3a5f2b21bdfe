import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import { ask } from "#test/support/ask.ts";
import { closePages, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { chord } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const PERIOD = "2026-10";
let browser: Browser;
let at: PageWorld;
let clientId: string;
/** Keys pressed and texts filled in since the screen was opened. */
let acts = 0;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, {
    seed: 81,
    tenants: [{ style: "a", a: { journals: true }, books: { months: 4, invoicesPerMonth: 4 } }],
  });
  const [tenant] = at.world.tenants as [Tenant];
  await at.aside(() => tenant.sync());
  clientId = tenant.source.clientId;
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

const review = (): Promise<FluxReview> => at.aside(() => ask(at.world, "flux.list", { clientId, period: PERIOD }));
const mode = () => at.page.getByRole("region", { name: "Focus mode" });
const place = () => mode().getByRole("status").first().innerText();

async function press(key: string): Promise<void> {
  acts++;
  await at.page.keyboard.press(key);
}

async function fill(text: string): Promise<void> {
  acts++;
  await at.page.keyboard.insertText(text);
}

/** Once the row of this number is open and its field has the focus. */
async function isAt(number: number, count: number): Promise<void> {
  await expect.poll(place).toBe(`Row ${number} of ${count}`);
  await at.page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
}

describe("flux analysis by keyboard", () => {
  it("explains and signs off every required row in focus mode with a text and Ctrl+Enter each", async () => {
    const { page } = at;
    const required = (await review()).progress.material;
    expect(required).toBeGreaterThan(4);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `/clients/${clientId}/flux`);
    await page.getByRole("grid", { name: "Flux analysis" }).getByRole("rowheader").first().waitFor();
    await press("f");
    await isAt(1, required);
    const save = mode().getByRole("button", { name: "Save, sign off and go to next" });
    expect(await save.isDisabled()).toBe(true);
    // Going on and back loses no text that was begun.
    await fill("Two deliveries");
    await press("PageDown");
    await isAt(2, required);
    await press("PageUp");
    await isAt(1, required);
    expect(await page.getByLabel("Explanation", { exact: true }).inputValue()).toBe("Two deliveries");
    await press("Control+Enter");
    await isAt(2, required);
    // A template by its first letters, with the row's own figures.
    await press("F4");
    await page.getByRole("dialog").waitFor();
    await fill("timing");
    await press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect
      .poll(() => page.getByLabel("Explanation", { exact: true }).inputValue())
      .toMatch(/by [\d,.]+ .* compared with the prior month/);
    // The focus comes back to the field or its button a moment after the dialog closes.
    await mode().locator(":focus").waitFor();
    await press("Control+Enter");
    expect(await faultsInBothLooks(page)).toEqual([]);
    acts = 0;
    for (let row = 3; row <= required; row++) {
      await isAt(row, required);
      await fill("Timing: two deliveries fell into one month.");
      await press("Control+Enter");
    }
    expect(acts).toBe((required - 2) * 2);
    await mode().getByText(`${required} rows still to do`).waitFor();
    await expect.poll(async () => (await review()).progress).toMatchObject({ explained: required, readyForReview: required, signed: 0 });
    await press("Escape");
    // Rows keep their places after they are signed off.
    const grid = page.getByRole("grid", { name: "Flux analysis" });
    await grid.waitFor();
    await expect.poll(() => grid.getByText("Ready for review", { exact: true }).count()).toBe(required);
  });

  it("gives the template that was typed before the list of templates arrived", async () => {
    const { page } = at;
    const arrived = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/api/invoke", async (route) => {
      if ((route.request().postData() ?? "").includes('"flux.templates"')) {
        asked.resolve();
        await arrived.promise;
      }
      await route.fallback();
    });
    await page.reload();
    await page.getByRole("grid", { name: "Flux analysis" }).getByRole("rowheader").first().waitFor();
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    await page.keyboard.press("F4");
    await page.getByRole("dialog").waitFor();
    await asked.promise;
    await page.keyboard.insertText("timing");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Loading…").waitFor();
    arrived.resolve();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect
      .poll(() => page.getByLabel("Explanation", { exact: true }).inputValue())
      .toMatch(/Timing difference that reverses next month/);
    await page.unroute("**/api/invoke");
    await page.keyboard.press("Escape");
    await page.getByRole("grid", { name: "Flux analysis" }).waitFor();
  });

  it("writes on where a picked template ends, and saves nothing while the templates are open", async () => {
    const { page } = at;
    const before = (await review()).progress;
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    const field = page.getByLabel("Explanation", { exact: true });
    const saved = await field.inputValue();
    await field.fill("Not finished");
    const templates = mode().getByRole("button", { name: "Templates…" });
    await templates.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    await page.keyboard.type(" and then some");
    expect(await field.inputValue()).toMatch(/ and then some$/);
    expect((await review()).progress).toEqual(before);
    expect((await review()).rows.filter(({ explanation }) => explanation?.text.startsWith("One-off")).length).toBe(0);
    // Keys of the search are the dialog's: Page down chooses a template, and the row below stays.
    const row = await place();
    await templates.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("PageDown");
    expect(await place()).toBe(row);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await field.fill(saved);
    await page.keyboard.press("Escape");
    await page.getByRole("grid", { name: "Flux analysis" }).waitFor();
  });

  it("is reviewed by someone else for a selection of all rows, and undone in one act", async () => {
    const { page } = at;
    const { progress } = await review();
    await at.aside(async () => {
      await ask(at.world, "people.add", { name: "rita", role: "reviewer" });
      await ask(at.world, "people.use", { name: "rita" });
    });
    const grid = page.getByRole("grid", { name: "Flux analysis" });
    await grid.getByRole("rowheader").nth(1).focus();
    await chord(page, "Control+a");
    const bar = page.getByRole("region", { name: "Selected accounts" });
    await bar.getByText(`${progress.material} accounts selected`).waitFor();
    await bar.getByRole("button", { name: "Sign off as reviewer" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`${progress.material} accounts signed off as reviewer.`).waitFor();
    await expect.poll(async () => (await review()).progress.signed).toBe(progress.material);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await review()).progress.signed).toBe(0);
  });

  it("shows what came of signing off on the accounts below their threshold", async () => {
    const { page } = at;
    const more = page.getByRole("button", { name: "More actions" });
    if (await more.isVisible()) await more.click();
    await page.getByRole("button", { name: "Sign off on accounts below threshold…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign off as reviewer" }).click();
    await page
      .getByRole("region", { name: "Last action" })
      .getByText(/accounts? (?:below threshold )?signed off as reviewer\./)
      .waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
