import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Payment } from "#shared/model/books/payment.ts";
import type { DocumentDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { createDocument, createPayment, editTransaction } from "#simulator/books/events.ts";
import { outstandingOf } from "#simulator/books/postings.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import type { LedgerCOptions } from "#simulator/ledger-c/options.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createSyncedWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

type Mirrored<T> = T & { readonly removedDetectedAt: string | null };

async function begin(): Promise<{ world: World; tenant: Tenant }> {
  const world = await createSyncedWorld({
    seed: 53,
    tenants: [{ style: "c", books: { months: 3, invoicesPerMonth: 10, foreignCurrencies: [] } }],
  });
  return { world, tenant: world.tenants[0] as Tenant };
}

const documents = async (tenant: Tenant) => (await tenant.readAll("documents")) as unknown as Mirrored<LedgerDocument>[];
const payments = async (tenant: Tenant) => (await tenant.readAll("payments")) as unknown as Mirrored<Payment>[];

/** Two open bills of one vendor, paid together in the ledger and mirrored. */
async function paidBills({ world, tenant }: { world: World; tenant: Tenant }) {
  const { books } = tenant;
  const open = books.transactions.filter(
    (bill) => bill.kind === "purchase_bill" && bill.state === "approved" && Number(outstandingOf(books, bill)) > 0,
  );
  const bills = [...Map.groupBy(open, ({ partyId }) => partyId).values()].find(({ length }) => length > 1)?.slice(0, 2) as SimTransaction[];
  const allocations = bills.map((bill) => ({ toId: bill.id, amount: outstandingOf(books, bill) }));
  const paid = createPayment(
    books,
    "vendor_payment",
    { partyId: bills[0]?.partyId ?? null, date: calendarDate("2026-11-19"), allocations },
    world.clock.nowMs(),
  );
  await world.clock.advance(120_000);
  await syncToEnd(tenant);
  return { id: `VendPymt:${paid.id}`, billIds: bills.map((bill) => `VendBill:${bill.id}`) };
}

describe("ledger c, what a write left behind", () => {
  test("a deleted payment leaves the mirror with its allocations at once, though the bills that it settled are read back with it", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const { id, billIds } = await paidBills(scene);
    const settled = (await documents(tenant)).filter((bill) => billIds.includes(bill.id));
    expect(settled.map((bill) => [bill.status, bill.allocations.some(({ fromId }) => fromId === id)])).toEqual([
      ["paid", true],
      ["paid", true],
    ]);
    expect((await write(world, tenant, [{ kind: "delete", id }])).state).toBe("accepted");
    expect((await payments(tenant)).find((payment) => payment.id === id)?.removedDetectedAt).not.toBeNull();
    const open = (await documents(tenant)).filter((bill) => billIds.includes(bill.id));
    expect(open.map((bill) => [bill.status === "paid", bill.allocations.some(({ fromId }) => fromId === id)])).toEqual([
      [false, false],
      [false, false],
    ]);
    for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind)).toEqual([]);
    await endWorld(world);
  });
});

/** A bill of two lines, each with a description, made in the ledger and mirrored. */
async function mirroredBill({ world, tenant }: { world: World; tenant: Tenant }, state: "approved" | "submitted" = "approved") {
  const { books } = tenant;
  const model = books.transactions.find(
    ({ kind, state: stands, currency }) => kind === "purchase_bill" && stands === "approved" && currency === "USD",
  ) as SimTransaction;
  const accounts = books.accounts.filter(({ kind, active }) => kind === "expense" && active);
  const [first, second, third] = accounts.map(({ id }) => id) as [string, string, string];
  const line = (accountId: string, amount: string, description: string) => ({ accountId, amount: decimal(amount), description });
  const bill = createDocument(
    books,
    {
      kind: "purchase_bill",
      partyId: model.partyId,
      entityId: model.entityId,
      number: "OB-771",
      memo: "Seen",
      date: calendarDate("2026-11-18"),
      dueDate: calendarDate("2026-12-18"),
      state,
      lines: [line(first, "100.00", "Paper"), line(second, "331.17", "Toner")],
    },
    world.clock.nowMs(),
  );
  await world.clock.advance(120_000);
  await syncToEnd(tenant);
  const id = `VendBill:${bill.id}`;
  const mirrored = (await documents(tenant)).find((document) => document.id === id) as LedgerDocument;
  const lines = (text: string) =>
    mirrored.lines.map(({ id: lineId, kind, accountId, net, description }) => ({
      id: lineId,
      kind,
      ...(accountId === undefined ? {} : { accountId }),
      net,
      dimensions: [],
      description: description === "Paper" ? text : (description ?? ""),
    }));
  return { id, bill, mirrored, lines, third };
}

type Bill = Awaited<ReturnType<typeof mirroredBill>>;

/** Somebody else's change of the books' lines. */
function relined(books: Tenant["books"], { bill }: Bill, change: (at: number) => object, nowMs: number): void {
  const lines = bill.lines.map(({ id, accountId, description, net, dimensions }, at) => ({
    ...{ id, accountId, description, amount: net, dimensions },
    ...change(at),
  }));
  editTransaction(books, bill.id, { lines }, nowMs);
}

interface Meddling {
  readonly what: string;
  readonly theirs: (tenant: Tenant, made: Bill, nowMs: number) => void;
  readonly ours: (made: Bill) => WriteOperation;
  readonly said: RegExp;
}

const onFirst =
  (change: (made: Bill) => object): Meddling["theirs"] =>
  (tenant, made, nowMs) =>
    relined(tenant.books, made, (at) => (at === 0 ? change(made) : {}), nowMs);

const MEDDLING: readonly Meddling[] = [
  {
    what: "the account of a line of which we change the text",
    theirs: onFirst(({ third }) => ({ accountId: third })),
    ours: ({ id, lines }) => ({ kind: "update_document", id, changes: { lines: lines("Paper, recycled") } }),
    said: /account of line/,
  },
  {
    what: "the text of a line that we send with another amount",
    theirs: onFirst(() => ({ description: "Paper, theirs" })),
    ours: ({ id, lines }) => ({
      kind: "update_document",
      id,
      changes: {
        lines: lines("Paper").map((line, at) => (at === 0 ? { ...line, net: { amount: decimal("99.00"), currency: "USD" } } : line)),
      },
    }),
    said: /description of line/,
  },
  {
    what: "the account of a line that we take away",
    theirs: onFirst(({ third }) => ({ accountId: third })),
    ours: ({ id, lines }) => ({ kind: "update_document", id, changes: { lines: lines("Paper").slice(1) } }),
    said: /account of line/,
  },
  {
    what: "the reference, which was empty and which we fill in",
    theirs: (tenant, { bill }, nowMs) => void editTransaction(tenant.books, bill.id, { reference: "THEIRS" }, nowMs),
    ours: ({ id }) => ({ kind: "update_document", id, changes: { reference: "OURS" } }),
    said: /the reference is now “THEIRS” and was empty when Tieout last read it/,
  },
  {
    what: "the amount of a bill that we delete",
    theirs: onFirst(() => ({ amount: decimal("140.00") })),
    ours: ({ id }) => ({ kind: "delete", id }),
    said: /the total is now 471.17 [A-Z]{3} and was 431.17 [A-Z]{3} when Tieout last read it/,
  },
  {
    what: "the memo of a bill that we delete",
    theirs: (tenant, { bill }, nowMs) => void editTransaction(tenant.books, bill.id, { memo: "Do not delete" }, nowMs),
    ours: ({ id }) => ({ kind: "delete", id }),
    said: /the memo is now “Do not delete” and was “Seen” when Tieout last read it/,
  },
];

describe("ledger c, somebody else was there first", () => {
  test.each(MEDDLING)("a change of $what is a conflict, and nothing is sent", async ({ theirs, ours, said }) => {
    const scene = await begin();
    const { world, tenant } = scene;
    const made = await mirroredBill(scene);
    theirs(tenant, made, world.clock.nowMs());
    const before = JSON.stringify(made.bill);
    const job = await write(world, tenant, [ours(made)]);
    expect([job.state, job.failure?.code, job.items]).toEqual(["conflict", "conflict", []]);
    expect(job.failure?.message).toMatch(said);
    expect(JSON.stringify(tenant.books.transactions.find(({ id }) => id === made.bill.id))).toBe(before);
    await endWorld(world);
  });

  test("a bill that somebody raised after it was seen is not approved", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const made = await mirroredBill(scene, "submitted");
    relined(tenant.books, made, (at) => (at === 0 ? { amount: decimal("1100.00") } : {}), world.clock.nowMs());
    const job = await write(world, tenant, [{ kind: "approve", id: made.id, approved: true }]);
    expect([job.state, made.bill.state]).toEqual(["conflict", "submitted"]);
    await endWorld(world);
  });

  test("what we do not overwrite may move: theirs and ours both stand", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const made = await mirroredBill(scene);
    editTransaction(tenant.books, made.bill.id, { dueDate: calendarDate("2027-01-18") }, world.clock.nowMs());
    const job = await write(world, tenant, [{ kind: "update_document", id: made.id, changes: { memo: "Ours" } }]);
    expect(job.state).toBe("accepted");
    expect([made.bill.dueDate, made.bill.memo]).toEqual(["2027-01-18", "Ours"]);
    await endWorld(world);
  });

  test("a record that is gone is not deleted a second time", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const { id, bill } = await mirroredBill(scene);
    tenant.books.transactions.splice(tenant.books.transactions.indexOf(bill), 1);
    const job = await write(world, tenant, [{ kind: "delete", id }]);
    expect([job.state, job.failure?.code]).toEqual(["conflict", "conflict"]);
    await endWorld(world);
  });
});

/** A world whose ledger runs a script at every save, with one vendor's open bill and open credit. */
async function scripted(script: NonNullable<LedgerCOptions["script"]>) {
  const world = await createSyncedWorld({
    seed: 53,
    tenants: [{ style: "c", books: { months: 3, invoicesPerMonth: 10, foreignCurrencies: [] }, c: { script } }],
  });
  return { world, tenant: world.tenants[0] as Tenant };
}

async function billOf(tenant: Tenant, amounts: readonly string[]): Promise<DocumentDraft> {
  const { books } = tenant;
  const model = (await documents(tenant)).find(({ type, currency }) => type === "purchase_bill" && currency === "USD");
  const accounts = books.accounts.filter(({ kind, active }) => kind === "expense" && active);
  return {
    type: "purchase_bill",
    party: { id: model?.party?.id ?? "" },
    ...(model?.entityId === undefined ? {} : { entityId: model.entityId }),
    number: "OB-9001",
    issueDate: calendarDate("2026-11-18"),
    currency: "USD",
    status: "open",
    lines: amounts.map((amount, at) => ({
      kind: "account",
      accountId: `account:${accounts[at]?.id}`,
      description: `Line ${at}`,
      net: { amount: decimal(amount), currency: "USD" },
      dimensions: [],
    })),
    total: { amount: sumDecimals(amounts.map(decimal)), currency: "USD" },
  };
}

describe("ledger c, what a script made of a write", () => {
  test("a bill sent as 431.17 and stored as 413.71 is accepted, and told as posted differently", async () => {
    const { world, tenant } = await scripted({ restates: ["431.17", "413.71"] });
    const job = await write(world, tenant, [{ kind: "create_document", document: await billOf(tenant, ["50.00", "431.17"]) }], {
      differs: true,
    });
    const different = [
      { field: "total.amount", intended: "481.17", posted: "463.71" },
      { field: "lines[1].net.amount", intended: "431.17", posted: "413.71" },
    ];
    expect([job.state, job.items.map((item) => [item.outcome, item.postedDifferently])]).toEqual(["accepted", [["accepted", different]]]);
    expect(await world.run(world.runtime.context.notices.list())).toEqual([
      expect.objectContaining({ kind: "write", title: "The ledger posted different values", detail: expect.stringContaining("431.17") }),
    ]);
    await endWorld(world);
  });

  test("a bill that is stored as it was sent says nothing of it", async () => {
    const { world, tenant } = await scripted({});
    const job = await write(world, tenant, [{ kind: "create_document", document: await billOf(tenant, ["50.00", "431.17"]) }]);
    expect([job.state, job.items[0]?.postedDifferently]).toEqual(["accepted", undefined]);
    await endWorld(world);
  });

  test("a change of the memo under which a script moves an amount is told", async () => {
    const scene = await scripted({ restates: ["331.17", "313.71"] });
    const { world, tenant } = scene;
    const { id, lines } = await mirroredBill(scene);
    const job = await write(world, tenant, [{ kind: "update_document", id, changes: { memo: "Ours", lines: lines("Paper") } }], {
      differs: true,
    });
    expect(job.items[0]?.postedDifferently).toEqual([{ field: "lines[1].net.amount", intended: "331.17", posted: "313.71" }]);
    await endWorld(world);
  });

  test("an application answered 204 that applied nothing is told, of a payment and of a credit", async () => {
    const scene = await scripted({ dropsApplications: true });
    const { world, tenant } = scene;
    const { bill, mirrored, id } = await mirroredBill(scene);
    const bank = tenant.books.accounts.find(({ kind, active }) => kind === "bank" && active);
    const amount = { amount: decimal("100.00"), currency: "USD" };
    const paid = await write(
      world,
      tenant,
      [
        {
          kind: "create_payment",
          payment: {
            direction: "made",
            party: { id: mirrored.party?.id ?? "" },
            date: calendarDate("2026-11-19"),
            currency: "USD",
            accountId: `account:${bank?.id}`,
            allocations: [{ toId: id, amount }],
          },
        },
      ],
      { differs: true },
    );
    expect([paid.state, paid.items[0]?.postedDifferently]).toEqual([
      "accepted",
      [{ field: "allocations[0].amount", intended: "100.00", posted: "0" }],
    ]);
    const credit = createDocument(
      tenant.books,
      {
        kind: "purchase_credit",
        partyId: bill.partyId,
        entityId: bill.entityId,
        date: calendarDate("2026-11-18"),
        state: "approved",
        lines: [{ accountId: bill.lines[0]?.accountId ?? "", amount: decimal("150.00") }],
      },
      world.clock.nowMs(),
    );
    await world.clock.advance(120_000);
    await syncToEnd(tenant);
    const applied = await write(
      world,
      tenant,
      [{ kind: "apply_credit", fromId: `VendCred:${credit.id}`, date: calendarDate("2026-11-19"), allocations: [{ toId: id, amount }] }],
      { differs: true },
    );
    expect([applied.state, applied.items[0]?.postedDifferently]).toEqual([
      "accepted",
      [{ field: "allocations[0].amount", intended: "100.00", posted: "0" }],
    ]);
    await endWorld(world);
  });
});
