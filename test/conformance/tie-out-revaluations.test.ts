import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { cashFlowReport } from "#main/store/statements/cash-flow.ts";
import { differenceAnswers } from "#main/store/tie-outs/difference-answers.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, canonicalDecimal, type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { TieOut } from "#shared/model/reports/tie-out.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

let world: World;
let tenant: Tenant;
let db: Database.Database;
let entityId: string | undefined;
/** What the books say was revalued: a posting to the bank account each month. */
let revalued: readonly DecimalString[] = [];
const END = "2026-10-31" as TieOut["to"];

const idOf = (kind: string) => `account:${tenant.books.accounts.find((account) => account.kind === kind)?.id}`;
const bank = () => `account:${tenant.books.accounts.find(({ code }) => code === "1010")?.id}`;

beforeAll(async () => {
  world = await createWorld({ seed: 77, tenants: [{ style: "c", books: { months: 3, invoicesPerMonth: 4, foreignCurrencies: [] } }] });
  tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  db = new Database(clientFilePath(world.home, tenant.source.clientId));
  const accountId = tenant.books.accounts.find(({ code }) => code === "1010")?.id;
  const entries = tenant.books.transactions.filter(({ entry, date }) => entry === "revaluation" && date <= END);
  revalued = entries.map(({ lines }) => lines.find((line) => line.accountId === accountId)?.netBase ?? decimal("0"));
  entityId = undefined;
});
afterAll(async () => {
  db.close();
  await endWorld(world);
});

/** The answer for a check with one line that is out of balance. */
function answer(check: TieOut["check"], line: Pick<TieOut["lines"][number], "subject" | "subjectId">, difference: DecimalString) {
  const shown = { label: "1010", ours: difference, ledgers: decimal("0"), difference, currency: "USD", tolerance: "0" as DecimalString };
  const at = instantFromMs(world.clock.nowMs());
  const lines = [{ ...line, ...shown, outcome: "variance", reason: null, documents: [] }];
  const asked = { check, from: END, to: END, asOf: { ours: at, ledgers: at }, lines } as unknown as TieOut;
  const setting = { basis: "accrual", baseCurrency: tenant.books.baseCurrency, entityId } as const;
  return differenceAnswers(new MirrorReader(db, tenant.source), asked, at, setting)[0];
}
const total = () => sumDecimals(revalued);
const effects = (found: ReturnType<typeof answer>) =>
  found?.parts.map(({ cause, effect }) => [cause, canonicalDecimal(effect)]).sort((a, b) => String(a[1]).localeCompare(String(b[1])));
const expected = (amounts: readonly DecimalString[]) =>
  amounts.map((amount) => ["revaluation", canonicalDecimal(amount)]).sort((a, b) => String(a[1]).localeCompare(String(b[1])));

test("the revaluations of a bank account are named where they are the whole difference, each with its amount", () => {
  expect(revalued.length).toBeGreaterThan(1);
  const found = answer("bank_balances", { subject: "account", subjectId: bank() }, total());
  expect(effects(found)).toEqual(expected(revalued));
  expect(found?.sentence).toMatch(
    /^\d+ currency revaluations are in Tieout's figure but not in the ledger's; together they explain (\S+) of \1\.$/,
  );
});

test("one of them is named where it alone is the difference, and none where nothing adds up", () => {
  const [first = decimal("0")] = revalued;
  expect(effects(answer("bank_balances", { subject: "account", subjectId: bank() }, first))).toEqual(expected([first]));
  const other = addDecimals(total(), decimal("0.01"));
  const causes = answer("bank_balances", { subject: "account", subjectId: bank() }, other)?.parts.map(({ cause }) => cause);
  expect(causes).not.toContain("revaluation");
});

test("they are apart from operations in the cash flow where the bank account is in a foreign currency, and only there", () => {
  const setting = {
    baseCurrency: tenant.books.baseCurrency,
    entityId,
    yearEnd: { month: 12, day: 31 },
    compare: ["year_to_date"],
  } as const;
  const flowNow = () => cashFlowReport(new MirrorReader(db, tenant.source), { ...setting, from: calendarDate("2026-10-01"), to: END });
  const inBase = flowNow();
  expect([inBase.ties, inBase.lines.filter(({ key }) => key === "exchange_effect" || key === "revalued")]).toEqual([true, []]);
  const changed = "UPDATE entity SET body = json_set(body, '$.currency', 'EUR') WHERE kind = 'account' AND id = ?";
  expect(db.prepare(changed).run(bank()).changes).toBe(1);
  const flow = flowNow();
  const of = (key: string) => flow.lines.find((line) => line.key === key)?.amounts.map(canonicalDecimal);
  const october = revalued.at(-1) ?? decimal("0");
  expect(of("exchange_effect")).toEqual([october, total()].map(canonicalDecimal));
  expect(of("revalued")).toEqual([negateDecimal(october), negateDecimal(total())].map(canonicalDecimal));
  expect(flow.ties).toBe(true);
});

test("a control account's are what open items lack, even where they explain only a part", () => {
  const [from, to] = [bank(), idOf("receivable")].map((id) => db.prepare("SELECT word_no FROM word WHERE text = ?").pluck().get(id));
  const ours = "SELECT rec_no FROM journal j WHERE NOT EXISTS (SELECT 1 FROM posting p WHERE p.rec_no = j.rec_no AND p.account_word = ?)";
  expect([typeof from, typeof to, db.prepare(ours).pluck().all(from).length > 0]).toEqual(["number", "number", true]);
  const memo = "%evaluation%";
  const moved = db.prepare(
    "UPDATE posting SET account_word = ? WHERE account_word = ? AND rec_no IN (SELECT rec_no FROM posting WHERE description LIKE ?)",
  );
  expect(moved.run(to, from, memo).changes).toBeGreaterThanOrEqual(revalued.length);
  const line = { subject: "computed", subjectId: "control_accounts" } as const;
  const lacking = revalued.map(negateDecimal);
  const found = answer("aging_receivable", line, negateDecimal(total()));
  expect(effects(found)).toEqual(expected(lacking));
  expect(found?.sentence).toMatch(/^\d+ currency revaluations are in the control accounts but not in any open transaction; /);
  const more = addDecimals(negateDecimal(total()), total().startsWith("-") ? decimal("5.00") : decimal("-5.00"));
  expect(answer("aging_receivable", line, more)).toMatchObject({ left: expect.stringMatching(/^-?5(\.0+)?$/) });
  expect(effects(answer("aging_payable", line, total()))).toEqual([]);
});
