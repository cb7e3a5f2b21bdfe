import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BankWork } from "#shared/contract/close/bank.ts";
import { addDecimals, compareDecimals, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import { ask } from "#test/support/ask.ts";
import { bankIdOf } from "#test/support/bank-month.ts";
import { closePages, faultsInBothLooks, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { pick, tabTo } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const STYLES = ["a", "b", "c"] as const;
const books = { months: 4, invoicesPerMonth: 16, foreignCurrencies: [] } as const;
/** Lines that the books don't know of; what they are paid for is found in the books. */
const [SALE, SAVED] = ["COUNTER SALE 7731", "TO SAVINGS"];

let browser: Browser;
let at: PageWorld;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 91, tenants: STYLES.map((style) => ({ style, books, a: { journals: true } })) });
  page = at.page;
  for (const tenant of at.world.tenants) await at.aside(() => tenant.sync());
});

afterAll(async () => {
  await look("last");
  await at?.close();
  await closePages(browser);
});

const rows = () => page.getByRole("list", { name: "Statement lines" }).locator(":scope > li");
const dialog = () => page.getByRole("dialog");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const look = async (name: string) => {
  if (process.env.TIEOUT_LOOKS !== undefined) await page.screenshot({ path: `${process.env.TIEOUT_LOOKS}/${name}.png` });
};

/** Opens the form of the line with this text by its own key. */
async function openForm(text: string, kind: string): Promise<void> {
  await tabTo(page, rows().filter({ hasText: text }).getByRole("button", { name: "Create" }));
  await page.keyboard.press("c");
  await button("Create and review").waitFor();
  const chosen = dialog().getByRole("radio", { name: kind });
  if (await chosen.isChecked()) return;
  await tabTo(page, dialog().getByRole("radio", { checked: true }));
  for (let turn = 0; turn < 3 && !(await chosen.isChecked()); turn++) await page.keyboard.press("ArrowRight");
  expect(await chosen.isChecked(), kind).toBe(true);
}

/** Nothing can be created yet, and the form says why. */
async function isHeldBack(why: string): Promise<void> {
  await dialog().getByText(why, { exact: true }).waitFor();
  expect(await button("Create draft").isDisabled()).toBe(true);
  expect(await button("Create draft").getAttribute("title")).toBe(why);
}

async function createDraft(): Promise<void> {
  await tabTo(page, button("Create draft"));
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
}

/** An open invoice or bill as it is in the books. */
interface OpenItem {
  readonly contact: string;
  readonly number: string;
  readonly outstanding: DecimalString;
}

/** Gives the first account of sales in ledger B an item of its own, as a person does once. */
async function makeItem(tenant: Tenant): Promise<void> {
  const { clientId } = tenant.source;
  const accounts = await at.aside(() => ask(at.world, "choices.find", { clientId, kind: "account", text: "", limit: 200 }));
  const account = accounts.find((one) => one.class === "revenue" && one.role === null);
  const operations = [{ kind: "create_integration_item" as const, name: account?.name ?? "", accountId: account?.id ?? "" }];
  await at.aside(() => ask(at.world, "writes.submit", { clientId, operations }));
  await at.aside(() => tenant.sync());
}

const total = (items: readonly OpenItem[]) => sumDecimals(items.map(({ outstanding }) => outstanding));
const grouped = (amount: DecimalString) => amount.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ",");

describe.each(STYLES)("ledger %s, what a statement line becomes", (style) => {
  let tenant: Tenant;
  let of: { clientId: string; period: string; accountId: string };
  let invoices: readonly OpenItem[];
  let bill: OpenItem;
  let other: OpenItem;
  const work = () => at.aside(() => ask(at.world, "bank.work", of)) as Promise<BankWork>;

  beforeAll(async () => {
    tenant = at.world.tenants[STYLES.indexOf(style)] as Tenant;
    const { clientId } = tenant.source;
    const name = tenant.books.accounts.find(({ id }) => id === bankIdOf(tenant))?.name;
    const accounts = await at.aside(() => ask(at.world, "bank.accounts", { clientId, period: "2026-10" }));
    const account = accounts.find((one) => one.accountId.endsWith(`:${bankIdOf(tenant)}`) || one.name === name);
    of = { clientId, period: "2026-10", accountId: account?.accountId ?? "" };
    if (style === "b") await makeItem(tenant);
    const found = await openItems(tenant);
    invoices = found.invoices;
    [bill, other] = found.bills as [OpenItem, OpenItem];
    const part = addDecimals(bill.outstanding, decimal("-10.00"));
    const line = (id: string, amount: string, payee: string) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20261030<TRNAMT>${amount}<FITID>${id}<NAME>${payee}</STMTTRN>`;
    const text = [
      "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\n",
      `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${tenant.books.baseCurrency}<BANKACCTFROM><BANKID>1<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM>`,
      "<BANKTRANLIST><DTSTART>20261001<DTEND>20261031",
      line("N1", "123.45", SALE),
      line("N2", total(invoices), "INCOMING 1"),
      line("N3", `-${part}`, "OUTGOING 1"),
      line("N4", "-250.00", SAVED),
      "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n",
    ].join("\n");
    const file = { fileName: "october.ofx", content: Buffer.from(text).toString("base64") };
    await at.aside(() => ask(at.world, "bank.import", { clientId, accountId: of.accountId, ...file } as never));
    await page.goto(`${new URL(page.url()).origin}/#/clients/${clientId}/bank/${encodeURIComponent(of.accountId)}`);
    await page.getByRole("navigation", { name: "Bank and card accounts" }).waitFor();
    for (let turn = 0; turn < 4 && (await page.getByText("October 2026").count()) === 0; turn++) await page.keyboard.press("[");
    await rows().first().waitFor();
  }, 120_000);

  it("drafts money received for an account, with a description", async () => {
    await openForm(SALE, "Money received");
    await isHeldBack("Choose the contact first");
    const parties = (await tenant.readAll("parties")) as unknown as Party[];
    const base = tenant.books.baseCurrency;
    const customer = parties.find(({ isCustomer, active, currency }) => isCustomer && active && (currency ?? base) === base);
    await tabTo(page, dialog().getByRole("combobox", { name: "Received from" }));
    await pick(page, customer?.name ?? "");
    // A sale needs an item where an account doesn't do: the form offers items only, and accounts where one of them has an item.
    const byAccount = style !== "c";
    await isHeldBack(byAccount ? "Choose the account or item first" : "Choose the item first");
    const asked = { clientId: of.clientId, kind: byAccount ? ("account" as const) : ("item" as const), text: "", limit: 200 };
    const choices = await at.aside(() => ask(at.world, "choices.find", asked));
    const [target, other] = choices.filter((choice) => !byAccount || (choice.class === "revenue" && choice.role === null));
    const field = dialog().getByRole("combobox", { name: byAccount ? "Account or item" : "Item" });
    await tabTo(page, field);
    if (style === "b") {
      await pick(page, other?.name ?? "");
      await isHeldBack("This ledger needs an item for this account. Choose an item or another account.");
      await dialog().getByText(`Tieout has no item for the account ${other?.name}.`).waitFor();
      await look("money-b-refused");
      await tabTo(page, field);
      await page.keyboard.press("Control+a");
    }
    await pick(page, target?.name ?? "");
    await tabTo(page, dialog().getByRole("textbox", { name: "Description" }));
    await page.keyboard.type("Counter sale, till 3");
    await look(`money-${style}`);
    await createDraft();
    await expect.poll(async () => (await work()).drafts.map(({ state }) => state)).toEqual(["draft"]);
  }, 60_000);

  it("pays two invoices from one line, with a running total", async () => {
    await openForm("INCOMING 1", "Invoice payment");
    await isHeldBack("Choose the invoices that were paid");
    const status = dialog().getByRole("status").filter({ hasText: "Left to match" });
    const [first, second] = invoices as [OpenItem, OpenItem];
    await tabTo(page, dialog().getByLabel("Filter transactions"));
    await page.keyboard.type(first.contact);
    await look(`payment-start-${style}`);
    const tick = async ({ number }: OpenItem) => {
      const box = dialog().getByRole("checkbox", { name: new RegExp(`${number}(?!\\d)`) });
      for (let turn = 0; turn < 100 && !(await box.evaluate((one) => one === document.activeElement)); turn++)
        await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Space");
      expect(await box.isChecked()).toBe(true);
      await tabTo(page, dialog().getByLabel("Filter transactions"));
    };
    await tick(first);
    expect(await status.innerText()).toMatch(/1 chosen/);
    expect(await status.innerText()).toContain(grouped(first.outstanding));
    expect(await status.innerText()).toContain(grouped(second.outstanding));
    await isHeldBack("The chosen invoices add up to less than the line. Choose more.");
    await tick(second);
    expect(await status.innerText()).toMatch(/2 chosen/);
    expect((await status.innerText()).replaceAll(/\s+/g, " ")).toMatch(/Left to match [A-Z]{3} 0\.00/);
    await look(`payment-${style}`);
    expect(await faultsInBothLooks(page)).toEqual([]);
    await createDraft();
    await expect.poll(async () => (await work()).drafts.length).toBe(2);
  }, 60_000);

  it("pays a part of a bill, and takes bills of one contact only", async () => {
    await openForm("OUTGOING 1", "Bill payment");
    await isHeldBack("Choose the bills that were paid");
    const tick = async ({ contact, number }: OpenItem) => {
      await tabTo(page, dialog().getByLabel("Filter transactions"));
      await page.keyboard.press("Control+a");
      await page.keyboard.type(contact);
      await tabTo(page, dialog().getByRole("checkbox", { name: new RegExp(`${number}(?!\\d)`) }));
      await page.keyboard.press("Space");
    };
    await tick(other);
    await tick(bill);
    await isHeldBack("The chosen bills must all be from the same vendor");
    await tick(other);
    await expect
      .poll(() => dialog().getByText(`Outstanding on bill ${bill.number} after this payment:`).locator("..").innerText())
      .toMatch(/10\.00/);
    await look(`bill-${style}`);
    await createDraft();
    await expect.poll(async () => (await work()).drafts.length).toBe(3);
  }, 60_000);

  it("drafts a transfer to another account, or says that this ledger takes none", async () => {
    await openForm(SAVED, "Transfer");
    if (style === "a") {
      await isHeldBack("This ledger doesn't accept transfers from Tieout");
      await dialog().getByText("This ledger doesn't allow bank or card accounts in journals.", { exact: false }).waitFor();
      await look("transfer-a");
      await page.keyboard.press("Escape");
      return;
    }
    await tabTo(page, dialog().getByRole("combobox", { name: "Transferred to" }));
    await look(`transfer-${style}`);
    await createDraft();
    await expect.poll(async () => (await work()).drafts.length).toBe(4);
  }, 60_000);

  it("sends them all at once, and each matches its line", async () => {
    const count = style === "a" ? 3 : 4;
    const send = page.getByRole("button", { name: `Send ${count} drafts…` });
    await send.waitFor();
    await tabTo(page, send);
    await page.keyboard.press("Enter");
    await look(`send-${style}`);
    await tabTo(page, button("Send"));
    await page.keyboard.press("Enter");
    const jobs = () => at.aside(() => ask(at.world, "writes.list", { clientId: of.clientId }));
    const outcomes = async () =>
      (await jobs()).flatMap(({ state, title, failure }) => (state === "accepted" ? [] : [`${title}: ${state} ${failure?.message ?? ""}`]));
    await expect.poll(outcomes, { timeout: 30_000 }).toEqual([]);
    // In ledger B an account was given its item before.
    expect(await jobs()).toHaveLength(style === "b" ? count + 1 : count);
    await at.aside(() => tenant.sync());
    const left = async () => (await work()).reconciliation.unreconciledLines.map(({ payee }) => payee);
    await expect.poll(left).toEqual(style === "a" ? [SAVED] : []);
    expect((await work()).matches.every(({ reasons }) => reasons[0]?.code === "drafted")).toBe(true);
    const after = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
    const openNow = (number: string) => after.find((one) => one.number === number)?.outstanding.amount;
    expect(invoices.map(({ number }) => Number(openNow(number)))).toEqual([0, 0]);
    expect(Number(openNow(bill.number))).toBe(10);
    expect(at.complaints).toEqual([]);
  }, 90_000);
});

/** Two invoices of one customer, and a bill of two vendors each, whose amounts nothing else has. */
async function openItems(tenant: Tenant): Promise<{ readonly invoices: readonly OpenItem[]; readonly bills: readonly OpenItem[] }> {
  const parties = new Map(((await tenant.readAll("parties")) as unknown as Party[]).map(({ id, name }) => [id, name]));
  const documents = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
  const open = (type: LedgerDocument["type"]) =>
    documents
      .filter(
        ({ type: own, status, outstanding, issueDate, number }) =>
          own === type &&
          (status === "open" || status === "part_paid") &&
          compareDecimals(outstanding.amount, decimal("20")) > 0 &&
          outstanding.currency === tenant.books.baseCurrency &&
          issueDate <= "2026-10-30" &&
          number !== undefined,
      )
      .map(({ party, number, outstanding }) => ({
        ...{ contact: parties.get(party?.id ?? "") ?? "", number: number ?? "", outstanding: outstanding.amount },
      }));
  const ofOne = [...Map.groupBy(open("sales_invoice"), ({ contact }) => contact).values()].find((items) => items.length >= 2) ?? [];
  const vendors = [...Map.groupBy(open("purchase_bill"), ({ contact }) => contact).values()];
  return { invoices: ofOne.slice(0, 2), bills: vendors.flatMap(([first]) => first ?? []).slice(0, 2) };
}
