import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BankWork } from "#shared/contract/close/bank.ts";
import type { Account } from "#shared/model/books/account.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import type { Party } from "#shared/model/books/party.ts";
import { ask } from "#test/support/ask.ts";
import { BOUNCED, bankIdOf, isOctober, MONTH, octoberFile } from "#test/support/bank-month.ts";
import { closePages, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { chooseProposed, pick } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const STYLES = ["a", "b", "c"] as const;
type Style = (typeof STYLES)[number];
const books = { months: 4, invoicesPerMonth: 16, foreignCurrencies: [] } as const;

let browser: Browser;
let at: PageWorld;
let page: Page;
/** Keys and texts that a bookkeeper presses and types; Tab and the arrows only move. */
let acts = { presses: 0, fills: 0 };

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 91, tenants: STYLES.map((style) => ({ style, books, a: { journals: true } })) });
  page = at.page;
  for (const tenant of at.world.tenants) await at.aside(() => tenant.sync());
});

afterAll(async () => {
  if (process.env.TIEOUT_LOOKS !== undefined) await page.screenshot({ path: `${process.env.TIEOUT_LOOKS}/last.png` });
  await at?.close();
  await closePages(browser);
});

const tenantOf = (style: Style) => at.world.tenants[STYLES.indexOf(style)] as Tenant;

async function press(key: string): Promise<void> {
  acts.presses++;
  await page.keyboard.press(key);
}

/** Goes on with Tab until a control of this name or mark has the focus. */
async function tabTo(name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const here = await page.evaluate(() => {
      const active = document.activeElement as HTMLElement | null;
      const label = active instanceof HTMLInputElement ? (active.closest("label")?.innerText ?? "") : "";
      return [active?.getAttribute("aria-label") ?? active?.textContent?.trim() ?? "", active?.dataset.key ?? "", label].join(" | ");
    });
    if (name.test(here)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never came to ${name}; in view was: ${(await page.getByRole("dialog").allInnerTexts()).join(" ").slice(0, 2_000)}`);
}

async function fill(text: string): Promise<void> {
  acts.fills++;
  await pick(page, text);
}

/** October's file with what bounced as its first line: no clear match, so that the list begins with it before and after they are accepted. */
function fileOf(tenant: Tenant): string {
  const file = octoberFile(tenant);
  const [line = ""] = new RegExp(`<STMTTRN>.*${BOUNCED}</STMTTRN>\n`).exec(file) ?? [];
  expect(line).not.toBe("");
  return file.replace(line, "").replace("<STMTTRN>", `${line.replace(/DTPOSTED>\d+/, "DTPOSTED>20261001")}<STMTTRN>`);
}

const addressOf = (clientId: string, screen: string) => `${new URL(page.url()).origin}/#/clients/${clientId}/${screen}`;
const rows = () => page.getByRole("list", { name: "Statement lines" }).locator(":scope > li");

/** Opens the bank screen of a client in October. */
async function openBank(clientId: string): Promise<void> {
  await page.goto(addressOf(clientId, "bank"));
  await page.getByRole("navigation", { name: "Bank and card accounts" }).waitFor();
  for (let turn = 0; turn < 4 && (await page.getByText("Oct 2026").count()) + (await page.getByText("October 2026").count()) === 0; turn++)
    await page.keyboard.press("[");
}

/** Enter on *Choose from 2…*, held down: it opens the candidates, of which the one that has the focus is ticked, and matches none. */
async function holdEnter(): Promise<void> {
  acts.presses++;
  await page.keyboard.down("Enter");
  const isOpen = await page
    .locator("[data-first-focus]:checked:focus")
    .waitFor({ timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );
  for (let turn = 0; isOpen && turn < 3; turn++) await page.keyboard.down("Enter");
  if (isOpen) expect(await page.getByLabel("Filter transactions").isVisible()).toBe(true);
  await page.keyboard.up("Enter");
}

async function importFile(text: string, name: string, how: "looks first" | "as chosen before" = "as chosen before"): Promise<void> {
  await page.locator('[data-key="bank-import"]').first().waitFor();
  const chooser = page.waitForEvent("filechooser", { timeout: 5_000 });
  acts.presses++;
  acts.fills++;
  // A key that comes while the list is drawn again is pressed again, as a person does.
  const again = setInterval(() => void page.keyboard.press("i"), 1_000);
  await page.keyboard.press("i");
  const file = { name, mimeType: "application/x-ofx", buffer: Buffer.from(text) };
  try {
    await (await chooser).setFiles(file);
  } finally {
    clearInterval(again);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).waitFor();
  await page.locator("[data-first-focus]:enabled:focus").waitFor();
  const exact = page.getByRole("checkbox", { name: "Accept clear matches" });
  if (how === "looks first" && (await exact.isChecked())) {
    await tabTo(/Accept clear matches/);
    await press("Space");
    await tabTo(/^Import \|/);
  }
  await press("Enter");
}

describe.each(STYLES)("ledger %s, a month of the bank by keyboard", (style) => {
  let of: { clientId: string; period: string; accountId: string };
  const work = () => at.aside(() => ask(at.world, "bank.work", of)) as Promise<BankWork>;

  /** Drafts the current line's transaction, posts it and comes back. */
  async function createAndPost(payee: string, contact: string | null, account: string | null): Promise<void> {
    const row = rows().filter({ hasText: payee }).first();
    const review = page.getByRole("dialog").getByRole("button", { name: "Create and review" });
    acts.presses++;
    const isOpen = async () => {
      if (await review.isVisible()) return true;
      // A key that comes while the list is drawn again is pressed again, as a person does.
      await row
        .getByRole("button", { name: /Create/ })
        .focus({ timeout: 1_000 })
        .catch(() => undefined);
      await page.keyboard.press("c");
      return review.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
    if (contact !== null) {
      await tabTo(/^Paid to \|/);
      await fill(contact);
    }
    if (account !== null) {
      await tabTo(/^Account or item \|/);
      await fill(account);
    }
    await tabTo(/^Create and review \|/);
    await press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator('[data-key="send"]:enabled').waitFor();
    await tabTo(/\| send \|/);
    await press("Enter");
    // The statement goes on where it was left.
    await page.waitForURL((url) => url.hash === `#/clients/${of.clientId}/bank/${encodeURIComponent(of.accountId)}`);
    const jobs = () => at.aside(() => ask(at.world, "writes.list", { clientId: of.clientId }));
    await expect.poll(async () => (await jobs()).every(({ state }) => state === "accepted"), { timeout: 20_000 }).toBe(true);
    await at.aside(() => tenantOf(style).sync());
    await expect.poll(async () => (await work()).drafts).toEqual([]);
    await openBank(of.clientId);
    await rows()
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => undefined);
  }

  it("imports, accepts, matches by hand, undoes, creates what is missing, and reconciles to zero", async () => {
    acts = { presses: 0, fills: 0 };
    const tenant = tenantOf(style);
    const clientId = tenant.source.clientId;
    const name = tenant.books.accounts.find(({ id }) => id === bankIdOf(tenant))?.name;
    const accounts = await at.aside(() => ask(at.world, "bank.accounts", { clientId, period: "2026-10" }));
    const account = accounts.find((one) => one.accountId.endsWith(`:${bankIdOf(tenant)}`) || one.name === name);
    of = { clientId, period: "2026-10", accountId: account?.accountId ?? "" };
    const parties = (await tenant.readAll("parties")) as unknown as Party[];
    const all = (await tenant.readAll("accounts")) as unknown as Account[];
    const base = tenant.books.baseCurrency;
    const vendor =
      parties.find(
        (party) => party.isVendor && party.active && /^[A-Z][a-z]+ [A-Z][a-z]+/.test(party.name) && (party.currency ?? base) === base,
      )?.name ?? "";
    const expense = all.find(({ class: side, active, role }) => side === "expense" && active && role === undefined)?.name ?? "";

    await openBank(clientId);
    await tabTo(new RegExp(account?.name ?? ""));
    await press("Enter");
    // Clear matches are accepted from the list here, and as the file is imported in whole-month.test.ts.
    await importFile(fileOf(tenant), "october.ofx", "looks first");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await rows().first().waitFor();

    // The same file again is refused, and nothing is imported.
    const before = (await work()).lines.length;
    await importFile(fileOf(tenant), "october.ofx");
    await page.getByText("This file was imported before.").waitFor();
    await page.keyboard.press("Escape");
    expect((await work()).lines).toHaveLength(before);

    const start = await work();
    const deposit = start.suggestions.find(({ recordIds, lineIds }) => recordIds.length > 1 && lineIds.length === 1);
    expect(await faultsInBothLooks(page)).toEqual([]);
    expect(await rows().first().innerText()).toContain(BOUNCED);
    // Back from the first line: tabbing on through the list would end in another of its lines.
    await tabTo(/^Accept \d+ clear/, "Shift+Tab");
    await press("Enter");
    await expect.poll(async () => (await work()).suggestions.filter(({ level }) => level === "exact").length).toBe(0);
    // The list that is on screen has heard of it too: what was matched is no candidate below.
    await page.getByRole("button", { name: /^Accept \d+ clear|^Matching…/ }).waitFor({ state: "detached" });
    // The button is away; the keys go on in the list, which begins with the same line as before.
    const isInList = () => page.evaluate(() => document.activeElement?.closest('[aria-label="Statement lines"]') instanceof Element);
    await expect.poll(isInList, { timeout: 5_000 }).toBe(true);

    // One deposit by hand: its receipts are ticked one by one.
    expect(deposit?.level, "a deposit of several receipts").toBe("likely");
    if (deposit !== undefined) {
      const line = start.lines.find(({ lineId }) => lineId === deposit.lineIds[0]);
      const row = rows()
        .filter({ hasText: line?.payee ?? "" })
        .filter({ hasText: /add\s+up/ })
        .first();
      await row.getByRole("button", { name: /^Accept/ }).focus();
      await press("m");
      await page.getByRole("dialog").getByLabel("Filter transactions").waitFor();
      for (const id of deposit.recordIds) {
        const posting = start.postings.find(({ recordId }) => recordId === id);
        await tabTo(new RegExp(`\\| [^|]*${(posting?.number ?? posting?.reference ?? "").replaceAll(/[^\w]/g, ".")}(?!\\w)`));
        await press("Space");
        const isTicked = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.checked === true);
        await expect.poll(isTicked, { message: `${posting?.number ?? id} is ticked` }).toBe(true);
      }
      await tabTo(/^Match \|/);
      await press("Enter");
      await expect.poll(async () => (await work()).matches.some(({ recordIds }) => recordIds.length > 1)).toBe(true);
    }

    // The first match is undone and accepted again.
    await tabTo(/^Matched|\| Matched/).catch(() => page.getByRole("radio", { name: "Matched" }).focus());
    await page.getByRole("radio", { name: "Matched" }).check();
    acts.presses++;
    const matched = (await work()).matches.length;
    await rows().first().getByRole("button", { name: "Undo" }).focus();
    await press("u");
    await expect.poll(async () => (await work()).matches.length).toBe(matched - 1);
    await page.getByRole("radio", { name: "To reconcile" }).check();
    acts.presses++;
    for (let turn = 0; turn < 40 && (await work()).suggestions.length > 0; turn++) {
      const left = (await work()).suggestions.length;
      // What others fit as well is chosen among them.
      const ok = rows()
        .getByRole("button", { name: /^(?:Accept$|Choose )/ })
        .first();
      await ok.focus();
      if ((await ok.textContent()) === "Accept") await press("Enter");
      else await holdEnter();
      const isAccepted = async () => {
        if (await page.getByLabel("Filter transactions").isVisible()) await chooseProposed(page, press);
        if ((await work()).suggestions.length < left) return true;
        // On a busy machine the line may have left between the focus and the key, which then meant the next one.
        if (await page.getByRole("button", { name: "Create and review" }).isVisible()) await page.keyboard.press("Escape");
        // A key that comes while the list is drawn again is pressed again, as a person does.
        const isThere = await ok.focus({ timeout: 1_000 }).then(
          () => true,
          () => false,
        );
        if (isThere) await page.keyboard.press("Enter");
        return false;
      };
      await expect.poll(isAccepted, { interval: 1_500, timeout: 60_000 }).toBe(true);
    }

    await createAndPost("MONTHLY ACCOUNT FEE", vendor, expense);
    await createAndPost(BOUNCED, vendor, expense);
    const done = await work();
    expect(done.reconciliation.unreconciledLines).toEqual([]);
    expect(Number(done.reconciliation.difference)).toBe(0);
    expect(done.reconciliation.state).toBe("reconciled");
    const postedOn = new Map(done.postings.map(({ recordId, date }) => [recordId, date]));
    const earlier = done.matches.filter(({ recordIds }) => recordIds.some((id) => !isOctober(postedOn.get(id) ?? MONTH.from)));
    // The books of this seed on Ledger A have no payment of September that the bank books in October.
    if (style !== "a") expect(earlier.length, "a payment of September cleared in October").toBeGreaterThan(0);

    await page.getByText("Every statement line is matched").waitFor();
    await tabTo(/^Show reconciliation/);
    await press("Enter");
    await page.getByRole("heading", { name: /Bank reconciliation:/ }).waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    if (process.env.TIEOUT_LOOKS !== undefined) await page.screenshot({ path: `${process.env.TIEOUT_LOOKS}/bank-${style}.png` });
    console.info(`ledger ${style}: ${acts.presses} presses and ${acts.fills} fills for ${done.lines.length} statement lines`);
    expect(at.complaints).toEqual([]);
  }, 240_000);

  it("removes a statement that was imported by mistake, says what goes with it, and takes it back", async () => {
    const { clientId, accountId } = of;
    const before = await work();
    await page.goto(addressOf(clientId, `bank/${encodeURIComponent(accountId)}`));
    await page.getByRole("button", { name: "More actions", exact: true }).waitFor();
    await tabTo(/^More actions \|/);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Bank statements…", exact: true }).waitFor();
    await tabTo(/^Bank statements… \|/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /^Bank statements for / }).waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    await tabTo(/^Remove october\.ofx/);
    await page.keyboard.press("Enter");
    const asked = page.getByRole("dialog", { name: /^Remove october\.ofx from / });
    await asked.getByText(/matches will no longer count/).waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);
    if (process.env.TIEOUT_LOOKS !== undefined) await page.screenshot({ path: `${process.env.TIEOUT_LOOKS}/remove-${style}.png` });
    await tabTo(/^Remove \|/);
    await page.keyboard.press("Enter");
    await page.getByText("Statement october.ofx removed.").waitFor();
    expect((await work()).statements).toEqual([]);
    await tabTo(/^Undo \|/);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await work()).reconciliation, { timeout: 20_000 }).toEqual(before.reconciliation);
    expect(at.complaints).toEqual([]);
  }, 60_000);

  it("takes the balance of another account from a PDF that is only evidence", async () => {
    const { clientId } = of;
    const accounts = await at.aside(() => ask(at.world, "bank.accounts", { clientId, period: "2026-10" }));
    const other = accounts.find(({ accountId, state }) => accountId !== of.accountId && state === "no_statement");
    if (other === undefined) return;
    await page.goto(addressOf(clientId, `bank/${encodeURIComponent(other.accountId)}`));
    await page.getByRole("button", { name: "Enter closing balance" }).waitFor();
    await tabTo(/^Enter closing balance/);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Closing balance").waitFor();
    // As on the statement: what is owed on a card is positive.
    await page.keyboard.type(balanceSheetSign(other.books, other));
    await dialog
      .getByLabel("PDF statement")
      .setInputFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });
    if (process.env.TIEOUT_LOOKS !== undefined) await page.screenshot({ path: `${process.env.TIEOUT_LOOKS}/balance-${style}.png` });
    await tabTo(/^Save balance/);
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await at.aside(() => ask(at.world, "bank.work", { ...of, accountId: other.accountId }))).reconciliation.state)
      .toBe("reconciled");
  }, 60_000);
});
