import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closePages, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { sitDown } from "#test/support/close-keys.ts";
import { answerWhy } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const NOTE = "The lease ends in March: ask for the new one.";
const PASSPHRASE = "four words are enough";
const WHY = { Anna: "Anna saw it on paper.", Pat: "Pat asked the client." } as const;

const folder = mkdtempSync(join(tmpdir(), "tieout-e2e-review-"));
const bundle = join(folder, "november.tieout-review");
let browser: Browser;
/** Two people on two machines that mirror the same company. */
let anna: PageWorld;
let pat: PageWorld;
let taskTitle: string;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  for (const machine of ["anna", "pat"] as const) {
    const at = await openPageWorld(browser, { seed: 73, tenants: [{ style: "b", books: { months: 2, invoicesPerMonth: 4 } }] });
    await at.aside(() => (at.world.tenants[0] as Tenant).sync());
    if (machine === "anna") anna = at;
    else pat = at;
  }
});

afterAll(async () => {
  for (const at of [anna, pat]) await at?.close();
  await closePages(browser);
  rmSync(folder, { recursive: true, force: true });
});

const goTo = ({ page }: PageWorld, place: string) => page.goto(`${new URL(page.url()).origin}/#${place}`);
const inClient = (at: PageWorld, screen: string) => goTo(at, `/clients/${(at.world.tenants[0] as Tenant).source.clientId}/${screen}`);

/** Takes the period into close and ticks its first open task, saying why. */
async function tickFirst(at: PageWorld, why: string): Promise<string> {
  const { page } = at;
  await inClient(at, "close");
  await page.getByRole("button", { name: "Start close" }).click();
  await page.getByText("In close", { exact: true }).first().waitFor();
  const first = page.getByRole("button", { name: /^Mark complete: / }).first();
  const label = (await first.getAttribute("aria-label")) ?? "";
  // By its name: another task may be the first one once the gates of the period have answered.
  await page.getByRole("button", { name: label, exact: true }).click();
  await answerWhy(page, why);
  await page.getByText(why).waitFor();
  return label.slice("Mark complete: ".length);
}

/** Waits for a few rows first: a click on the first row while the list is still filling can go to a row that is being replaced. */
async function openFirstTransaction(page: Page): Promise<void> {
  const rows = page.getByRole("grid", { name: "Transactions" }).getByRole("rowheader");
  await rows.nth(3).waitFor();
  const panel = page.getByRole("complementary", { name: "Transaction" });
  // A click that meets the list being drawn again is made again, as a person does.
  await expect
    .poll(async () => {
      if (!(await panel.isVisible())) await rows.first().click();
      return panel.isVisible();
    })
    .toBe(true);
}

async function fillSealed(page: Page, label: string, act: string): Promise<void> {
  const form = page.locator("form").filter({ has: page.getByLabel(label) });
  await form.getByLabel(label).fill(bundle);
  await form.getByLabel("Passphrase").fill(PASSPHRASE);
  await form.getByRole("button", { name: act }).click();
}

const isAccessible = async (page: Page): Promise<void> => {
  expect(await faultsInBothLooks(page)).toEqual([]);
};

describe("the work of two people without a server", () => {
  it("is done on two machines: a note here, and on both a tick of the same task", async () => {
    await sitDown(anna.page, "Anna", "Administrator");
    await inClient(anna, "documents");
    await openFirstTransaction(anna.page);
    await anna.page.getByLabel("Note or task").fill(NOTE);
    await anna.page.getByRole("button", { name: "Save as note" }).click();
    await anna.page.getByRole("listitem").getByText(NOTE).waitFor();
    taskTitle = await tickFirst(anna, WHY.Anna);
    await sitDown(pat.page, "Pat", "Administrator");
    expect(await tickFirst(pat, WHY.Pat)).toBe(taskTitle);
  });

  it("is exported by one of them into a file that says nothing without its passphrase", async () => {
    const { page } = anna;
    await goTo(anna, "/settings/reviews");
    await fillSealed(page, "Save bundle to", "Save bundle");
    await page.getByText(/^Saved:/).waitFor();
    expect(
      await page
        .getByRole("status")
        .getByText(/Notes: 1\b/)
        .count(),
    ).toBe(1);
    const bytes = readFileSync(bundle).toString("latin1");
    for (const said of [NOTE, WHY.Anna, "Anna"]) expect(bytes).not.toContain(said);
    await isAccessible(page);
  });

  it("is shown to the other difference by difference before anything is taken", async () => {
    const { page } = pat;
    await goTo(pat, "/settings/reviews");
    await fillSealed(page, "Bundle to import", "Preview changes");
    const preview = page.getByRole("region", { name: "Changes in this bundle" });
    await preview.getByText(/^Created by Anna/).waitFor();
    const difference = (said: string) => preview.getByRole("article").filter({ hasText: said });
    await difference(NOTE).getByText("New", { exact: true }).waitFor();
    await difference(WHY.Anna).getByText("Conflict", { exact: true }).waitFor();
    await difference(WHY.Anna).getByText(WHY.Pat).waitFor();
    await isAccessible(page);
    await inClient(pat, "close");
    await page.getByText(WHY.Pat).waitFor();
    expect(await page.getByText(WHY.Anna).count()).toBe(0);
  });

  it("is taken over, and what both did stays in sight until a person chooses", async () => {
    const { page } = pat;
    await goTo(pat, "/settings/reviews");
    await fillSealed(page, "Bundle to import", "Preview changes");
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByText(/ imported\. /).waitFor();
    await page.reload();
    const conflicts = page.getByRole("region", { name: "Unresolved conflicts" });
    const conflict = conflicts.getByRole("article").filter({ hasText: WHY.Anna });
    await conflict.getByText(WHY.Pat).waitFor();
    await isAccessible(page);
    await goTo(pat, "/inbox");
    await page
      .getByText(/Changed here and by someone else/)
      .first()
      .waitFor();
    await inClient(pat, "close");
    await page.getByText(WHY.Pat).waitFor();
    await goTo(pat, "/settings/reviews");
    await conflict.getByRole("button", { name: /^Use theirs/ }).click();
    await conflict.waitFor({ state: "detached" });
    await inClient(pat, "close");
    await page.getByText(WHY.Anna).waitFor();
    expect(await page.getByText(WHY.Pat).count()).toBe(0);
    await inClient(pat, "documents");
    await openFirstTransaction(page);
    const note = page.getByRole("listitem").filter({ hasText: NOTE });
    await note.getByText(/Anna/).first().waitFor();
    expect([...anna.complaints, ...pat.complaints]).toEqual([]);
  });

  it("says on the close what the firm's server didn't accept, and where to review it", async () => {
    const { page } = anna;
    const { clientId } = (anna.world.tenants[0] as Tenant).source;
    const refused = {
      clientId,
      itemKey: "decision|close_sign|1",
      title: "Sign-off of the close",
      message: "Reviewers only.",
      at: "2026-11-21T09:00:00Z",
    };
    // This world has no server: what one would have said is given to the page.
    await page.route("**/api/invoke", async (route) => {
      if (!(route.request().postData() ?? "").includes('"firm.exchange"')) return route.fallback();
      const value = {
        online: true,
        failure: null,
        lastAt: null,
        left: 0,
        broken: [],
        refused: [refused, { ...refused, clientId: "another" }],
        forged: [],
      };
      await route.fulfill({ json: { ok: true, value } });
    });
    await page.reload();
    await inClient(anna, "close");
    const said = page.getByRole("status").filter({ hasText: "Not accepted" });
    await said.waitFor();
    expect((await said.innerText()).split("\n").filter(Boolean)).toEqual([
      "Not accepted",
      "The firm's server didn't accept 1 change:",
      "Sign-off of the close",
      "Review",
    ]);
    expect(await faultsInBothLooks(page)).toEqual([]);
    if (process.env.TIEOUT_LOOKS !== undefined) await page.screenshot({ path: `${process.env.TIEOUT_LOOKS}/not-accepted.png` });
    expect(await said.getByRole("link", { name: "Review" }).getAttribute("href")).toBe("#/settings/firm");
    await page.unroute("**/api/invoke");
  });
});
