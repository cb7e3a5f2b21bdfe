import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES } from "./expecting.ts";

/** What could be sent at no time is refused by its field before anything is sent, and no job of it is left behind. */
async function begin(style: (typeof STYLES)[number]) {
  const world = await createWorld({ seed: 14, tenants: [{ style, books: { months: 1, foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  await tenant.sync();
  const currency = tenant.books.baseCurrency;
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? currency) === currency);
  const account = (wanted: (one: Account) => boolean) => accounts.find((one) => one.active && wanted(one))?.id as string;
  const line = {
    kind: "account" as const,
    accountId: account((one) => one.class === "expense"),
    net: { amount: decimal("12.00"), currency },
    dimensions: [],
  };
  const draft: DocumentDraft = {
    type: "purchase_bill",
    party: { id: vendor?.id as string },
    number: "WRONG-1",
    issueDate: calendarDate("2026-11-19"),
    currency,
    status: "open",
    lines: [line],
  };
  const { writes } = world.runtime.context;
  const jobs = async () => {
    const listed = await writes.list(tenant.source.clientId);
    return listed.ok ? listed.value.map(({ state }) => state) : [];
  };
  return { world, tenant, draft, line, account, jobs };
}

describe.each(STYLES)("ledger %s: what could be sent at no time", (style) => {
  test("is refused by its field while it is prepared, too, and keeps no job", async () => {
    const { world, tenant, draft, line, account, jobs } = await begin(style);
    const create = (changes: Partial<DocumentDraft>): WriteOperation => ({ kind: "create_document", document: { ...draft, ...changes } });
    const unknownDimension = create({ lines: [{ ...line, dimensions: [{ dimensionId: "none", valueId: "1" }] }] });
    const payable = account(({ role }) => role === "payable");
    const cases: readonly (readonly [WriteOperation, RegExp])[] = [
      [unknownDimension, /^lines\[0\]\.dimensions/],
      [create({ lines: [{ ...line, kind: "item", accountId: undefined, itemId: "Item:none" }] }), /^lines\[0\]\.itemId$/],
      [create({ lines: [{ ...line, accountId: payable }] }), /^lines\[0\]\.accountId$/],
    ];
    const before = tenant.books.transactions.length;
    for (const [operation, field] of cases)
      await expect(write(world, tenant, [operation])).rejects.toMatchObject({
        failure: { code: "invalid_input", field: expect.stringMatching(field) },
      });
    expect(await jobs()).toEqual([]);

    const made = await write(world, tenant, [create({})]);
    const id = made.items[0]?.recordId as string;
    await expect(write(world, tenant, [{ kind: "update_document", id, changes: {} }])).rejects.toMatchObject({
      failure: { code: "invalid_input", field: "changes" },
    });
    expect([await jobs(), tenant.books.transactions.length]).toEqual([["accepted"], before + 1]);
    // The same action is free again after what was refused.
    await expect(write(world, tenant, [unknownDimension], { actionId: "mine" })).rejects.toThrow();
    expect((await write(world, tenant, [create({ number: "RIGHT-1" })], { actionId: "mine" })).state).toBe("accepted");
    await endWorld(world);
  });
});
