import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { type FaultPlan, noFaults } from "#simulator/faults.ts";
import { closePages, openChromium } from "#test/support/browser.ts";
import { ensureBuilt } from "#test/support/built.ts";
import type { HardDesk } from "#test/support/hard-desk.ts";
import { openPageWorld, type PageWorld } from "#test/support/page-world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { hardWrites } from "./hard-writes.ts";
import { offlineDay } from "./offline-day.ts";
import { partiesThatAreOne } from "./parties-that-are-one.ts";
import { throttledDay } from "./throttled-day.ts";

const REFUSED_MEMO = 'Paper & "ink" – naïve';
/** What arrived at the first client's ledger. */
const asked: string[] = [];
const atTheDoor: FaultPlan = {
  ...noFaults(),
  next: ({ method, path }) => {
    asked.push(`${method} ${path.split("/").at(-1)}`);
    return null;
  },
};
const books = { months: 2, invoicesPerMonth: 5, foreignCurrencies: [] } as const;

let browser: Browser;
let at: PageWorld;

beforeAll(async () => {
  await ensureBuilt();
  browser = await openChromium();
  at = await openPageWorld(browser, {
    seed: 91,
    tenants: [
      { style: "a", books, limits: { requestsPerDay: 14 }, faults: atTheDoor },
      { style: "b", books },
      { style: "c", books, c: { rejectMemo: REFUSED_MEMO } },
    ],
  });
});

afterAll(async () => {
  await at?.close();
  await closePages(browser);
});

const desk = (): HardDesk => {
  const [throttled, plain, strict] = at.world.tenants as [Tenant, Tenant, Tenant];
  return { at, throttled, asked, plain, strict, refusedMemo: REFUSED_MEMO };
};

describe("a throttled day", () => throttledDay(desk));
describe("an offline day", () => offlineDay(desk));
describe("a write", () => hardWrites(desk));
describe("two parties that are one", () => partiesThatAreOne(desk));
