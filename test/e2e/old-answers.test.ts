import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { editTransaction, renameParty } from "#simulator/books/events.ts";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const books = { months: 3, invoicesPerMonth: 4 } as const;
let browser: Browser;
let at: PageWorld;
let page: Page;
/** What the window has asked since it was last looked at. */
let asked = new Set<string>();

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, { seed: 31, tenants: ["b", "b"].map((style) => ({ style: style as "b", books })) });
  page = at.page;
  await page.setViewportSize({ width: 1920, height: 1000 });
  for (const tenant of at.world.tenants) await at.aside(() => tenant.sync());
  page.on("request", (request) => {
    if (request.url().endsWith("/api/invoke")) asked.add((request.postDataJSON() as { readonly method: string }).method);
  });
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

const clientOf = (index: number) => (at.world.tenants[index] as Tenant).source.clientId;

async function go(index: number, part: string): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `/clients/${clientOf(index)}/${part}`,
  );
}

/** Goes where a sync changes what is shown, and away again. */
async function lookAround(): Promise<string> {
  await go(0, "documents");
  const list = page.getByRole("grid", { name: "Transactions" });
  await list
    .locator('[role="row"]')
    .filter({ hasText: /\d\.\d\d/ })
    .first()
    .waitFor();
  const rows = (await list.allInnerTexts()).join(" ");
  await go(0, "statements");
  for (const kind of ["Summary", "Cash flow"]) {
    await page.getByRole("main").getByText(kind, { exact: true }).first().click();
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: "detached" });
  }
  await go(0, "bank");
  await expect.poll(() => asked.has("bank.accounts")).toBe(true);
  await go(0, "writes/new-payment");
  await page.getByRole("combobox", { name: "Vendor" }).click();
  await page.getByRole("option").first().click();
  await page
    .getByRole("table", { name: "Open transactions" })
    .or(page.getByText(/has no open bills/))
    .first()
    .waitFor();
  await go(0, "sync");
  return rows;
}

it("what a sync brought is shown wherever a person goes afterwards", async () => {
  await lookAround();
  const { world } = at;
  const tenant = world.tenants[0] as Tenant;
  await at.aside(async () => {
    const [last] = tenant.books.transactions
      .filter(({ kind, state }) => kind === "sales_invoice" && state === "approved")
      .sort((a, b) => b.date.localeCompare(a.date));
    editTransaction(tenant.books, last?.id ?? "", { number: "EDITED-1" }, world.clock.nowMs());
    for (const { id, name } of tenant.books.parties) renameParty(tenant.books, id, `${name} Renamed`, world.clock.nowMs());
    await world.clock.advance(2_000);
    await world.run(world.runtime.route("sync.start", { clientIds: [tenant.source.clientId] }));
    await world.clock.advance(60_000);
  });
  // News is taken in once a second.
  await page.waitForTimeout(2_500);
  asked = new Set();
  expect(await lookAround()).toContain("EDITED-1");
  const wanted = ["reports.summary", "reports.cashFlow", "bank.accounts", "choices.find", "documents.list"];
  expect(wanted.filter((method) => !asked.has(method))).toEqual([]);
});

it("offers to read a list again when a sync changed rows of it, and moves none before", async () => {
  const { world } = at;
  const tenant = world.tenants[1] as Tenant;
  const { books: ledger } = tenant;
  const grid = page.getByRole("grid", { name: "Transactions" });
  await go(1, "documents");
  await grid
    .getByText(/\d\.\d\d/)
    .first()
    .waitFor();
  await page.waitForTimeout(2_500);
  await at.aside(async () => {
    const [last] = ledger.transactions
      .filter(({ kind, state }) => kind === "sales_invoice" && state === "approved")
      .sort((a, b) => b.date.localeCompare(a.date));
    const lines = (last?.lines ?? []).map(({ id, accountId }) => ({ id, accountId: accountId as string, amount: decimal("98765.00") }));
    editTransaction(ledger, last?.id ?? "", { lines }, world.clock.nowMs());
    await world.clock.advance(2_000);
    await world.run(world.runtime.route("sync.start", { clientIds: [tenant.source.clientId] }));
    await world.clock.advance(60_000);
  });
  await page.getByText("Some transactions in this list have changed since it was loaded").waitFor();
  expect(await grid.getByText(/98,765\.00/).count()).toBe(0);
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await grid
    .getByText(/98,765\.00|\d{3},\d{3}\.\d\d/)
    .first()
    .waitFor();
  expect(await page.getByText("Some transactions in this list have changed").count()).toBe(0);
});

it("what was pinned to a row's explanation is of one client, period and comparison", async () => {
  const pins = page.getByRole("button", { name: /^Pin as evidence/ });
  const pinned = page.getByRole("list", { name: "Pinned transactions" });
  const { rows } = await at.aside(() => (at.world.tenants[0] as Tenant).ask("flux.list", { period: "2026-10" }));
  const shared = await at.aside(() => (at.world.tenants[1] as Tenant).ask("flux.list", { period: "2026-10" }));
  const both = rows.filter(({ accountId }) => shared.rows.some((row) => row.accountId === accountId));
  const row = both.find(({ material, statement }) => material && statement === "profit_and_loss") ?? both[0];
  await go(0, `flux/${encodeURIComponent(row?.accountId ?? "")}`);
  await pins.first().click();
  await pinned.waitFor();
  await page.getByRole("textbox", { name: "Explanation" }).fill("A quiet month");
  await page.getByLabel("Compared with").selectOption("prior_quarter");
  await pinned.waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("textbox", { name: "Explanation" }).inputValue()).toBe("");
  await page.getByLabel("Compared with").selectOption("prior_month");
  await pinned.waitFor();
  expect(await page.getByRole("textbox", { name: "Explanation" }).inputValue()).toBe("A quiet month");
  await go(1, `flux/${encodeURIComponent(row?.accountId ?? "")}`);
  await page.getByRole("textbox", { name: "Explanation" }).waitFor();
  expect(await pinned.count()).toBe(0);
});

it("a pack that was made stays made, though the answer that it is being made comes late", async () => {
  const { promise: isMade, resolve: made } = Promise.withResolvers<void>();
  await page.route("**/api/invoke", async (route) => {
    const { method } = route.request().postDataJSON() as { readonly method: string };
    if (method !== "packs.job") return route.continue();
    const response = await route.fetch();
    await isMade;
    await route.fulfill({ response });
  });
  const late = page.waitForResponse(
    (response) => (response.request().postDataJSON() as { readonly method?: string } | null)?.method === "packs.job",
  );
  await go(0, "close/packs");
  await page.getByRole("button", { name: "Create pack" }).click();
  await page.getByText("Version 1 created.", { exact: true }).waitFor();
  made();
  await late;
  await page.unroute("**/api/invoke");
  await page.waitForTimeout(500);
  await page.getByText("Version 1 created.", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Create version 2" }).isEnabled()).toBe(true);
});

it("a press opens the client that it was on, though the list has another order by then", async () => {
  let shown: readonly { readonly clientId: string }[] = [];
  let turned = false;
  await page.route("**/api/invoke", async (route) => {
    const { method } = route.request().postDataJSON() as { readonly method: string };
    if (method !== "clients.list") return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly value: { readonly rows: typeof shown } };
    if (!turned) shown = answer.value.rows;
    const places = shown.map(({ clientId }) => clientId);
    const backwards = answer.value.rows.toSorted((a, b) => places.indexOf(b.clientId) - places.indexOf(a.clientId));
    await route.fulfill({ response, json: turned ? { ...answer, value: { ...answer.value, rows: backwards } } : answer });
  });
  await page.evaluate(() => {
    location.hash = "/";
  });
  await page.reload();
  const list = page.getByRole("grid", { name: "Clients" });
  await list.getByRole("rowheader").nth(1).hover();
  // Somebody works in the list: the press takes the focus from one of its rows to another.
  await list.getByRole("rowheader").first().focus();
  turned = true;
  await at.aside(() => (at.world.tenants[0] as Tenant).sync());
  await page.getByRole("button", { name: "Re-sort list" }).waitFor();
  await expect.poll(() => list.getByText(/^(Syncing|Queued)$/).count()).toBe(0);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForURL(/#\/clients\//);
  expect(page.url()).toContain(`/clients/${shown[1]?.clientId}`);
  await page.unroute("**/api/invoke");
});
