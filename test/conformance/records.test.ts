import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { ActivityRow, PartyDetail, PartyList, PartyRow } from "#shared/contract/books/records.ts";
import { canonicalDecimal, type DecimalString, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

const SEED = 119;
let world: World;
let tenant: Tenant;
let clientId: string;

async function ask<T>(method: string, input: object): Promise<T> {
  const reply = await world.run(world.runtime.route(method, { clientId, ...input }));
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.code} ${reply.failure.message}`);
  return reply.value as T;
}
const parties = () => ask<PartyList>("parties.list", {});
type Activity = OperationOutput<"activity.list">;
const activity = (asked: object = {}) => ask<Activity>("activity.list", { limit: 500, ...asked });
const canonical = (amount: string) => canonicalDecimal(amount as DecimalString);

beforeAll(async () => {
  console.log(`records: seed ${SEED}`);
  world = await createWorld({ seed: SEED, tenants: [{ style: "b", books: { months: 2, foreignCurrencies: ["EUR"] } }] });
  tenant = world.tenants[0] as Tenant;
  clientId = tenant.source.clientId;
  await tenant.sync();
});
afterAll(() => endWorld(world));

describe("the list of parties", () => {
  it("has what is open as the aging has it, per currency, and every document", async () => {
    const { rows } = await parties();
    for (const side of ["receivable", "payable"] as const) {
      const aging = await ask<OperationOutput<"reports.aging">>("reports.aging", { side, asOfDate: "2026-11-21" });
      for (const { currency, outstanding, unappliedCash } of aging.totals) {
        const sum = (figure: keyof PartyRow["amounts"][number]) =>
          canonicalDecimal(
            sumDecimals(
              rows.flatMap(({ amounts }) => amounts.filter((own) => own.currency === currency).map((own) => own[figure] as DecimalString)),
            ),
          );
        // Documents without a party are in no party's row.
        const strays = aging.rows.filter((row) => row.party === null && row.currency === currency).map((row) => row.outstanding);
        expect(sum(side)).toBe(canonicalDecimal(subtractDecimals(outstanding as DecimalString, sumDecimals(strays as DecimalString[]))));
        if (strays.length === 0 && aging.unappliedCash.every(({ party }) => party !== null))
          expect(sum(side === "receivable" ? "unappliedIn" : "unappliedOut")).toBe(canonical(unappliedCash));
      }
    }
    const totals = await ask<OperationOutput<"documents.totals">>("documents.totals", { filter: {} });
    const counted = rows.reduce((all, { documents }) => all + documents, 0);
    expect(counted).toBeGreaterThan(30);
    expect(counted).toBeLessThanOrEqual(totals.count);
  });

  it("shows merged records as one, with both balances of each", async () => {
    const before = (await parties()).rows.filter(({ isCustomer, records }) => isCustomer && records === 1);
    const [keep, absorb] = before as [PartyRow, PartyRow];
    await ask("parties.merge", { keepId: keep.id, absorbId: absorb.id });
    const after = (await parties()).rows;
    const one = after.find(({ id }) => id === keep.id);
    expect(after.some(({ id }) => id === absorb.id)).toBe(false);
    expect(one).toMatchObject({ records: 2, documents: keep.documents + absorb.documents });
    const detail = await ask<PartyDetail>("parties.show", { id: absorb.id });
    expect(detail.party.partyId).toBe(keep.id);
    expect(detail.members.map(({ partyId }) => partyId)).toEqual([keep.id, absorb.id]);
    for (const { currency, receivable } of detail.party.open) {
      const own = one?.amounts.find((amount) => amount.currency === currency);
      expect(canonical(receivable)).toBe(
        canonicalDecimal(subtractDecimals(own?.receivable as DecimalString, own?.unappliedIn as DecimalString)),
      );
    }
    await ask("parties.unmerge", { absorbId: absorb.id });
    expect((await parties()).rows.some(({ id }) => id === absorb.id)).toBe(true);
  });

  it("says so when there is no such party", async () => {
    const reply = await world.run(world.runtime.route("parties.show", { clientId, id: "Customer:none" }));
    expect(reply).toMatchObject({ ok: false, failure: { code: "not_found" } });
  });
});

describe("the chart", () => {
  it("has every account of the trial balance", async () => {
    const { rows } = await ask<OperationOutput<"accounts.list">>("accounts.list", {});
    const balance = await ask<OperationOutput<"reports.trialBalance">>("reports.trialBalance", { from: "2026-11-01", to: "2026-11-21" });
    const known = new Set(rows.map(({ id }) => id));
    expect(balance.rows.flatMap(({ account }) => account ?? []).filter(({ id }) => !known.has(id))).toEqual([]);
    expect(rows.length).toBeGreaterThan(10);
  });
});

describe("our own record", () => {
  it("pages through decisions, notes, changes and findings without losing or repeating any, newest first", async () => {
    await world.clock.advance(3_600_000);
    playEvents(tenant.books, SEED, 12, world.clock.nowMs());
    await world.clock.advance(3_600_000);
    await tenant.sync();
    await ask("notes.add", { subject: { kind: "client", id: "", label: "the client" }, text: "Ask about the lease" });
    const whole = await activity();
    expect(new Set(whole.rows.map(({ kind }) => kind)).has("change")).toBe(true);
    expect(
      whole.rows.some(({ kind, title, detail }) => kind === "note" && title.startsWith("Note written") && detail === "Ask about the lease"),
    ).toBe(true);
    expect(whole.rows.find(({ kind }) => kind === "note")?.place).toEqual({ screen: "overview", recordId: null });
    expect(whole.whose).toContain("can't tell who made a change");
    const paged: ActivityRow[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page: Activity = await activity({ limit: 3, ...(after === "" ? {} : { after }) });
      paged.push(...page.rows);
      after = page.next;
    }
    expect(paged).toEqual(whole.rows);
    expect(new Set(paged.map(({ key }) => key)).size).toBe(paged.length);
    expect(paged.map(({ at }) => at)).toEqual(
      paged
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it("names who decided, lets it be taken back, and names nobody for what a ledger changed", async () => {
    const period = { period: "month:2026-10", status: "in_close" };
    await ask("periods.set", period);
    const made = (await activity({ kinds: ["decision"] })).rows.find(({ decisionNo }) => decisionNo !== null);
    expect(made).toMatchObject({ kind: "decision", person: "tester@world", title: "Period October 2026: in close", undone: false });
    await ask("close.tick", { period: "month:2026-10", taskId: "tax-ids", why: "Requested by email." });
    const [ticked] = (await activity({ kinds: ["decision"] })).rows;
    expect(ticked?.title).toMatch(/^Task marked complete: [A-Z][^|:]* [^|:]*, October 2026$/);
    await ask("close.untick", { period: "month:2026-10", taskId: "tax-ids" });
    await world.clock.advance(60_000);
    await ask("decisions.undo", { decisionNo: made?.decisionNo });
    const after = (await activity({ kinds: ["decision"] })).rows;
    const told = after.filter(({ title }) => title.includes("Period October 2026: in close"));
    expect(told.map(({ title, undone, decisionNo }) => [title, undone, decisionNo])).toEqual([
      ["Undone: “Period October 2026: in close”", false, null],
      ["Period October 2026: in close", true, null],
    ]);
    const mine = await activity({ person: "tester@world" });
    expect(mine.people).toContain("tester@world");
    expect(mine.rows.every(({ person }) => person === "tester@world")).toBe(true);
    const changes = (await activity({ kinds: ["change"] })).rows;
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.every(({ person }) => person === null)).toBe(true);
  });
});

describe("a transaction's details", () => {
  it("names what settled it by its number or reference, and never by an ID", async () => {
    const { rows } = await ask<OperationOutput<"documents.list">>("documents.list", { filter: { types: ["sales_invoice"] }, limit: 200 });
    const settled = { named: 0, unnamed: 0 };
    for (const { id } of rows) {
      const { document, names } = await ask<OperationOutput<"documents.show">>("documents.show", { id });
      for (const { fromId } of document.allocations) {
        expect(names[fromId]).not.toBe(fromId);
        settled[names[fromId] === undefined ? "unnamed" : "named"] += 1;
      }
    }
    expect(settled.named + settled.unnamed).toBeGreaterThan(5);
    expect(settled.unnamed).toBeGreaterThan(0);
  });
});
