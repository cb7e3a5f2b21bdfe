import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { DocumentType, LedgerDocument } from "#shared/model/books/document.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft, LineDraft, WriteJob } from "#shared/model/ledger/write.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createSyncedWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

const money = (amount: string) => ({ amount: decimal(amount), currency: "USD" });

interface Scene {
  readonly world: World;
  readonly tenant: Tenant;
  readonly vendor: string;
  readonly customer: string;
  readonly expense: string;
  readonly other: string;
  readonly bank: string;
  readonly item: string;
}

async function begin(): Promise<Scene> {
  const world = await createSyncedWorld({
    seed: 52,
    tenants: [{ style: "c", books: { months: 2, invoicesPerMonth: 8, foreignCurrencies: [] } }],
  });
  const tenant = world.tenants[0] as Tenant;
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const items = (await tenant.readAll("items")) as unknown as Item[];
  const inBase = (party: Party) => party.active && (party.currency ?? "USD") === "USD";
  const expenses = accounts.filter((account) => account.class === "expense" && account.active && account.role === undefined);
  const found = {
    vendor: parties.find((party) => party.isVendor && inBase(party))?.id,
    customer: parties.find((party) => party.isCustomer && inBase(party))?.id,
    expense: expenses[0]?.id,
    other: expenses[1]?.id,
    bank: accounts.find((account) => account.role === "bank" && account.active)?.id,
    item: items.find((item) => item.active && !item.tracked)?.id,
  };
  for (const [name, id] of Object.entries(found)) if (id === undefined) throw new Error(`the books have no ${name}`);
  return { world, tenant, ...(found as Record<keyof typeof found, string>) };
}

/** A line for the sublists that a record of this type has. */
function lineFor(scene: Scene, type: DocumentType, amount: string): LineDraft {
  const isSale = type.startsWith("sales") || type === "cash_sale";
  const target = isSale ? { kind: "item" as const, itemId: scene.item } : { kind: "account" as const, accountId: scene.expense };
  return { ...target, description: "Written here", net: money(amount), dimensions: [] };
}

function draftOf(scene: Scene, type: DocumentType): DocumentDraft {
  const isSale = type.startsWith("sales") || type === "cash_sale";
  const isCash = type.startsWith("cash");
  return {
    type,
    ...(type === "journal" ? {} : { party: { id: isSale ? scene.customer : scene.vendor } }),
    ...(type === "journal" ? {} : { number: `C-${type}` }),
    issueDate: calendarDate("2026-11-17"),
    ...(type === "purchase_bill" || type === "sales_invoice" ? { dueDate: calendarDate("2026-12-17") } : {}),
    currency: "USD",
    status: "open",
    memo: `A ${type}`,
    entityId: `subsidiary:${scene.tenant.books.entities[0]?.id}`,
    ...(isCash ? { totalAccountId: scene.bank } : {}),
    lines:
      type === "journal"
        ? [lineFor(scene, type, "61.37"), { ...lineFor(scene, type, "-61.37"), accountId: scene.other }]
        : [lineFor(scene, type, "61.37"), lineFor(scene, type, "8.00")],
  };
}

async function documentOf(tenant: Tenant, job: WriteJob): Promise<LedgerDocument> {
  const id = job.items[0]?.recordId;
  return (await tenant.readAll("documents")).find((document) => document.id === id) as unknown as LedgerDocument;
}

const equal = async (tenant: Tenant) => {
  for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind)).toEqual([]);
};

const TYPES: readonly DocumentType[] = [
  "purchase_bill",
  "sales_invoice",
  "purchase_credit",
  "sales_credit",
  "cash_purchase",
  "cash_sale",
  "journal",
];

describe("ledger c, every kind of document", () => {
  test.each(TYPES)("a %s is made with the amounts meant, mirrored, and deleted again", async (type) => {
    const scene = await begin();
    const { world, tenant } = scene;
    const job = await write(world, tenant, [{ kind: "create_document", document: draftOf(scene, type) }]);
    expect([job.state, job.failure, job.items[0]?.message]).toEqual(["accepted", null, undefined]);
    const made = await documentOf(tenant, job);
    expect([made.type, made.issueDate, made.memo]).toEqual([type, "2026-11-17", `A ${type}`]);
    expect(made.lines.map((line) => Number(line.net.amount))).toEqual(type === "journal" ? [61.37, -61.37] : [61.37, 8]);
    await equal(tenant);
    const gone = await write(world, tenant, [{ kind: "delete", id: made.id }]);
    expect(gone.state).toBe("accepted");
    await equal(tenant);
    await endWorld(world);
  });

  test("lines are changed, added and taken away, and nothing else moves", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const made = await documentOf(
      tenant,
      await write(world, tenant, [{ kind: "create_document", document: draftOf(scene, "purchase_bill") }]),
    );
    const [first] = made.lines;
    const lines: LineDraft[] = [
      {
        id: first?.id as string,
        kind: "account",
        accountId: scene.expense,
        description: "Written here",
        net: money("70.00"),
        dimensions: [],
      },
      { kind: "account", accountId: scene.other, description: "Another", net: money("5.55"), dimensions: [] },
    ];
    const job = await write(world, tenant, [{ kind: "update_document", id: made.id, changes: { lines } }]);
    expect([job.state, job.failure]).toEqual(["accepted", null]);
    const after = await documentOf(tenant, job);
    expect(after.lines.map((line) => [Number(line.net.amount), line.accountId])).toEqual([
      [70, scene.expense],
      [5.55, scene.other],
    ]);
    expect([after.number, after.dueDate, after.memo]).toEqual([made.number, made.dueDate, made.memo]);
    await equal(tenant);
    await endWorld(world);
  });

  test("the lines of a journal are changed, change their side, are added and taken away", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const made = await documentOf(tenant, await write(world, tenant, [{ kind: "create_document", document: draftOf(scene, "journal") }]));
    const [debit, credit] = made.lines.map(({ id }) => id);
    const line = (id: string | undefined, amount: string, accountId = scene.expense): LineDraft => ({
      ...{ kind: "account", accountId, description: "Written here", net: money(amount), dimensions: [] },
      ...(id === undefined ? {} : { id }),
    });
    const edit = async (lines: LineDraft[]) => {
      const job = await write(world, tenant, [{ kind: "update_document", id: made.id, changes: { lines } }]);
      expect([job.state, job.failure, job.items[0]?.postedDifferently]).toEqual(["accepted", null, undefined]);
      await equal(tenant);
      return (await documentOf(tenant, job)).lines.map(({ net, accountId }) => [Number(net.amount), accountId]);
    };
    const { expense, other } = scene;
    expect(await edit([line(debit, "70.00", other), line(credit, "-70.00")])).toEqual([
      [70, other],
      [-70, expense],
    ]);
    expect(await edit([line(debit, "-70.00", other), line(credit, "64.50"), line(undefined, "5.50")])).toEqual([
      [-70, other],
      [64.5, expense],
      [5.5, expense],
    ]);
    const [first, , third] = (await documentOf(tenant, { items: [{ recordId: made.id }] } as WriteJob)).lines.map(({ id }) => id);
    expect(await edit([line(first, "-5.50", other), line(third, "5.50")])).toEqual([
      [-5.5, other],
      [5.5, expense],
    ]);
    await endWorld(world);
  });

  test("a credit is applied to a bill of its vendor, and both show it", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const open = ((await tenant.readAll("documents")) as unknown as LedgerDocument[]).find(
      (document) =>
        document.type === "purchase_bill" &&
        document.status === "open" &&
        Number(document.outstanding.amount) > 100 &&
        document.currency === "USD",
    );
    const credit = { ...draftOf(scene, "purchase_credit"), party: { id: open?.party?.id as string } };
    const made = await documentOf(tenant, await write(world, tenant, [{ kind: "create_document", document: credit }]));
    const job = await write(world, tenant, [
      {
        kind: "apply_credit",
        fromId: made.id,
        date: calendarDate("2026-11-18"),
        allocations: [{ toId: open?.id as string, amount: money("40.00") }],
      },
    ]);
    expect([job.state, job.failure]).toEqual(["accepted", null]);
    const documents = (await tenant.readAll("documents")) as unknown as LedgerDocument[];
    const bill = documents.find(({ id }) => id === open?.id);
    expect(Number(open?.outstanding.amount) - Number(bill?.outstanding.amount)).toBeCloseTo(40, 6);
    expect(Number(documents.find(({ id }) => id === made.id)?.outstanding.amount)).toBeCloseTo(29.37, 6);
    await equal(tenant);
    await endWorld(world);
  });

  test("a bill that waits is approved where the ledger has the workflow, and read back as approved", async () => {
    const scene = await begin();
    const { world, tenant } = scene;
    const made = await documentOf(
      tenant,
      await write(world, tenant, [{ kind: "create_document", document: draftOf(scene, "purchase_bill") }]),
    );
    expect(made.status).toBe("awaiting_approval");
    const job = await write(world, tenant, [{ kind: "approve", id: made.id, approved: true }]);
    expect([job.state, (await documentOf(tenant, job)).status]).toEqual(["accepted", "open"]);
    await equal(tenant);
    await endWorld(world);
  });
});
