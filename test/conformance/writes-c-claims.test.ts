import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft, LineDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { editTransaction } from "#simulator/books/events.ts";
import type { FaultPlan } from "#simulator/faults.ts";
import type { SimRequest } from "#simulator/types.ts";
import { write } from "#test/support/ledger-writes.ts";
import { createSyncedWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

const money = (amount: string, currency = "USD") => ({ amount: decimal(amount), currency });

/** Nothing is heard of writes of one method, and the ledger never gets them. */
function deafTo(method: string): FaultPlan {
  return {
    enabled: false,
    played: [],
    next(request: SimRequest) {
      return this.enabled && request.method === method ? { kind: "timeout", applied: false } : null;
    },
  };
}

interface Bench {
  readonly world: World;
  readonly tenant: Tenant;
  readonly draft: DocumentDraft;
}

async function begin(faults?: FaultPlan): Promise<Bench> {
  const books = { months: 1, invoicesPerMonth: 4, foreignCurrencies: [] };
  const world = await createSyncedWorld({ seed: 52, tenants: [{ style: "c", books }] }, { faults });
  const tenant = world.tenants[0] as Tenant;
  const parties = (await tenant.readAll("parties")) as unknown as Party[];
  const accounts = (await tenant.readAll("accounts")) as unknown as Account[];
  const vendor = parties.find((party) => party.isVendor && party.active && (party.currency ?? "USD") === "USD") as Party;
  const account = accounts.find((candidate) => candidate.class === "expense" && candidate.active) as Account;
  const entity = tenant.books.entities[0];
  const line = (description: string, amount: string): LineDraft => ({
    kind: "account",
    accountId: account.id,
    description,
    net: money(amount),
    dimensions: [],
  });
  const draft: DocumentDraft = {
    type: "purchase_bill",
    party: { id: vendor.id },
    number: "CLAIM-1",
    issueDate: calendarDate("2026-11-18"),
    currency: "USD",
    status: "open",
    ...(entity === undefined ? {} : { entityId: `subsidiary:${entity.id}` }),
    lines: [line("Paper", "120.50"), line("Paper", "120.50")],
  };
  return { world, tenant, draft };
}

async function bill({ world, tenant, draft }: Bench): Promise<LedgerDocument> {
  const made = await write(world, tenant, [{ kind: "create_document", document: draft }]);
  expect(made.state).toBe("accepted");
  return (await tenant.readAll("documents")).find(({ id }) => id === made.items[0]?.recordId) as unknown as LedgerDocument;
}

const kept = ({ id, accountId, net }: LedgerDocument["lines"][number]): LineDraft => ({
  kind: "account",
  id,
  ...(accountId === undefined ? {} : { accountId }),
  net,
  dimensions: [],
});

const simLines = (tenant: Tenant) => tenant.books.transactions.find(({ number }) => number === "CLAIM-1")?.lines.length;

describe("ledger c, a change whose answer was lost", () => {
  test.each([
    ["a line that was taken away", (lines: LineDraft[]) => lines.slice(0, 1)],
    ["a new line like one that stands", (lines: LineDraft[]) => [...lines, { ...lines[0], id: undefined } as LineDraft]],
  ] as const)("%s is not called done while the ledger never got it", async (_name, change) => {
    const faults = deafTo("PATCH");
    const bench = await begin(faults);
    const document = await bill(bench);
    faults.enabled = true;
    const lines = change(document.lines.map(kept)).map(({ id, ...rest }) => (id === undefined ? rest : { id, ...rest }));
    const job = await write(bench.world, bench.tenant, [{ kind: "update_document", id: document.id, changes: { lines } }]);
    expect([job.state, simLines(bench.tenant)]).toEqual(["unknown", 2]);
    await endWorld(bench.world);
  });

  test("a refusal to show a record does not say that it was deleted", async () => {
    const faults = deafTo("DELETE");
    const bench = await begin(faults);
    const document = await bill(bench);
    faults.enabled = true;
    bench.world.patch = async (request, response) =>
      request.method === "GET" && /\/vendorBill\/\d+/.test(request.url)
        ? { ...response, status: 403, body: new TextEncoder().encode('{"o:errorDetails":[{"detail":"Your role may not."}]}') }
        : response;
    const job = await write(bench.world, bench.tenant, [{ kind: "delete", id: document.id }]);
    expect([job.state, simLines(bench.tenant)]).toEqual(["unknown", 2]);
    await endWorld(bench.world);
  });

  test("a new record whose address was not told is looked for", async () => {
    const bench = await begin();
    bench.world.patch = async (request, response) =>
      request.method === "POST" && request.url.endsWith("/vendorBill") ? { ...response, headers: {} } : response;
    const document = await bill(bench);
    expect(document.number).toBe("CLAIM-1");
    await endWorld(bench.world);
  });
});

describe("ledger c, what its record service is not told", () => {
  test("is refused by its field and not dropped", async () => {
    const bench = await begin();
    const document = await bill(bench);
    const [line] = bench.draft.lines as [LineDraft];
    const create = (changes: Partial<DocumentDraft>): WriteOperation => ({
      kind: "create_document",
      document: { ...bench.draft, number: "CLAIM-2", ...changes },
    });
    const update = (changes: Extract<WriteOperation, { kind: "update_document" }>["changes"]): WriteOperation => ({
      kind: "update_document",
      id: document.id,
      changes,
    });
    const other = ((await bench.tenant.readAll("parties")) as unknown as Party[]).find(
      ({ id, isVendor, active }) => isVendor && active && id !== bench.draft.party?.id,
    ) as Party;
    const cases: readonly (readonly [WriteOperation, string])[] = [
      [create({ status: "draft" }), "status"],
      [create({ lines: [{ ...line, tax: { amount: money("18.00") } }] }), "lines[0].tax.amount"],
      [create({ lines: [{ ...line, dimensions: [{ dimensionId: "none", valueId: "1" }] }] }), "lines[0].dimensions[0].dimensionId"],
      [update({ party: { id: other.id } }), "changes.party.id"],
      [update({ status: "draft" }), "changes.status"],
      [update({ lines: [{ ...line, id: `${document.id}/77` }] }), "changes.lines[0].id"],
    ];
    const before = bench.tenant.books.transactions.length;
    const { writes } = bench.world.runtime.context;
    const kept = await writes.list(bench.tenant.source.clientId);
    for (const [operation, field] of cases)
      await expect(write(bench.world, bench.tenant, [operation])).rejects.toMatchObject({ failure: { field } });
    expect(await writes.list(bench.tenant.source.clientId)).toEqual(kept);
    expect(bench.tenant.books.transactions.length).toBe(before);
    await endWorld(bench.world);
  });

  test("an amount that somebody else moved is a conflict, not overwritten", async () => {
    const bench = await begin();
    const document = await bill(bench);
    const own = bench.tenant.books.transactions.find(({ number }) => number === "CLAIM-1");
    if (own === undefined) throw new Error("no bill");
    const theirs = own.lines.map(({ id, accountId }) => ({ id, accountId: accountId as string, amount: decimal("200.00") }));
    editTransaction(bench.tenant.books, own.id, { lines: theirs }, bench.world.clock.nowMs());
    const lines = document.lines.map(kept).map((line) => ({ ...line, description: "Ours" }));
    const job = await write(bench.world, bench.tenant, [{ kind: "update_document", id: document.id, changes: { lines } }]);
    expect([job.state, job.failure?.message]).toEqual(["conflict", expect.stringContaining("200")]);
    await endWorld(bench.world);
  });
});
