import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PackJob } from "#shared/contract/close/packs.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { postingsOf } from "#simulator/books/postings.ts";
import { demoClients } from "#simulator/demo/demo-firm.ts";
import { plantOddities } from "#simulator/oddities.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const END = calendarDate("2026-10-31");
const SENTENCE = "1 currency revaluation is in the control accounts but not in any open transaction; it explains 274.57 of 274.57.";

describe("a demo client whose receivables were revalued at the end of the month", () => {
  let world: World;
  let tenant: Tenant;
  const client = demoClients(TODAY).find(({ oddities }) => oddities.includes("revalued_receivables"));
  if (client === undefined) throw new Error("the demo firm has no such client");

  beforeAll(async () => {
    world = await createWorld({ seed: client.options.seed, tenants: [{ style: client.style, books: client.options }] });
    tenant = world.tenants[0] as Tenant;
    plantOddities(tenant.books, client.oddities);
    await syncToEnd(tenant);
    await tenant.ask("tieOuts.run", { asOfDate: END });
  });
  afterAll(() => endWorld(world));

  test("is told that the revaluation is why the aging doesn't tie to the control account", async () => {
    const booked = tenant.books.transactions.filter(({ entry, date }) => entry === "revaluation" && date === END);
    const control = tenant.books.accounts.find(({ kind }) => kind === "receivable")?.id;
    const postings = booked
      .flatMap((transaction) => postingsOf(tenant.books, transaction))
      .filter(({ accountId }) => accountId === control);
    const revalued = sumDecimals(postings.map(({ amountBase }) => amountBase));
    expect([postings.length, revalued]).toEqual([1, "274.57"]);
    const answers = await tenant.ask("tieOuts.explain", { asOfDate: END });
    expect(answers.map(({ check }) => check)).toEqual(["aging_receivable"]);
    expect(answers[0]?.answers).toEqual([
      {
        ...{ subjectId: "", label: "No contact", currency: "USD" },
        ...{ difference: negateDecimal(revalued), explained: negateDecimal(revalued), left: "0.00" },
        parts: [
          {
            id: expect.stringContaining("FxReval"),
            isDocument: false,
            number: "Currency revaluation of receivables",
            date: END,
            cause: "revaluation",
            effect: negateDecimal(revalued),
            // The ledger shows it as no transaction, so the entry itself is the answer.
            postings: [
              { account: expect.stringContaining("Trade debtors"), amount: revalued },
              { account: expect.stringContaining("urrency differences"), amount: negateDecimal(revalued) },
            ],
          },
        ],
        sentence: SENTENCE,
      },
    ]);
  });

  test("ties again once it is reversed, on the first day of the next month", async () => {
    await tenant.ask("tieOuts.run", { asOfDate: calendarDate("2026-11-01") });
    expect(await tenant.ask("tieOuts.explain", { asOfDate: calendarDate("2026-11-01") })).toEqual([]);
  });

  test("finds the sentence in the pack's tie-out register too", async () => {
    const over = new Promise<PackJob>((resolve) => {
      world.runtime.subscribe(({ topic, payload }) => {
        if (topic === "packs.progress" && (payload as PackJob).state !== "running") resolve(payload as PackJob);
      });
    });
    const folder = join(world.home, "handed-over");
    await ask(world, "packs.export", { clientId: tenant.source.clientId, period: "2026-10", folder });
    const { pack } = await world.run(over);
    const { sheets } = await readXlsx(unzipSync(readFileSync(pack?.path ?? ""))["01_closepack.xlsx"] as Uint8Array);
    const register = sheets.find(({ name }) => name.startsWith("E"));
    const said = register?.rows.filter((row) => row.includes(SENTENCE));
    expect(said?.map((row) => row.slice(0, 2))).toEqual([["Aged receivables", "No contact"]]);
  });
});
