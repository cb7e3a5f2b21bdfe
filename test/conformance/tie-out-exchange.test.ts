import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { differenceAnswers } from "#main/store/tie-outs/difference-answers.ts";
import { type DecimalString, decimal, negateDecimal } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { TieOut } from "#shared/model/reports/tie-out.ts";
import { ACCOUNT_CAUSES } from "#shared/model/reports/tie-out-causes.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const END = "2026-10-31" as TieOut["to"];

describe.each([
  { style: "a", foreignCurrencies: ["EUR"], cause: "exchange_difference" },
  { style: "b", foreignCurrencies: ["EUR"], cause: "exchange_difference" },
  // Nothing in a foreign currency, nothing to revalue.
  { style: "a", foreignCurrencies: [], cause: "other_account" },
] as const)("on Ledger $style with $foreignCurrencies", ({ style, foreignCurrencies, cause }) => {
  let world: World;
  let tenant: Tenant;
  let db: Database.Database;
  beforeAll(async () => {
    world = await createWorld({ seed: 78, tenants: [{ style, books: { months: 3, invoicesPerMonth: 8, foreignCurrencies } }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    db = new Database(clientFilePath(world.home, tenant.source.clientId));
  });
  afterAll(async () => {
    db.close();
    await endWorld(world);
  });

  /** An amount that no posting has, so that nothing else explains it. */
  const apart = decimal("-98765.43");

  test("a difference that an account has the other way round is a revaluation only where it can be one", () => {
    const reader = new MirrorReader(db, tenant.source);
    const chart = mirroredAccounts(reader);
    const [receivables, exchange] = ["receivable", "exchange_difference"].map((role) => chart.find((one) => one.role === role));
    const line = (subjectId: string | undefined, label: string, difference: DecimalString) => ({
      ...{ subject: "account", subjectId, label, ours: difference, ledgers: decimal("0"), difference, currency: tenant.books.baseCurrency },
      ...{ tolerance: "0", outcome: "variance", reason: null, documents: [] },
    });
    const at = instantFromMs(world.clock.nowMs());
    const lines = [line(receivables?.id, "Receivables", apart), line(exchange?.id, "Exchange", negateDecimal(apart))];
    const asked = { check: "trial_balance", from: END, to: END, asOf: { ours: at, ledgers: at }, lines } as unknown as TieOut;
    const [found] = differenceAnswers(reader, asked, at, {
      basis: "accrual",
      baseCurrency: tenant.books.baseCurrency,
      entityId: undefined,
    });
    expect(found).toMatchObject({ parts: [{ cause, id: exchange?.id, number: "Exchange", effect: apart }], left: "0.00" });
    // The window links transactions only.
    expect(ACCOUNT_CAUSES.has(cause)).toBe(true);
    expect(found?.sentence).toContain(
      cause === "exchange_difference"
        ? "the ledger may have revalued this account"
        : "something posted to one of the two may belong to the other",
    );
  });
});
