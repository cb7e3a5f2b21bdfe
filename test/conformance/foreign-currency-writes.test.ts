import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { createDocument } from "#simulator/books/events.ts";
import { transactionById } from "#simulator/books/postings.ts";
import { type WriteRefused, write } from "#test/support/ledger-writes.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { sceneOf } from "#test/support/write-intents.ts";
import { WritePlan } from "#test/support/write-plan.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const FOREIGN = "EUR";

interface Scene {
  readonly world: World;
  readonly tenant: Tenant;
  readonly bank: string;
  readonly expense: string;
}

async function begin(style: "a" | "b" | "c", before: (world: World) => void = () => undefined): Promise<Scene> {
  const world = await createWorld({
    seed: 71,
    tenants: [{ style, books: { months: 3, invoicesPerMonth: 12, foreignCurrencies: [FOREIGN] } }],
  });
  before(world);
  const tenant = world.tenants[0] as Tenant;
  openForeignBill(tenant, world.clock.nowMs());
  await syncToEnd(tenant);
  const { bank, expense } = await sceneOf(world, tenant, new WritePlan());
  return { world, tenant, bank: bank.id, expense: expense.id };
}

function openForeignBill({ books }: Tenant, nowMs: number): void {
  const vendor = books.parties.find(({ role, active, currency }) => role === "vendor" && active && currency === FOREIGN);
  const expense = books.accounts.find(({ kind, active }) => kind === "expense" && active);
  const entityId = books.entities[0]?.id;
  createDocument(
    books,
    {
      kind: "purchase_bill",
      partyId: vendor?.id ?? null,
      date: calendarDate("2026-11-12"),
      dueDate: calendarDate("2026-12-12"),
      currency: FOREIGN,
      state: "approved",
      ...(entityId === undefined ? {} : { entityId }),
      lines: [{ accountId: expense?.id ?? "", amount: decimal("80.00") }],
    },
    nowMs,
  );
}

const openBills = async ({ tenant }: Scene) =>
  ((await tenant.readAll("documents")) as unknown as LedgerDocument[]).filter(
    ({ type, status, currency, issueDate }) =>
      type === "purchase_bill" && (status === "open" || status === "part_paid") && currency === FOREIGN && issueDate <= "2026-11-19",
  );

function payment({ bank }: Scene, bill: LedgerDocument, currency = FOREIGN): WriteOperation {
  return {
    kind: "create_payment",
    payment: {
      direction: "made",
      party: { id: bill.party?.id ?? "" },
      date: calendarDate("2026-11-20"),
      currency,
      exchangeRate: decimal("1.25"),
      accountId: bank,
      ...(bill.entityId === undefined ? {} : { entityId: bill.entityId }),
      allocations: [{ toId: bill.id, amount: bill.outstanding }],
    },
  };
}

function billLike({ expense }: Scene, { party, entityId }: LedgerDocument, currency: string): WriteOperation {
  return {
    kind: "create_document",
    document: {
      type: "purchase_bill",
      party: { id: party?.id ?? "" },
      number: "FX-1",
      issueDate: calendarDate("2026-11-18"),
      dueDate: calendarDate("2026-12-18"),
      currency,
      exchangeRate: decimal("1.25"),
      status: "open",
      ...(entityId === undefined ? {} : { entityId }),
      lines: [
        {
          kind: "account",
          accountId: expense,
          description: "Paper",
          net: { amount: decimal("200.00"), currency },
          tax: { basis: "none", components: [] },
          dimensions: [],
        },
      ],
    },
  };
}

async function equal({ tenant }: Scene): Promise<void> {
  for (const kind of ["documents", "payments"] as const) expect(await tenant.compareLive(kind)).toEqual([]);
}

async function knownCurrencies({ world, tenant }: Scene): Promise<readonly string[]> {
  const stored = await world.run(world.runtime.context.connections.find(tenant.source.clientId));
  return stored?.discovery?.organisation.currencies ?? [];
}

describe.each(["a", "b", "c"] as const)("ledger %s, other currencies", (style) => {
  test("are discovered; a bill with its rate and the payment of a foreign bill are written", async () => {
    const scene = await begin(style);
    const { world, tenant } = scene;
    expect([...(await knownCurrencies(scene))].sort()).toEqual([...new Set([tenant.books.baseCurrency, FOREIGN])].sort());
    const [bill] = await openBills(scene);
    if (bill === undefined) throw new Error("the books have no open foreign bill");

    const made = await write(world, tenant, [billLike(scene, bill, FOREIGN)]);
    expect([made.state, made.failure]).toEqual(["accepted", null]);
    const stored = transactionById(tenant.books, made.items[0]?.ledgerId ?? "");
    expect([stored?.currency, Number(stored?.rate), Number(stored?.total), Number(stored?.totalBase)]).toEqual([FOREIGN, 1.25, 200, 250]);
    await equal(scene);

    const paid = await write(world, tenant, [payment(scene, bill)]);
    expect([paid.state, paid.failure]).toEqual(["accepted", null]);
    const money = transactionById(tenant.books, paid.items[0]?.ledgerId ?? "");
    expect([money?.currency, Number(money?.rate), money?.total]).toEqual([FOREIGN, 1.25, bill.outstanding.amount]);
    expect((await openBills(scene)).map(({ id }) => id)).not.toContain(bill.id);
    await equal(scene);
    await endWorld(world);
  });

  test("one that the ledger does not have is refused by its field, and nothing is kept", async () => {
    const scene = await begin(style);
    const { world, tenant } = scene;
    const [bill] = await openBills(scene);
    if (bill === undefined) throw new Error("the books have no open foreign bill");
    const refused = await write(world, tenant, [billLike(scene, bill, "CHF")]).catch((error: WriteRefused) => error.failure);
    expect(refused).toMatchObject({ code: "invalid_input", field: "currency", message: expect.stringContaining("CHF isn't set up") });
    await endWorld(world);
  });
});

describe("ledger a, other currencies that it does not list", () => {
  test("a foreign bill that is mirrored can be paid all the same", async () => {
    const scene = await begin("a", (world) => {
      world.patch = ({ url }, response) =>
        new URL(url).pathname.endsWith("/Currencies") ? { ...response, status: 403, body: new TextEncoder().encode("{}") } : null;
    });
    const { world, tenant } = scene;
    await world.run(world.runtime.context.connections.rediscover(tenant.source.clientId));
    expect(await knownCurrencies(scene)).toEqual([tenant.books.baseCurrency]);
    const [bill] = await openBills(scene);
    if (bill === undefined) throw new Error("the books have no open foreign bill");
    expect((await write(world, tenant, [payment(scene, bill)])).state).toBe("accepted");
    await equal(scene);
    await endWorld(world);
  });
});
