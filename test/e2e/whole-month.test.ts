import { spawnSync } from "node:child_process";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BankWork } from "#shared/contract/close/bank.ts";
import type { PackRow } from "#shared/contract/close/packs.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import { ask } from "#test/support/ask.ts";
import { BOUNCED, bankIdOf, MONTH, MONTH_BEFORE, octoberFile, quietFile } from "#test/support/bank-month.ts";
import { closePages, openChromium } from "#test/support/browser.ts";
import { commandEntry, ensureBuilt } from "#test/support/built.ts";
import { chooseProposed, rowDown, tabTo } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const PERIOD = "2026-10";
const ACTS_MAX = 60;
const REVIEWER = "Rita";
/** Books in which a cheque of September clears in October. */
const LEDGERS = [
  ["a", 4],
  ["b", 11],
  ["c", 2],
] as const;

let browser: Browser;
let at: PageWorld;
let page: Page;
let tenant: Tenant;
let clientId: string;
/** Shortcuts and keys pressed, and texts and files given. Tab and the arrows only move; a chord such as G L is one shortcut. */
let acts: { presses: number; fills: number };

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
});
afterAll(() => closePages(browser));

async function press(...keys: readonly string[]): Promise<void> {
  acts.presses++;
  for (const key of keys) await page.keyboard.press(key);
}

async function type(text: string): Promise<void> {
  acts.fills++;
  await page.keyboard.type(text);
}

/** A picture of what is on screen, light and dark, where a folder for them is named. */
async function look(name: string): Promise<void> {
  const folder = process.env.TIEOUT_LOOKS;
  if (folder === undefined) return;
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}

/** Goes to a control by Tab and presses Enter on it. */
async function enter(target: Locator): Promise<void> {
  await target.waitFor();
  await tabTo(page, target);
  await press("Enter");
}

const button = (name: string | RegExp) => page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const dialog = () => page.getByRole("dialog");
const closed = () => dialog().waitFor({ state: "detached" });
const inClient = <T>(work: () => Promise<T>): Promise<T> => at.aside(work);
const lines = () => page.getByRole("list", { name: "Statement lines" }).locator(":scope > li");

interface Own {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
}

/** The client's bank and card accounts, the one with the unusual month first. */
async function accountsOf(): Promise<readonly Own[]> {
  const rows = await inClient(() => ask(at.world, "bank.accounts", { clientId, period: PERIOD }));
  const main = bankIdOf(tenant);
  return rows
    .map(({ accountId, name }) => ({ accountId, name, id: tenant.books.accounts.find((one) => one.name === name)?.id ?? "" }))
    .sort((one, other) => Number(other.id === main) - Number(one.id === main));
}

const workOf = ({ accountId }: Own, period = PERIOD): Promise<BankWork> =>
  inClient(() => ask(at.world, "bank.work", { clientId, period, accountId })) as Promise<BankWork>;

/** Last month as it was left: its statements are imported and matched, which also tells Tieout whose files these are. */
async function reconcileSeptember(accounts: readonly Own[]): Promise<void> {
  const period = "2026-09";
  for (const account of accounts) {
    const { accountId } = account;
    const content = Buffer.from(quietFile(tenant, account.id, MONTH_BEFORE)).toString("base64");
    await inClient(() => ask(at.world, "bank.import", { clientId, accountId, content, fileName: "september.ofx", onlyNew: false }));
    await inClient(() => ask(at.world, "bank.accept", { clientId, period, accountId }));
    const matches = (await workOf(account, period)).suggestions.map(({ lineIds, recordIds }) => ({
      lineIds: [...lineIds],
      recordIds: [...recordIds],
    }));
    if (matches.length > 0) await inClient(() => ask(at.world, "bank.match", { clientId, accountId, matches }));
  }
}

/** Chooses files with I, and waits for what the window says of them. */
async function choose(files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  await page.locator('[data-key="bank-import"]').first().waitFor();
  const chooser = page.waitForEvent("filechooser");
  acts.presses++;
  acts.fills++;
  const content = files.map(({ name, text }) => ({ name, mimeType: "application/x-ofx", buffer: Buffer.from(text) }));
  // A key that comes while the screen is drawn again is pressed again, as a person does.
  const again = setInterval(() => void page.keyboard.press("i"), 1_000);
  await page.keyboard.press("i");
  try {
    await (await chooser).setFiles(content);
  } finally {
    clearInterval(again);
  }
  await dialog().waitFor();
}

/** Imports every account's October in one act, which also accepts the clear matches; the same file again is refused. */
async function importOctober(accounts: readonly Own[]): Promise<void> {
  const files = accounts.map(({ id, name }) => ({
    name: `${name}.ofx`,
    text: id === bankIdOf(tenant) ? octoberFile(tenant) : quietFile(tenant, id, MONTH),
  }));
  await choose(files);
  await page.locator("[data-first-focus]:enabled:focus").waitFor();
  await look("import-many");
  await press("Enter");
  await closed();
  await page.getByText(/^(?:Statement|\d+ statements) imported\. \d+ lines? matched\./).waitFor();
  await choose(files.slice(0, 1));
  await page.locator("[data-first-focus]:enabled:focus").waitFor();
  await press("Enter");
  await page.getByText("This file was imported before.").waitFor();
  await press("Escape");
  await closed();
}

/** Accepts what Tieout suggests of an account, one by one: what isn't clear is looked at, and what others fit as well is chosen. */
async function acceptSuggestions(account: Own): Promise<void> {
  const { suggestions } = await workOf(account);
  for (let left = suggestions.length; left > 0; left = (await workOf(account)).suggestions.length) {
    const ok = lines()
      .getByRole("button", { name: /^(?:Accept$|Choose )/ })
      .first();
    await enter(ok);
    // What the act before has decided may have made a proposal clear, so that it's accepted at once.
    const isLess = async () => (await workOf(account)).suggestions.length < left;
    await expect.poll(async () => (await dialog().count()) > 0 || (await isLess()), { timeout: 15_000 }).toBe(true);
    if ((await dialog().count()) > 0) await chooseProposed(page, press);
    await expect.poll(async () => (await workOf(account)).suggestions.length).toBeLessThan(left);
  }
}

async function pick(text: string): Promise<void> {
  await type(text);
  await page.getByRole("listbox").getByRole("option").filter({ hasText: text }).first().waitFor();
  await press("Enter");
  await page.getByRole("listbox").waitFor({ state: "detached" });
}

/** Drafts the transaction of a line that the books lack. `target` is null where Tieout knows the account. */
async function draft(payee: string, contact: string, target: string | null): Promise<void> {
  await tabTo(page, lines().filter({ hasText: payee }).getByRole("button", { name: "Create" }));
  await press("c");
  await button("Create draft").waitFor();
  await tabTo(page, dialog().getByRole("combobox", { name: "Paid to" }));
  await pick(contact);
  if (target !== null) {
    await tabTo(page, dialog().getByRole("combobox", { name: "Account or item" }));
    await pick(target);
  }
  await enter(button("Create draft"));
  await closed();
}

/** Sends the drafts, and reads the ledger until each matches its line. */
async function sendDrafts(account: Own): Promise<void> {
  await enter(button(/^Send 2 drafts/));
  await page.locator("[data-first-focus]:focus").waitFor();
  await look("send-drafts");
  await press("Enter");
  await expect
    .poll(async () => (await inClient(() => ask(at.world, "writes.list", { clientId }))).every(({ state }) => state === "accepted"), {
      timeout: 30_000,
    })
    .toBe(true);
  await press("Control+r");
  await expect.poll(async () => (await workOf(account)).reconciliation.state, { timeout: 30_000 }).toBe("reconciled");
}

async function reconcileBank(accounts: readonly Own[]): Promise<void> {
  const [main] = accounts as readonly [Own];
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const expenses = (await tenant.readAll("accounts")) as unknown as Account[];
  const base = tenant.books.baseCurrency;
  const vendor = parties.find(
    (one) => one.isVendor && one.active && /^[A-Z][a-z]+ [A-Z][a-z]+/.test(one.name) && (one.currency ?? base) === base,
  );
  const bounced = expenses.find(({ class: side, active, role }) => side === "expense" && active && role === undefined);
  await press("g", "b");
  await button("Import statement…").waitFor();
  await importOctober(accounts);
  await lines().first().waitFor();
  const before = await workOf(main);
  const postedOn = new Map(before.postings.map(({ recordId, date }) => [recordId, date]));
  await acceptSuggestions(main);
  await draft("MONTHLY ACCOUNT FEE", vendor?.name ?? "", null);
  await draft(BOUNCED, vendor?.name ?? "", bounced?.name ?? "");
  await sendDrafts(main);
  for (const other of accounts.slice(1)) {
    if ((await workOf(other)).suggestions.length === 0) continue;
    await enter(page.getByRole("navigation", { name: "Bank and card accounts" }).getByRole("link", { name: new RegExp(other.name) }));
    await acceptSuggestions(other);
  }
  for (const account of accounts) {
    const { reconciliation } = await workOf(account);
    expect(reconciliation, account.name).toMatchObject({ state: "reconciled", unreconciledLines: [] });
    expect(Number(reconciliation.difference), account.name).toBe(0);
  }
  const done = await workOf(main);
  const isCheque = (id: string) => done.lines.find(({ lineId }) => lineId === id)?.payee === "CHECK";
  const inOctober = (id: string) => (done.lines.find(({ lineId }) => lineId === id)?.date ?? "") >= MONTH.from;
  const cleared = done.matches.filter(
    ({ lineIds, recordIds }) =>
      lineIds.every((id) => isCheque(id) && inOctober(id)) && recordIds.every((id) => (postedOn.get(id) ?? MONTH.from) < MONTH.from),
  );
  expect(cleared.length, "cheques of the month before that clear").toBeGreaterThan(0);
  expect(
    done.matches.some(({ lineIds, recordIds }) => lineIds.length === 1 && recordIds.length > 1),
    "a deposit of several receipts",
  ).toBe(true);
}

/** Supports what no statement and no aging supports, tax here, with a figure and a file; then signs off all that is reconciled. */
async function reconcileRest(): Promise<void> {
  await press("g", "l");
  await enter(page.getByRole("navigation", { name: /Sections of/ }).getByRole("link", { name: "Reconciliations" }));
  const grid = page.getByRole("grid", { name: "Reconciliations" });
  await grid.getByRole("rowheader").first().waitFor();
  const rows = await inClient(() => ask(at.world, "reconciliations.list", { clientId, period: PERIOD }));
  const open = rows.filter(({ required, blocked }) => required && blocked.preparer === "no_support");
  expect(open).toHaveLength(1);
  await tabTo(page, grid.getByRole("rowheader").first());
  const header = grid.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(open[0]?.label ?? "") }) });
  const row = Number(await header.getAttribute("aria-rowindex")) - 2;
  for (let step = 0; step < row; step++) await rowDown(page);
  await press("Enter");
  const panel = page.getByRole("complementary").filter({ has: page.getByLabel("Roll-forward") });
  await tabTo(page, panel.getByLabel(/^Per support/));
  await type(open[0]?.closing ?? "");
  await press("Control+Enter");
  await panel.getByText("File required").first().waitFor();
  const chooser = page.waitForEvent("filechooser");
  await enter(button("Attach files…"));
  acts.fills++;
  await (await chooser).setFiles({ name: "return.txt", mimeType: "text/plain", buffer: Buffer.from("as filed\n") });
  await page.getByRole("list", { name: "Supporting files" }).getByText("return.txt").waitFor();
  await enter(button("Sign off on reconciled accounts…"));
  await enter(dialog().getByRole("button", { name: "Sign off as preparer" }));
  // Beside the panel there is no room for it.
  await page.getByText(/^(?:(\d+) of \1 prepared|All \d+ signed off)/).waitFor({ state: "attached" });
}

async function explainFlux(): Promise<void> {
  await press("g", "f");
  const grid = page.getByRole("grid", { name: "Flux analysis" });
  await expect.poll(() => grid.getAttribute("aria-busy")).toBe("false");
  await tabTo(page, grid.getByRole("rowheader").first());
  await press("Control+a");
  await enter(button("Explain…"));
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await type("Seasonal: the month before had fewer working days.");
  await press("Control+Enter");
  await page.getByText(/explained and signed off\./).waitFor();
}

/**
 * Ticks what lacks evidence, and signs off as preparer. The tie-outs aren't among it: the sync that read the posted drafts checked
 * October's end again.
 */
async function signAsPreparer(): Promise<void> {
  await press("g", "l");
  // A sync's checks come last, perhaps after the lines are reconciled.
  const ofTieOuts = async () => {
    const { tasks } = await inClient(() => ask(at.world, "close.status", { clientId, period: PERIOD }));
    return tasks.flatMap(({ evidence, state }) => (evidence?.kind === "tie_outs" ? [`${evidence.summary}: ${state}`] : []));
  };
  await expect.poll(ofTieOuts).toSatisfy((told: string[]) => told.length > 0 && told.every((each) => each.endsWith(": done")));
  await enter(button("Mark required tasks complete…"));
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await type("Seen on paper, or not asked for by this client.");
  await look("tick-open");
  await press("Control+Enter");
  await closed();
  await enter(button("Sign off as preparer…"));
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await press("Control+Enter");
  await closed();
}

async function sitDown(name: string): Promise<void> {
  await press("Control+k");
  await dialog().waitFor();
  await type(`Switch user to ${name}`);
  await page.getByRole("option", { name: `Switch user to ${name}`, exact: true, selected: true }).waitFor();
  await press("Enter");
  await closed();
}

async function reviewAndClose(): Promise<void> {
  await enter(button("Sign off on what's ready…"));
  await dialog().getByRole("button", { name: "Sign off as reviewer" }).waitFor();
  await page.locator("[data-first-focus]:enabled:focus").waitFor();
  await look("sign-ready");
  await press("Enter");
  await closed();
  await page.getByText(/^\d+ items? signed off as reviewer\.$/).waitFor();
  await enter(button("Sign off as reviewer…"));
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  // Nothing is open, so nothing is overridden.
  await expect.poll(() => dialog().getByText("Not finished").allTextContents(), { timeout: 30_000 }).toEqual([]);
  await press("Control+Enter");
  await closed();
  await enter(button(/^Close \w+ \d{4}$/));
  await page.getByText("Closed", { exact: true }).first().waitFor();
}

/** Makes the pack. @returns the file's copy and the client's */
async function makePack(): Promise<PackRow> {
  await enter(page.getByRole("navigation", { name: /Sections of/ }).getByRole("link", { name: "Packs" }));
  await enter(button("Create pack"));
  // A pack takes a while on a busy computer.
  await page.getByText("Version 1", { exact: true }).waitFor({ timeout: 90_000 });
  const [pack] = await inClient(() => ask(at.world, "packs.list", { clientId, period: PERIOD }));
  return pack as PackRow;
}

/** What a receiver finds with the command line alone. */
async function verified(
  path: string,
): Promise<{ readonly ok: boolean; readonly authenticity: { readonly shows: readonly string[] } | null }> {
  const done = spawnSync(process.execPath, [await commandEntry(), "pack", "verify", path, "--json"], { encoding: "utf8" });
  expect(done.status, done.stderr).toBe(0);
  return JSON.parse(done.stdout);
}

describe.each(LEDGERS)("a month of a client on ledger %s", (style, seed) => {
  beforeAll(async () => {
    acts = { presses: 0, fills: 0 };
    const books = { months: 4, invoicesPerMonth: 16, foreignCurrencies: [] } as const;
    at = await openPageWorld(browser, { seed, tenants: [{ style, books, a: { journals: true } }] });
    page = at.page;
    tenant = at.world.tenants[0] as Tenant;
    clientId = tenant.source.clientId;
    await at.aside(() => tenant.sync());
    await inClient(() => ask(at.world, "people.add", { name: REVIEWER, role: "reviewer" }));
    await reconcileSeptember(await accountsOf());
  }, 120_000);
  afterAll(async () => {
    await look(`month-${style}`);
    await at?.close();
  });

  it(`is closed with its banks' files, from open to a signed pack, by keyboard in fewer than ${ACTS_MAX} presses and fills`, async () => {
    const accounts = await accountsOf();
    expect(accounts.length).toBe(3);
    await page.reload();
    await tabTo(page, page.getByRole("grid", { name: "Clients" }).getByRole("rowheader").first());
    await press("Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press("g", "l");
    await enter(button("Start close"));
    await page.getByText("In close", { exact: true }).first().waitFor();
    await reconcileBank(accounts);
    await reconcileRest();
    await explainFlux();
    await signAsPreparer();
    await sitDown(REVIEWER);
    await reviewAndClose();
    const pack = await makePack();
    const taken = { ...acts };
    expect(pack.stamps).toEqual([]);
    for (const path of [pack.path, pack.clientCopy?.path ?? ""]) {
      const found = await verified(path);
      expect(found).toMatchObject({ ok: true, problems: [] });
      expect(found.authenticity?.shows.length).toBeGreaterThan(0);
    }
    console.info(`ledger ${style}: ${taken.presses} presses and ${taken.fills} fills`);
    expect(taken.presses + taken.fills).toBeLessThan(ACTS_MAX);
    expect(at.complaints).toEqual([]);
  }, 300_000);
});
