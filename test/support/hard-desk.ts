import { expect } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { editTransaction } from "#simulator/books/events.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { faultsInBothLooks } from "./browser.ts";
import { write } from "./ledger-writes.ts";
import type { PageWorld } from "./page-world.ts";
import type { Tenant } from "./world-tenant.ts";

/** A page on a world with clients in difficult situations. */
export interface HardDesk {
  readonly at: PageWorld;
  /** Its ledger allows a handful of calls a day. */
  readonly throttled: Tenant;
  /** The requests that reached that ledger, in order, such as `GET Invoices`. */
  readonly asked: readonly string[];
  readonly plain: Tenant;
  /** A script of its ledger refuses bills with this memo. */
  readonly strict: Tenant;
  readonly refusedMemo: string;
}

/** Goes to a screen of a client. */
export async function open({ page }: PageWorld, { source }: Tenant, screen: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/clients/${source.clientId}/${screen}`);
}

/** The current page has no accessibility faults, light or dark, and hasn't complained since it was opened. */
export async function isAccessible({ page, complaints }: PageWorld): Promise<void> {
  expect(await faultsInBothLooks(page)).toEqual([]);
  expect(complaints).toEqual([]);
}

/** A bill to write, of a vendor and an expense account in the mirror. */
export async function billOf(tenant: Tenant, number: string, memo?: string): Promise<DocumentDraft> {
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const currency = tenant.books.baseCurrency;
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? currency) === currency) as Party;
  const account = accounts.find((one) => one.class === "expense" && one.active && one.role === undefined) as Account;
  const entity = tenant.style === "c" ? tenant.books.entities[0] : undefined;
  return {
    ...{ type: "purchase_bill", party: { id: vendor.id }, number, issueDate: calendarDate("2026-11-18"), currency, status: "open" },
    ...(memo === undefined ? {} : { memo }),
    ...(entity === undefined ? {} : { entityId: `subsidiary:${entity.id}` }),
    lines: [{ kind: "account", accountId: account.id, description: "Paper", net: { amount: decimal("120.50"), currency }, dimensions: [] }],
  };
}

/** What the ledger has under a number, whatever the mirror says. */
export function inTheLedger({ books }: Tenant, number: string): readonly SimTransaction[] {
  return books.transactions.filter((transaction) => transaction.number === number && transaction.state !== "voided");
}

/** What a person makes of the memo and the line of a bill in conflict. */
export const OWN_MEMO = "Office supplies for reception";

/** A change of a bill's memo and line, after somebody changed both in the ledger. @returns the id of its job */
export async function conflictingChange(at: PageWorld, strict: Tenant, number: string): Promise<string> {
  return at.aside(async () => {
    const made = await write(at.world, strict, [{ kind: "create_document", document: await billOf(strict, number, "Office supplies") }]);
    const id = made.items[0]?.recordId ?? "";
    const bill = (await strict.readAll("documents")).find((document) => document.id === id) as unknown as LedgerDocument;
    const [own] = inTheLedger(strict, number);
    if (own === undefined) throw new Error("no bill");
    const lines = own.lines.map((line) => ({ id: line.id, accountId: line.accountId as string, amount: decimal("200.00") }));
    editTransaction(strict.books, own.id, { lines, memo: "Office supplies, second delivery" }, at.world.clock.nowMs());
    const mine = bill.lines.map(({ id: lineId, accountId, net }) => ({
      ...{ kind: "account" as const, id: lineId, net, description: "Printer paper", dimensions: [] },
      ...(accountId === undefined ? {} : { accountId }),
    }));
    return (await write(at.world, strict, [{ kind: "update_document", id, changes: { lines: mine, memo: OWN_MEMO } }])).jobId;
  });
}
