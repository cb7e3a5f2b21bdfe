import { expect } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { faultsInBothLooks } from "./browser.ts";
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
