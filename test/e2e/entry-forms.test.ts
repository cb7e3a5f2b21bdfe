import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { isAccessible } from "#test/support/hard-desk.ts";
import { pick } from "#test/support/keys.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const STYLES = ["a", "b", "c"] as const;
type Style = (typeof STYLES)[number];
const books = { months: 3, invoicesPerMonth: 6, foreignCurrencies: [], country: "NZ" } as const;

let browser: Browser;
let at: PageWorld;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 27, tenants: STYLES.map((style) => ({ style, books })) });
  page = at.page;
  for (const tenant of at.world.tenants) await at.aside(() => tenant.sync());
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

const tenantOf = (style: Style) => at.world.tenants[STYLES.indexOf(style)] as Tenant;

/** Goes on with Tab until the field or button of this name, or mark, has the focus. */
async function tabTo(name: RegExp | string): Promise<void> {
  for (let turn = 0; turn < 120; turn++) {
    const here = await page.evaluate(() => {
      const active = document.activeElement as HTMLElement | null;
      return [active?.getAttribute("aria-label") ?? active?.textContent?.trim() ?? "", active?.dataset.key ?? ""];
    });
    if (here.some((one) => (typeof name === "string" ? one === name : name.test(one)))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${name}`);
}

async function openForm(style: Style, part: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/clients/${tenantOf(style).source.clientId}/writes/${part}`);
  await page.getByRole("button", { name: "Review" }).waitFor();
}

/** To the review and out, by its own keys. */
async function reviewAndSend(): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await page.locator('[data-key="send"]:enabled').waitFor();
  await tabTo("send");
  await page.keyboard.press("Enter");
}

/** What the ledger itself holds under a number. */
async function inTheLedger(style: Style, number: string): Promise<SimTransaction> {
  const found = () => tenantOf(style).books.transactions.filter((one) => one.number === number);
  await expect.poll(() => found().length).toBe(1);
  return found()[0] as SimTransaction;
}

const totals = (words: string) =>
  page.getByRole("region", { name: "Totals" }).locator("div").filter({ hasText: words }).locator("dd").last().innerText();

async function contact(style: Style, isOne: (party: Party) => boolean): Promise<string> {
  const parties = (await tenantOf(style).readAll("parties")) as unknown as Party[];
  const used = (await tenantOf(style).readAll("documents")) as unknown as LedgerDocument[];
  // One whose name nobody shares the beginning of, and that has had documents: its usual account and terms are known.
  const found = parties.find(
    (party) =>
      isOne(party) &&
      party.active &&
      used.some(({ party: own, type }) => own?.id === party.id && (type === "purchase_bill" || type === "sales_invoice")) &&
      parties.filter(({ name }) => name.includes(party.name)).length === 1,
  );
  if (found === undefined) throw new Error("no contact");
  return found.name;
}

/** The account, description, quantity and price of the first line, cell by cell. */
async function firstLine(account: string, description: string, quantity: string, price: string): Promise<void> {
  await tabTo(/^Line 1: (account|item)/);
  // Enter takes the account and goes on.
  await pick(page, account);
  await page.keyboard.type(description);
  await page.keyboard.press("Enter");
  await page.keyboard.type(quantity);
  await page.keyboard.press("Enter");
  await page.keyboard.type(price);
}

/** Three at 12.50; one ledger takes only the amount of a line on an account. */
async function billLine(style: Style): Promise<void> {
  if (style !== "b") return firstLine(EXPENSE, "Paper", "3", "12.50");
  await tabTo(/^Line 1: (account|item)/);
  await pick(page, EXPENSE);
  await page.keyboard.type("Paper");
  await tabTo("Line 1: amount");
  await page.keyboard.type("37.50");
}

/** An account of the chart by its name; only one has it. */
const EXPENSE = "Rent";

describe("a form by the keyboard alone", () => {
  it("appears with the columns and notes of its ledger, so that nothing moves afterwards", async () => {
    const looks = await page.evaluateHandle(() => {
      const seen: string[] = [];
      new MutationObserver(() => {
        const lines = document.querySelector("main form table");
        if (lines === null) return;
        const look = `${lines.querySelectorAll("th").length} columns at ${Math.round(lines.getBoundingClientRect().top)}`;
        if (look !== seen.at(-1)) seen.push(look);
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    });
    await openForm("a", "new-bill");
    await page.getByRole("columnheader", { name: "Tax code" }).waitFor();
    // What the ledger has no place for isn't asked.
    expect(await page.getByLabel("Memo", { exact: true }).count()).toBe(0);
    expect(await looks.jsonValue()).toHaveLength(1);
  });

  it.each(STYLES)("enters a bill on ledger %s with its terms, tax and total", async (style) => {
    await openForm(style, "new-bill");
    await pick(page, await contact(style, ({ isVendor }) => isVendor));
    await tabTo("Due date");
    await expect.poll(() => page.getByRole("textbox", { name: "Due date" }).inputValue()).not.toBe("");
    await tabTo("Number");
    await page.keyboard.type(`KB-${style}1`);
    await billLine(style);
    await expect.poll(() => totals("Subtotal")).toContain("37.50");
    // An empty line is there to go on with.
    expect(await page.getByRole("combobox", { name: /^Line 2: (account|item)/ }).count()).toBe(1);
    if (style === "a") await isAccessible(at);
    const shown = await page.getByRole("region", { name: "Totals" }).innerText();
    await reviewAndSend();
    const bill = await inTheLedger(style, `KB-${style}1`);
    expect(bill).toMatchObject({ kind: "purchase_bill", net: "37.50" });
    expect(bill.dueDate).not.toBeNull();
    expect(shown).toContain(shown.includes("Set by the ledger") ? bill.net : bill.total);
  });

  it("enters an invoice whose amounts include tax", async () => {
    await openForm("a", "new-invoice");
    await pick(page, await contact("a", ({ isCustomer }) => isCustomer));
    await tabTo("Number");
    await page.keyboard.type("KB-INV");
    await tabTo("Amounts are");
    await page.keyboard.press("ArrowDown");
    await firstLine("Consulting", "Survey", "2", "57.50");
    await tabTo("Line 1: tax code");
    await pick(page, "15%");
    await expect.poll(() => totals("Total")).toContain("115.00");
    await expect.poll(() => totals("Subtotal")).toContain("100.00");
    await reviewAndSend();
    expect(await inTheLedger("a", "KB-INV")).toMatchObject({ net: "100.00", tax: "15.00", total: "115.00", taxInclusive: true });
  });

  it("enters a journal, and says when it balances", async () => {
    await openForm("b", "new-journal");
    await tabTo("Number");
    await page.keyboard.type("KB-JE");
    await tabTo(/^Line 1: account/);
    await pick(page, EXPENSE);
    await tabTo("Line 1: debit");
    await page.keyboard.type("80");
    await expect.poll(() => totals("Out of balance")).toContain("80.00");
    await tabTo(/^Line 2: account/);
    await pick(page, "Consulting");
    await tabTo("Line 2: credit");
    await page.keyboard.type("80");
    await expect.poll(() => totals("Balanced")).toContain("0.00");
    await reviewAndSend();
    expect(await inTheLedger("b", "KB-JE")).toMatchObject({ kind: "journal" });
  });

  it("warns of the bill that it was entered as before, and of a control account", async () => {
    await at.aside(() => tenantOf("a").sync());
    await openForm("a", "new-bill");
    const documents = (await tenantOf("a").readAll("documents")) as unknown as LedgerDocument[];
    await pick(page, documents.find(({ number }) => number === "KB-a1")?.party?.name ?? "");
    await tabTo("Number");
    await page.keyboard.type("KB-a1");
    await firstLine(EXPENSE, "Paper", "3", "12.50");
    await page.getByText("Possible duplicate:").waitFor();
    const accounts = tenantOf("a").books.accounts;
    const control = accounts.find(({ kind }) => kind === "payable");
    await tabTo(/^Line 2: account/);
    await pick(page, control?.name ?? "");
    await page.getByText(/is a control account for payables/).waitFor();
  });
});

describe("from an open bill", () => {
  it("it is paid in full from its panel, and the bank account is kept for the next", async () => {
    const tenant = tenantOf("a");
    const bill = await inTheLedger("a", "KB-a1");
    await at.aside(() => tenant.sync());
    const documents = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
    const own = documents.find(({ number }) => number === "KB-a1") as LedgerDocument;
    const before = tenant.books.transactions.length;
    await page.goto(`${new URL(page.url()).origin}/#/clients/${tenant.source.clientId}/documents/${encodeURIComponent(own.id)}`);
    await page.getByRole("link", { name: "Pay", exact: true }).waitFor();
    await tabTo("Pay");
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "Open transactions" }).waitFor();
    await tabTo("Bank account");
    await pick(page, "Operating");
    await reviewAndSend();
    await expect.poll(() => tenant.books.transactions.length).toBe(before + 1);
    const payment = tenant.books.transactions.at(-1);
    expect(payment?.allocations).toMatchObject([{ toId: bill.id, amount: bill.total }]);
    await page.getByRole("complementary").getByText("Posted", { exact: true }).first().waitFor();
    await page.getByRole("row", { name: /^From account .*Operating/ }).waitFor();
    await page.getByRole("link", { name: "Show transaction" }).click();
    await page.getByRole("heading", { name: "Bill KB-a1" }).waitFor();
    await page.getByRole("link", { name: "Delete payment" }).waitFor();
    await openForm("a", "new-payment");
    await tabTo("Vendor");
    await pick(page, own.party?.name ?? "");
    await expect.poll(() => page.getByRole("combobox", { name: "Bank account" }).inputValue()).toContain("Operating");
  });

  it("its payment is deleted from its allocations, so that it can be voided", async () => {
    const tenant = tenantOf("a");
    await at.aside(() => tenant.sync());
    const documents = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
    const own = documents.find(({ number }) => number === "KB-a1") as LedgerDocument;
    const open = async (part: string) => {
      await page.goto(`${new URL(page.url()).origin}/#/clients/${tenant.source.clientId}/${part}`);
    };
    await open(`writes/void-${encodeURIComponent(own.id)}`);
    await page.getByText("delete its payments first").waitFor();
    expect(await page.getByText("Field: ").count()).toBe(0);
    await page.getByRole("main").getByRole("button", { name: "Back", exact: true }).click();
    await page.getByRole("link", { name: "Delete payment" }).click();
    await page.getByRole("heading", { name: "Review: Delete payment" }).waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("complementary").getByText("Posted", { exact: true }).first().waitFor();
    expect(await page.getByRole("link", { name: "Show transaction" }).count()).toBe(0);
    await at.aside(() => tenant.sync());
    const after = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
    expect(after.find(({ id }) => id === own.id)).toMatchObject({ status: "open", allocations: [] });
    // A link would come only with its transaction.
    expect(await page.getByRole("link", { name: "Show transaction" }).count()).toBe(0);
  });

  it("a copy and a vendor credit start with its lines, and with no number of its own", async () => {
    const documents = (await tenantOf("a").readAll("documents")) as unknown as LedgerDocument[];
    const own = documents.find(({ type, status, number }) => type === "purchase_bill" && status === "open" && number !== undefined);
    if (own === undefined) throw new Error("no bill");
    for (const [part, title] of [
      ["copy", /^Copy of/],
      ["credit", /^Vendor credit for/],
    ] as const) {
      await openForm("a", `${part}-${encodeURIComponent(own.id)}`);
      await page.getByRole("heading", { name: title }).waitFor();
      expect(await page.getByRole("textbox", { name: "Number" }).inputValue()).toBe("");
      expect(await page.getByRole("combobox", { name: /^Line \d+: (account|item)/ }).count()).toBe(own.lines.length + 1);
    }
    expect(await page.getByRole("textbox", { name: "Reference" }).inputValue()).toBe(own.number);
    expect(at.complaints).toEqual([]);
  });
});
