import { expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { createDocument } from "#simulator/books/events.ts";
import type { LedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { judgeWrites } from "#simulator/ledger-a/writing/write-log.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const nzd = (amount: string) => ({ amount: decimal(amount), currency: "NZD" });

test("ledger a through the queue: a journal, an edited bill, an applied credit and payments; the mirror equals the ledger after each", async () => {
  const world = await createWorld({ seed: 71, tenants: [{ style: "a", books: { foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  const { books } = tenant;
  const vendor = books.parties.find((party) => party.role === "vendor" && party.active)?.id ?? "";
  const account = (kind: string) => books.accounts.find((candidate) => candidate.kind === kind && candidate.active)?.id ?? "";
  const given = (kind: "purchase_bill" | "purchase_credit") => {
    const lines = [
      { accountId: account("expense"), amount: decimal("80.00") },
      { accountId: account("expense"), amount: decimal("20.00") },
    ];
    const shared = { kind, partyId: vendor, date: calendarDate("2026-11-12"), number: `Q-${books.transactions.length}`, lines };
    return createDocument(books, shared, world.clock.nowMs());
  };
  const [first, second, credit] = [given("purchase_bill"), given("purchase_bill"), given("purchase_credit")];
  await syncToEnd(tenant);
  const accepted = async (operation: WriteOperation): Promise<WriteJob> => {
    const job = await write(world, tenant, [operation]);
    const blocked = job.checks.filter((check) => check.outcome === "blocked");
    expect([job.state, blocked, job.failure, job.items.map((item) => item.outcome)]).toEqual([
      "accepted",
      [],
      null,
      job.items.map(() => "accepted"),
    ]);
    for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind), operation.kind).toEqual([]);
    return job;
  };
  const journal = [
    { kind: "account" as const, accountId: `Account:${account("expense")}`, net: nzd("15.00"), dimensions: [] },
    { kind: "account" as const, accountId: `Account:${account("current_liability")}`, net: nzd("-15.00"), dimensions: [] },
  ];
  const issueDate = calendarDate("2026-11-20");
  const made = await accepted({
    kind: "create_document",
    document: { type: "journal", issueDate, currency: "NZD", status: "open", memo: "Accrue rent", lines: journal },
  });
  await accepted({ kind: "void", id: made.items[0]?.recordId ?? "" });
  const [kept] = first.lines;
  const line = {
    kind: "account" as const,
    accountId: `Account:${account("expense")}`,
    net: nzd("81.00"),
    description: "Corrected",
    dimensions: [],
  };
  await accepted({
    kind: "update_document",
    id: `Invoice:${first.id}`,
    changes: { dueDate: calendarDate("2026-12-31"), lines: [{ ...line, id: `Invoice:${first.id}/${kept?.id}` }] },
  });
  expect(first.lines.map(({ id, net }) => [id, net])).toEqual([[kept?.id, "81.00"]]);
  const allocations = [first, second].map(({ id }) => ({ toId: `Invoice:${id}`, amount: nzd("30.00") }));
  await accepted({ kind: "apply_credit", fromId: `CreditNote:${credit.id}`, date: issueDate, allocations });
  const payment = {
    direction: "made" as const,
    party: { id: `Contact:${vendor}` },
    date: issueDate,
    currency: "NZD",
    accountId: `Account:${account("bank")}`,
    allocations: [
      { toId: `Invoice:${first.id}`, amount: nzd("51.00") },
      { toId: `Invoice:${second.id}`, amount: nzd("70.00") },
    ],
  };
  const paid = await accepted({ kind: "create_payment", payment });
  expect(paid.items).toHaveLength(2);
  await accepted({ kind: "delete", id: paid.items[0]?.recordId ?? "" });
  expect(judgeWrites((tenant.ledger as LedgerA).writeLog)).toEqual([]);
  await endWorld(world);
});
