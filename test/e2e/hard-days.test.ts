import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpFailure } from "#main/ports/index.ts";
import { editTransaction, renameParty } from "#main/simulator/books/events.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/account.ts";
import type { LedgerDocument } from "#shared/model/document.ts";
import type { Party } from "#shared/model/party.ts";
import type { DocumentDraft, WriteJob } from "#shared/model/write.ts";
import { accessibilityFaults, launchChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import { write } from "#test/support/ledger-writes.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const HOUR_MS = 3_600_000;
const REFUSED_MEMO = 'Paper & "ink" – naïve';
const books = { months: 2, invoicesPerMonth: 5, foreignCurrencies: [] } as const;

let browser: Browser;
let at: PageWorld;
let throttled: Tenant;
let plain: Tenant;
let strict: Tenant;

beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
  at = await openPageWorld(browser, {
    seed: 91,
    tenants: [
      { style: "a", books, limits: { requestsPerDay: 12 } },
      { style: "b", books },
      { style: "c", books, c: { rejectMemo: REFUSED_MEMO } },
    ],
  });
  [throttled, plain, strict] = at.world.tenants as [Tenant, Tenant, Tenant];
});

afterAll(async () => {
  await at?.close();
  await browser?.close();
});

async function open({ source }: Tenant, screen: string): Promise<void> {
  const address = new URL(at.page.url());
  await at.page.goto(`${address.origin}/#/clients/${source.clientId}/${screen}`);
}

async function isAccessible(): Promise<void> {
  expect(await accessibilityFaults(at.page, "light")).toEqual([]);
  expect(await accessibilityFaults(at.page, "dark")).toEqual([]);
  expect(at.complaints).toEqual([]);
}

/** What to write with: a vendor and an expense account of the books. */
async function draftOf(tenant: Tenant, number: string, memo?: string): Promise<DocumentDraft> {
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? "USD") === "USD") as Party;
  const account = accounts.find((one) => one.class === "expense" && one.active && one.role === undefined) as Account;
  const entity = tenant.style === "c" ? tenant.books.entities[0] : undefined;
  return {
    type: "purchase_bill",
    party: { id: vendor.id },
    number,
    issueDate: calendarDate("2026-11-18"),
    currency: "USD",
    status: "open",
    ...(memo === undefined ? {} : { memo }),
    ...(entity === undefined ? {} : { entityId: `subsidiary:${entity.id}` }),
    lines: [
      { kind: "account", accountId: account.id, description: "Paper", net: { amount: decimal("120.50"), currency: "USD" }, dimensions: [] },
    ],
  };
}

/** Sends bills, and shows the job that became of them at the side of the queue. */
async function sendBills(tenant: Tenant, bills: readonly (readonly [number: string, memo?: string])[]): Promise<WriteJob> {
  const job = await at.aside(async () => {
    const documents = [];
    for (const [number, memo] of bills) documents.push(await draftOf(tenant, number, memo));
    return write(
      at.world,
      tenant,
      documents.map((document) => ({ kind: "create_document", document }) as const),
    );
  });
  await open(tenant, `writes/${job.jobId}`);
  return job;
}

/** Puts away what the window tells of writes that need somebody, as a person does. */
async function putNoticesAway(): Promise<void> {
  const away = at.page.getByRole("button", { name: /^Put away: / });
  while ((await away.count()) > 0) await away.first().click();
}

const panel = () => at.page.getByRole("complementary", { name: "Write" });

describe("a throttled day", () => {
  it("is Queued, says until when, and is nobody's error", async () => {
    await open(throttled, "sync");
    await at.page.getByRole("button", { name: "Start reading" }).click();
    await at.page.getByText("daily limit").first().waitFor();
    expect(await at.page.getByRole("alert").count()).toBe(0);
    expect(await at.page.getByText("Failed").count()).toBe(0);
    await at.page.goto(`${new URL(at.page.url()).origin}/#/`);
    await at.page.getByRole("grid", { name: "Clients" }).getByText("Queued").waitFor();
    await isAccessible();
  });

  it("goes on by itself when the limit allows", async () => {
    await at.pass(48 * HOUR_MS);
    await at.page.getByRole("grid", { name: "Clients" }).getByText("Up to date").waitFor();
  });
});

describe("an offline day", () => {
  const documents = () => at.page.getByRole("grid", { name: "Documents" });

  it("keeps everything readable, says as of when, and lets a draft be made", async () => {
    await at.aside(() => plain.sync());
    at.world.patch = () => {
      throw new HttpFailure("connection refused", false);
    };
    await open(plain, "sync");
    await at.page.getByRole("button", { name: "Read changes" }).click();
    await at.page.getByText("Offline", { exact: true }).first().waitFor();
    await open(plain, "documents");
    await documents().getByText("Purchase bill", { exact: true }).first().click();
    await at.page
      .getByRole("banner")
      .getByText(/^As of/)
      .waitFor();
    await at.page.getByRole("link", { name: "Change", exact: true }).click();
    await at.page.getByLabel("Memo", { exact: true }).fill("Asked the supplier");
    await at.page.getByRole("button", { name: "Review" }).click();
    await at.page.getByText("The ledger can not be asked now.").waitFor();
    await isAccessible();
    await at.page.getByRole("button", { name: "Save as draft" }).click();
    await panel().getByText("Draft", { exact: true }).waitFor();
  });

  it("goes on by itself when the ledger can be reached again", async () => {
    at.world.patch = null;
    await open(plain, "sync");
    // What an open app does all day.
    const stop = new AbortController();
    const reading = at.world.runtime.context.schedule.run(stop.signal);
    await at.pass(2 * HOUR_MS);
    await at.page.getByText("Offline", { exact: true }).first().waitFor({ state: "detached" });
    await at.page.getByText("Up to date", { exact: true }).first().waitFor();
    stop.abort();
    await at.aside(() => at.world.run(reading));
    expect(at.complaints).toEqual([]);
  });
});

describe("a write", () => {
  it("that a script of the ledger rejects shows its text untouched, to copy for its administrator", async () => {
    await at.aside(() => strict.sync());
    const job = await sendBills(strict, [["HD-1", REFUSED_MEMO]]);
    const body = job.items[0]?.ledgerError?.body ?? "";
    expect(body).toContain("custbody_budget_owner");
    await panel().getByText("Rejected", { exact: true }).first().waitFor();
    expect(await panel().locator("pre").first().textContent()).toContain(body);
    await panel().getByRole("button", { name: "Copy for the ledger's administrator" }).click();
    const copied = () => at.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(body);
    expect(await copied()).toContain(JSON.stringify(REFUSED_MEMO));
    await isAccessible();
  });

  it("of which one part is refused is Partial: what was taken stays, what is left can be finished", async () => {
    await sendBills(strict, [["HD-2"], ["HD-3", REFUSED_MEMO]]);
    await panel().getByText("Partial", { exact: true }).first().waitFor();
    await panel().getByText("Accepted", { exact: true }).waitFor();
    await panel().getByRole("button", { name: "Finish what is left" }).waitFor();
    await isAccessible();
  });

  it("that meets a record which had moved is a conflict, decided field by field", async () => {
    const jobId = await at.aside(async () => {
      const made = await write(at.world, strict, [{ kind: "create_document", document: await draftOf(strict, "HD-4") }]);
      const id = made.items[0]?.recordId ?? "";
      const bill = (await strict.readAll("documents")).find((document) => document.id === id) as unknown as LedgerDocument;
      const own = strict.books.transactions.find(({ number }) => number === "HD-4");
      if (own === undefined) throw new Error("no bill");
      const lines = own.lines.map((line) => ({ id: line.id, accountId: line.accountId as string, amount: decimal("200.00") }));
      editTransaction(strict.books, own.id, { lines }, at.world.clock.nowMs());
      const mine = bill.lines.map(({ id: lineId, accountId, net }) => ({
        ...{ kind: "account" as const, id: lineId, net, description: "Ours", dimensions: [] },
        ...(accountId === undefined ? {} : { accountId }),
      }));
      return (await write(at.world, strict, [{ kind: "update_document", id, changes: { lines: mine } }])).jobId;
    });
    await open(strict, `writes/${jobId}`);
    await panel().getByText("Conflict", { exact: true }).first().waitFor();
    await panel().getByRole("link", { name: "Decide field by field" }).click();
    await at.page.getByRole("columnheader", { name: "Theirs" }).waitFor();
    await at.page.getByText(/= 200/).first().waitFor();
    await isAccessible();
    await at.page.getByRole("button", { name: "Take all of theirs" }).click();
    await at.page.getByRole("button", { name: "Review" }).click();
    await at.page.getByText("As decided, nothing is left to change: theirs holds.").waitFor();
  });
});

describe("two parties that are one", () => {
  it("are merged with both balances in sight, and taken apart again", async () => {
    const [first, second] = plain.books.parties.filter(({ role, active }) => role === "vendor" && active);
    if (first === undefined || second === undefined) throw new Error("the books lack two vendors");
    const names = ["Alder Paper Supplies Ltd", "Alder Paper Supplies Limited"] as const;
    // Two different tax identifiers would speak against it.
    second.taxIdentifier = null;
    renameParty(plain.books, first.id, names[0], at.world.clock.nowMs());
    renameParty(plain.books, second.id, names[1], at.world.clock.nowMs());
    await at.pass(600_000);
    await at.aside(() => plain.sync());
    await putNoticesAway();
    await open(plain, "checks/parties");
    await at.page.getByRole("button", { name: /^Merge Alder Paper/ }).click();
    const dialog = at.page.getByRole("dialog");
    for (const name of names) await dialog.getByText(name, { exact: true }).first().waitFor();
    await isAccessible();
    await dialog.getByRole("button", { name: "Merge" }).click();
    await at.page.getByRole("button", { name: /^Unmerge Alder Paper/ }).click();
    await at.page.getByRole("button", { name: /^Merge Alder Paper/ }).waitFor();
    expect(at.complaints).toEqual([]);
  });
});
