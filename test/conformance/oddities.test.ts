import { describe, expect, test } from "vitest";
import { canonicalDecimal } from "#shared/kernel/decimal.ts";
import type { BooksStyle } from "#simulator/books/types.ts";
import { type Oddity, plantOddities, playLaterOddities } from "#simulator/oddities.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const HOUR_MS = 3_600_000;
const SEEDS = [2611, 2612] as const;

/** Every finding of a client by what names it: findings of the mirror, bills entered twice, orders billed beyond what was ordered. */
async function named(world: World, tenant: Tenant): Promise<string[]> {
  const { clientId } = tenant.source;
  const findings = (await tenant.findings()).map(({ code }) => code);
  const duplicates = (await ask(world, "duplicates.list", { clientId })).rows.map(
    ({ documents: [first, second] }) => `duplicate ${[first.number, second.number].sort().join(" ")}`,
  );
  const orders = (await ask(world, "matches.list", { clientId })).filter(({ state }) => state === "over_billed");
  return [
    ...findings,
    ...duplicates,
    ...orders.map(({ number, overBilled }) => `over-billed ${number} ${overBilled === null ? "" : canonicalDecimal(overBilled)}`),
  ].sort();
}

/** Where no order links its bills, a person says that a proposed pair belongs together. */
async function confirmProposals(world: World, tenant: Tenant): Promise<void> {
  const { clientId } = tenant.source;
  const proposed = (await ask(world, "matches.list", { clientId })).filter(({ source }) => source === "proposed");
  for (const { orderId, number, bills } of proposed) {
    const [best] = bills;
    if (number !== "PO-7731" || best === undefined) continue;
    await ask(world, "matches.confirm", { clientId, orderId, billId: best.id });
  }
}

async function played(
  style: BooksStyle,
  seed: number,
  oddities: readonly Oddity[],
): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  const world = await createWorld({ seed, tenants: [{ style, a: { journals: true }, books: { months: 8, invoicesPerMonth: 5 } }] });
  const tenant = world.tenants[0] as Tenant;
  plantOddities(tenant.books, oddities);
  await syncToEnd(tenant);
  await world.clock.advance(HOUR_MS);
  playLaterOddities(tenant.books, oddities, world.clock.nowMs());
  await world.clock.advance(HOUR_MS);
  await syncToEnd(tenant);
  // A hard deletion shows only in the comparison of ids.
  await syncToEnd(tenant, { reconcileOnly: true });
  return { world, tenant };
}

/** What each planted oddity must be called, and the words that its finding must say. */
const EXPECTED: readonly (readonly [oddity: Oddity, code: string, words: RegExp])[] = [
  ["deleted_record", "deleted_document", /^(Bill|Expense) .*\(.* [A-Z]{3}, \d{1,2} [A-Z][a-z]{2} \d{4}\) was deleted in the ledger\./],
  [
    "edited_document",
    "edited_in_closed_period",
    /^Expense .* was changed, which affects a period that's locked through \d{4}-\d\d-\d\d: .*777(\.00)?[ ”]/,
  ],
  [
    "back_dated_document",
    "back_dated_document",
    /^Bill REP-88121 from .* was first synced on 2026-11-21, \d+ days after its date\. Its period is locked through \d{4}-\d\d-\d\d\./,
  ],
  [
    "lock_moved_back",
    "lock_moved_back",
    /moved back from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d.*Tieout only reads the ledger's lock dates and can't move them\. Since the day before Tieout noticed this, these transactions dated in the unlocked days have changed: Expense /,
  ],
];

describe.each(STYLES)("ledger %s, planted oddities", (style) => {
  test.each(SEEDS)(
    "seed %d: nothing is found where nothing was planted, and in a busy hour that touches no closed period",
    async (seed) => {
      const { world, tenant } = await played(style, seed, []);
      expect(await named(world, tenant)).toEqual([]);
      await endWorld(world);
    },
  );

  test.each(SEEDS.flatMap((seed) => EXPECTED.map((row) => [row[0], seed, row] as const)))(
    "%s, seed %d, is named by its own finding and by no other",
    async (oddity, seed, [, code, words]) => {
      const { world, tenant } = await played(style, seed, [oddity]);
      expect(await named(world, tenant)).toEqual([code]);
      const [finding] = await tenant.findings();
      expect(finding?.message).toMatch(words);
      // Numbers and names, not ids: neither of ours nor of the ledger's.
      expect(finding?.message).not.toMatch(/[A-Za-z]+:[0-9a-f]|[0-9a-f]{8}-[0-9a-f]{4}/);
      // Looking again says the same, once.
      await syncToEnd(tenant);
      expect((await tenant.findings()).map(({ findingNo, message }) => [findingNo, message])).toEqual([
        [finding?.findingNo, finding?.message],
      ]);
      await endWorld(world);
    },
  );

  test.each(SEEDS)("duplicate bills, seed %d, are named as such and by no other", async (seed) => {
    const { world, tenant } = await played(style, seed, ["duplicate_bills"]);
    expect(await named(world, tenant)).toEqual(["duplicate SVC-20417 SVC20417"]);
    await endWorld(world);
  });

  test.each(SEEDS)("an over-billed order, seed %d, is named as such and by no other", async (seed) => {
    const { world, tenant } = await played(style, seed, ["over_billed_order"]);
    await confirmProposals(world, tenant);
    expect(await named(world, tenant)).toEqual(["over-billed PO-7731 123"]);
    await endWorld(world);
  });

  test("all of them at once are all named, each once", async () => {
    const all: Oddity[] = ["duplicate_bills", "over_billed_order", ...EXPECTED.map(([oddity]) => oddity)];
    const { world, tenant } = await played(style, SEEDS[0], all);
    await confirmProposals(world, tenant);
    const found = await named(world, tenant);
    expect(found).toEqual([
      "back_dated_document",
      "deleted_document",
      "duplicate SVC-20417 SVC20417",
      "edited_in_closed_period",
      "lock_moved_back",
      "over-billed PO-7731 123",
    ]);
    await endWorld(world);
  });
});
