import { describe, expect, test } from "vitest";
import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import type { DocumentListRow, DocumentView } from "#shared/contract/books/documents.ts";
import { canonicalDecimal, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { callsDuring, endWorld, STYLES, syncToEnd } from "../conformance/expecting.ts";

const RANGE = { from: "2026-01-01", to: "2026-12-31" } as const;

async function ask<M extends OperationName>(world: World, method: M, input: OperationInput<M>): Promise<OperationOutput<M>> {
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(`${reply.failure.code} ${reply.failure.field ?? ""}`);
  return reply.value as OperationOutput<M>;
}

async function made(style: (typeof STYLES)[number]) {
  const world = await createWorld({ seed: 320, tenants: [{ style, books: { months: 4, invoicesPerMonth: 6 } }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  const { clientId } = tenant.source;
  const { dimension } = await ask(world, "dimensions.save", { clientId, name: "Funding line", values: ["Core", "Grant"] });
  return { world, tenant, clientId, dimension };
}

async function spendOf(tenant: Tenant, dimensionId: string): Promise<Record<string, string>> {
  const report = await tenant.ask("reports.spend", { ...RANGE, by: "dimension" } as never);
  const sums = new Map<string, DecimalString[]>();
  for (const series of ["accrued", "booked"] as const)
    for (const row of report.series[series].rows) {
      if (row.dimension?.id !== dimensionId) continue;
      const key = `${series} ${row.currency} ${row.value?.name ?? "none"}`;
      sums.set(key, [...(sums.get(key) ?? []), row.net]);
    }
  return Object.fromEntries([...sums].map(([key, nets]) => [key, canonicalDecimal(sumDecimals(nets))]).filter(([, net]) => net !== "0"));
}

/** The same from the documents themselves. */
async function spendByHand(tenant: Tenant, valueFor: (line: Line, partyId: string | undefined) => string): Promise<Record<string, string>> {
  const sums = new Map<string, DecimalString[]>();
  for (const record of (await tenant.readAll("documents")) as unknown as Spent[]) {
    if (!["purchase_bill", "purchase_credit", "cash_purchase"].includes(record.type)) continue;
    if (!["open", "part_paid", "paid"].includes(record.status)) continue;
    for (const line of record.lines) {
      const key = `${record.type === "cash_purchase" ? "booked" : "accrued"} ${record.currency} ${valueFor(line, record.party?.id)}`;
      const net = (
        record.type === "purchase_credit"
          ? line.net.amount.startsWith("-")
            ? line.net.amount.slice(1)
            : `-${line.net.amount}`
          : line.net.amount
      ) as DecimalString;
      sums.set(key, [...(sums.get(key) ?? []), net]);
    }
  }
  return Object.fromEntries([...sums].map(([key, nets]) => [key, canonicalDecimal(sumDecimals(nets))]).filter(([, net]) => net !== "0"));
}

interface Line {
  readonly id: string;
  readonly dimensions: readonly { readonly dimensionId: string; readonly valueId: string; readonly fannedFromHeader: boolean }[];
  readonly accountId?: string;
  readonly net: { readonly amount: DecimalString };
}
interface Spent {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly party?: { readonly id: string };
  readonly lines: readonly Line[];
}

describe.each(STYLES)("rule 20, ledger %s: a dimension of the service", (style) => {
  test("is listed with its owner, splits spend by line, account and party, filters documents, and no ledger hears of it", async () => {
    const { world, tenant, clientId, dimension } = await made(style);
    const before = (await tenant.readAll("dimensions")).length;
    const { value: spent } = await callsDuring(tenant, async () => {
      const bills = ((await tenant.readAll("documents")) as unknown as Spent[]).filter(
        ({ type, status, lines, party }) =>
          ["purchase_bill", "cash_purchase"].includes(type) &&
          ["open", "part_paid", "paid"].includes(status) &&
          lines.length > 0 &&
          party !== undefined,
      );
      const [bill] = bills as [Spent];
      const [line] = bill.lines as readonly [Line];
      const party = bills.at(-1)?.party?.id as string;
      const account = bills.flatMap(({ lines }) => lines).find(({ accountId, id }) => accountId !== undefined && id !== line.id)
        ?.accountId as string;
      const assign = (kind: "line" | "account" | "party", id: string, value: string) =>
        ask(world, "dimensions.assign", { clientId, dimensionId: dimension.id, value, target: { kind, id } });
      await assign("account", account, "grant");
      await assign("party", party, "Core");
      await assign("line", line.id, "Core");
      const valueFor = (one: Line, partyId: string | undefined) =>
        one.id === line.id ? "Core" : one.accountId === account ? "Grant" : partyId === party ? "Core" : "none";
      const byHand = await spendByHand(tenant, valueFor);
      expect(await spendOf(tenant, dimension.id)).toEqual(byHand);
      expect(Object.keys(byHand).some((key) => key.endsWith("Grant"))).toBe(true);
      expect(Object.keys(byHand).some((key) => key.endsWith("Core"))).toBe(true);
      return { line, account, party, bill, valueFor };
    });

    // Documents with such a line, and no other.
    for (const [name, valueId] of dimension.values.map(({ name: one, id }) => [one, id] as const)) {
      const { rows } = await ask(world, "documents.list", {
        clientId,
        filter: { dimension: { dimensionId: dimension.id, valueId } },
        limit: 1000,
      });
      const wanted = ((await tenant.readAll("documents")) as unknown as Spent[]).filter(({ lines, party }) =>
        lines.some((line) => spent.valueFor(line, party?.id) === name),
      );
      expect(rows.map(({ id }: DocumentListRow) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    }
    const view: DocumentView = await ask(world, "documents.show", { clientId, id: spent.bill.id });
    expect(view.ownDimensions).toContainEqual({ lineId: spent.line.id, dimensionId: dimension.id, valueId: "1", by: "line" });
    expect(view.names[`${dimension.id}=1`]).toBe("Core");

    // Taken back one by one, each stays on record; nothing was ever asked of the ledger for it.
    const listed = await ask(world, "dimensions.list", { clientId });
    expect(listed.dimensions.filter(({ ownedBy }) => ownedBy === "us").map(({ id, name }) => [id, name])).toEqual([
      [dimension.id, "Funding line"],
    ]);
    expect(listed.dimensions.length).toBe(before + 1);
    expect(listed.assignments.map(({ target }) => target.kind).sort()).toEqual(["account", "line", "party"]);
    expect(JSON.stringify(listed.assignments)).toContain("tester@world");
    const { calls } = await callsDuring(tenant, async () => {
      await ask(world, "dimensions.remove", { clientId, dimensionId: dimension.id, target: { kind: "line", id: spent.line.id } });
      const [rest] = (await ask(world, "dimensions.list", { clientId })).assignments.filter(({ target }) => target.kind === "party");
      await ask(world, "decisions.undo", { clientId, decisionNo: rest?.decisionNo as number });
      expect(await spendOf(tenant, dimension.id)).toEqual(
        await spendByHand(tenant, ({ accountId }) => (accountId === spent.account ? "Grant" : "none")),
      );
      await ask(world, "dimensions.remove", { clientId, dimensionId: dimension.id });
    });
    expect(calls).toBe(0);
    expect((await ask(world, "dimensions.list", { clientId })).dimensions.some(({ ownedBy }) => ownedBy === "us")).toBe(false);
    expect(await spendOf(tenant, dimension.id)).toEqual({});

    // What a write or an export would take from the mirror has no trace of it.
    expect(JSON.stringify(await tenant.readAll("documents"))).not.toContain(dimension.id);
    await endWorld(world);
  });

  test("refuses what it can't keep, naming the field", async () => {
    const { world, clientId, tenant, dimension } = await made(style);
    const refusal = async <M extends OperationName>(method: M, input: OperationInput<M>) =>
      ask(world, method, input).catch((error: Error) => error.message);
    const mirrored = (await ask(world, "dimensions.list", { clientId })).dimensions.find(({ ownedBy }) => ownedBy === "source");
    expect(await refusal("dimensions.save", { clientId, name: " ", values: [] })).toBe("invalid_input name");
    expect(await refusal("dimensions.save", { clientId, name: "funding LINE", values: [] })).toBe("already_exists name");
    expect(await refusal("dimensions.save", { clientId, name: mirrored?.name ?? "Funding line", values: [] })).toBe("already_exists name");
    expect(await refusal("dimensions.save", { clientId, name: "Other", values: ["A", "a "] })).toBe("invalid_input value");
    const target = { kind: "account" as const, id: "Account:none" };
    expect(await refusal("dimensions.assign", { clientId, dimensionId: dimension.id, value: "Core", target })).toBe("not_found account");
    expect(await refusal("dimensions.assign", { clientId, dimensionId: dimension.id, value: "Nothing", target })).toBe("not_found value");
    expect(await refusal("dimensions.assign", { clientId, dimensionId: mirrored?.id ?? "x", value: "Core", target })).toBe(
      "not_found dimension",
    );
    expect(await refusal("dimensions.remove", { clientId, dimensionId: dimension.id, target })).toBe("not_found account");
    // A value keeps its id under another order, and a dimension that is changed is one and the same.
    const changed = await ask(world, "dimensions.save", {
      clientId,
      dimensionId: dimension.id,
      name: "Funding",
      values: ["Grant", "Trust", "Core"],
    });
    expect(changed.dimension.values.map(({ id, name }) => [id, name])).toEqual([
      ["2", "Grant"],
      ["3", "Trust"],
      ["1", "Core"],
    ]);
    expect(tenant.simulated.referee.totals.arrivals).toBeGreaterThan(0);
    await endWorld(world);
  });

  test("the ledger's own: documents filtered by a value are those with such a line, header values marked", async () => {
    const { world, tenant, clientId } = await made(style);
    const documents = (await tenant.readAll("documents")) as unknown as Spent[];
    const used = new Map<string, Set<string>>();
    for (const { id, lines } of documents)
      for (const { dimensionId, valueId } of lines.flatMap(({ dimensions }) => dimensions)) {
        const key = `${dimensionId}\u0000${valueId}`;
        used.set(key, (used.get(key) ?? new Set()).add(id));
      }
    expect(used.size).toBeGreaterThan(3);
    for (const [key, wanted] of used) {
      const [dimensionId = "", valueId = ""] = key.split("\u0000");
      const { rows } = await ask(world, "documents.list", { clientId, filter: { dimension: { dimensionId, valueId } }, limit: 1000 });
      expect(rows.map(({ id }: DocumentListRow) => id).sort()).toEqual([...wanted].sort());
    }
    const none = await ask(world, "documents.list", {
      clientId,
      filter: { dimension: { dimensionId: "no such", valueId: "1" } },
      limit: 10,
    });
    expect(none.rows).toEqual([]);
    // Rule 10: what was fanned down from a header says so in the view of the document.
    const fanned = documents.find(({ lines }) =>
      lines.some(({ dimensions }) => dimensions.some(({ fannedFromHeader }) => fannedFromHeader)),
    );
    expect(fanned === undefined).toBe(style === "a");
    if (fanned !== undefined) {
      const { document }: DocumentView = await ask(world, "documents.show", { clientId, id: fanned.id });
      expect(document.lines.flatMap(({ dimensions }) => dimensions).some(({ fannedFromHeader }) => fannedFromHeader)).toBe(true);
    }
    await endWorld(world);
  });
});
