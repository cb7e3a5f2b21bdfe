import { expect, test } from "vitest";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "../conformance/expecting.ts";

const HUGE = "9007199254740993.01";

interface Listed {
  readonly id: string;
  readonly total: { readonly amount: string };
  readonly outstanding: { readonly amount: string };
  readonly lines: readonly { readonly unitAmount?: { readonly amount: string }; readonly net: { readonly amount: string } }[];
}

/** Puts numerals of its own into the first sales invoice that passes by. */
async function readWith(
  style: "a" | "b" | "c",
  asks: RegExp,
  edits: readonly (readonly [RegExp, string])[],
): Promise<{ readonly first: Listed; readonly raw: string }> {
  const world = await createWorld({ seed: 2, tenants: [{ style, books: { months: 1, foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  world.patch = ({ url, body }, response) => {
    if (!asks.test(`${decodeURIComponent(url.replaceAll("+", " "))} ${String(body ?? "")}`)) return null;
    let text = new TextDecoder().decode(response.body);
    for (const [from, to] of edits) text = text.replace(from, to);
    return { ...response, body: new Uint8Array(new TextEncoder().encode(text)) };
  };
  await syncToEnd(tenant);
  const first = (await tenant.readAll("documents")).find(
    (document) => (document.total as { amount: string }).amount === HUGE,
  ) as unknown as Listed;
  const kept = await tenant.ask("documents.raw", { id: first.id });
  await endWorld(world);
  return { first, raw: kept.raw };
}

test("Ledger A: numbers beyond a double, trailing zeros and four-decimal unit prices pass through read, store and list", async () => {
  const { first, raw } = await readWith("a", /\/Invoices\?.*ACCREC/, [
    [/"Total":[\d.]+/, `"Total":${HUGE}`],
    [/"AmountDue":[\d.]+/, '"AmountDue":12.500'],
    [/"UnitAmount":[\d.]+/, '"UnitAmount":0.1230'],
    [/"LineAmount":[\d.]+/, '"LineAmount":100.00'],
  ]);
  expect([first.total.amount, first.outstanding.amount, raw.includes(HUGE)]).toEqual([HUGE, "12.500", true]);
  expect(first.lines[0]).toMatchObject({ unitAmount: { amount: "0.1230" } });
});

test("Ledger B: the same", async () => {
  const { first } = await readWith("b", /FROM Invoice WHERE|FROM Invoice ORDER/, [
    [/"TotalAmt":[\d.]+/, `"TotalAmt":${HUGE}`],
    [/"Balance":[\d.]+/, '"Balance":12.500'],
    [/"UnitPrice":[\d.]+/, '"UnitPrice":0.1230'],
  ]);
  expect([first.total.amount, first.outstanding.amount]).toEqual([HUGE, "12.500"]);
  expect(first.lines.some((line) => line.unitAmount?.amount === "0.1230")).toBe(true);
});

test("Ledger C: the same, from text", async () => {
  const { first } = await readWith("c", /FROM transaction t .*type = 'CustInvc'/, [
    [/"foreigntotal":"[\d.]+"/, `"foreigntotal":"${HUGE}"`],
  ]);
  expect(first.total.amount).toBe(HUGE);
});
