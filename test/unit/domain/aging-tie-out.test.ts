import { describe, expect, test } from "vitest";
import type { Aging, AgingRow, UnappliedCashKind, UnappliedCashRow } from "#main/domain/aging/aging.ts";
import {
  type AgingTieOut,
  controlTotals,
  tieAgingToBalances,
  tieAgingToReport,
  withControlAccounts,
  withSecondSource,
} from "#main/domain/tie-outs/aging-tie-out.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { LedgerReport } from "#shared/model/reports/ledger-report.ts";

const MADE_AT = "2026-11-21T09:00:00.000Z" as Instant;
const partyOf = (id: string | null) => (id === null ? null : { id, name: id });

const open = (partyId: string | null, amount: string, currency = "NZD", base: string | null = amount): AgingRow => ({
  ...{ party: partyOf(partyId), currency, outstanding: decimal(amount), documents: 1 },
  base: base === null ? null : decimal(base),
  ...{ current: decimal(amount), "1-30": decimal("0"), "31-60": decimal("0"), "61-90": decimal("0"), "90+": decimal("0") },
});
const cash = (partyId: string | null, kind: UnappliedCashKind, amount: string, currency = "NZD", base: string | null = amount) => ({
  ...{ party: partyOf(partyId), currency, kind, amount: decimal(amount), documents: 1 },
  base: base === null ? null : decimal(base),
});
const agingOf = (rows: readonly AgingRow[], unappliedCash: readonly UnappliedCashRow[] = []): Aging => ({
  ...{ rows, unappliedCash, totals: [], gaps: [] },
});
const balances = (...list: readonly (readonly [partyId: string, amount: string, currency?: string])[]) =>
  new Map(list.map(([partyId, amount, currency = "NZD"]) => [partyId, { amount: decimal(amount), currency }]));
const tied = (aging: Aging, ledgers: ReturnType<typeof balances>, history = false) =>
  tieAgingToBalances(aging, ledgers, { baseCurrency: "NZD", history });
const facts = ({ differences }: AgingTieOut) =>
  differences.map(({ against, partyId, difference, outcome }) => [against, partyId, difference, outcome]);

describe("an aging beside the balances of contacts", () => {
  test("agrees, and names who agrees on what, contacts without anything open left out", () => {
    const result = tied(
      agingOf([open("elm", "100.00"), open("oak", "40.00")]),
      balances(["elm", "100.00"], ["oak", "40.00"], ["ash", "0.00"]),
    );
    expect(result).toEqual({
      outcome: "ties",
      source: "party_balances",
      basis: "open_documents",
      reason: null,
      ledgersAsOf: null,
      compared: 3,
      currencies: [{ currency: "NZD", ours: "140.00", ledgers: "140.00", difference: "0.00" }],
      differences: [],
      notCompared: [],
      agreed: ["elm", "oak", "ash"],
      agreeing: [
        { partyId: "elm", currency: "NZD", ours: "100.00" },
        { partyId: "oak", currency: "NZD", ours: "40.00" },
      ],
    });
  });

  test("is off by rounding up to five cents, and out of balance beyond that", () => {
    const result = tied(agingOf([open("elm", "100.00"), open("oak", "100.00")]), balances(["elm", "100.05"], ["oak", "99.94"]));
    expect(facts(result)).toEqual([
      ["party_balances", "elm", "-0.05", "within_tolerance"],
      ["party_balances", "oak", "0.06", "variance"],
    ]);
    expect([result.outcome, result.agreeing]).toEqual(["variance", []]);
    expect(tied(agingOf([open("elm", "100.00")]), balances(["elm", "100.05"])).outcome).toBe("within_tolerance");
  });

  test("counts a balance of a contact who has nothing open here as a difference", () => {
    expect(facts(tied(agingOf([]), balances(["elm", "12.00"])))).toEqual([["party_balances", "elm", "-12.00", "variance"]]);
  });

  test("adds up each currency apart, in the order of their codes", () => {
    const aging = agingOf([open("elm", "10.00"), open("oak", "20.00", "EUR", null), open("ash", "5.00")]);
    expect(tied(aging, balances(["elm", "10.00"], ["oak", "18.00", "EUR"], ["ash", "5.00"])).currencies).toEqual([
      { currency: "EUR", ours: "20.00", ledgers: "18.00", difference: "2.00" },
      { currency: "NZD", ours: "15.00", ledgers: "15.00", difference: "0.00" },
    ]);
  });

  test("takes base amounts for a balance in base currency, and amounts as they are for one in their own", () => {
    const aging = agingOf([open("elm", "100.00", "EUR", "180.00"), open("elm", "20.00")]);
    expect(tied(aging, balances(["elm", "200.00"])).outcome).toBe("ties");
    expect(tied(agingOf([open("elm", "100.00", "EUR", "180.00")]), balances(["elm", "100.00", "EUR"])).outcome).toBe("ties");
    const credited = agingOf([open("elm", "200.00")], [cash("elm", "credit", "10.00", "EUR", "18.00")]);
    expect(tied(credited, balances(["elm", "182.00"]))).toMatchObject({ outcome: "ties", basis: "open_documents_less_unapplied_cash" });
  });

  test("can't compare a contact without base amounts, in another currency, or without a balance, and says how many", () => {
    const aging = agingOf([
      open("elm", "100.00", "EUR", null),
      open("oak", "5.00", "NZD"),
      open("ash", "7.00"),
      open("fir", "9.00", "EUR", "12.00"),
    ]);
    const result = tied(aging, balances(["elm", "180.00"], ["oak", "5.00", "AUD"], ["ash", "7.00"]));
    expect(result).toMatchObject({ outcome: "cannot_check", compared: 1, notCompared: ["elm", "oak", "fir"], differences: [] });
    expect(result.reason).toMatch(/^The ledger has no comparable balance for 3 contacts with open items: /);
  });

  test("can't compare a contact whose unapplied cash alone has no base amount", () => {
    const aging = agingOf([open("elm", "100.00"), open("oak", "9.00")], [cash("elm", "credit", "10.00", "EUR", null)]);
    // Less unapplied cash, Elm can't be compared; by open documents alone, Oak doesn't agree.
    expect(tied(aging, balances(["elm", "100.00"], ["oak", "8.00"]))).toMatchObject({ basis: "open_documents", notCompared: [] });
  });

  test("reads them as whatever agrees for more contacts, and as open documents where both do alike", () => {
    const aging = agingOf(
      [open("elm", "100.00"), open("oak", "50.00")],
      [cash("elm", "prepayment", "30.00"), cash("oak", "credit", "5.00")],
    );
    expect(tied(aging, balances(["elm", "70.00"], ["oak", "45.00"]))).toMatchObject({
      ...{ basis: "open_documents_less_unapplied_cash", outcome: "ties" },
    });
    expect(tied(aging, balances(["elm", "100.00"], ["oak", "45.00"])).basis).toBe("open_documents");
  });

  test("takes what has no contact together, as the contact without an ID", () => {
    const aging = agingOf([open(null, "100.00"), open(null, "5.00")], [cash(null, "credit", "30.00")]);
    expect(tied(aging, balances(["", "75.00"]))).toMatchObject({ outcome: "ties", compared: 1, notCompared: [] });
  });

  test("has nothing to be compared with in the past, or without any balance", () => {
    const aging = agingOf([open("elm", "100.00")]);
    const nothing = { outcome: "cannot_check", basis: null, compared: 0, currencies: [], differences: [], notCompared: [] };
    expect(tied(aging, balances(["elm", "100.00"]), true)).toMatchObject({
      ...nothing,
      reason: "The ledger doesn't report contact balances as of past dates.",
    });
    expect(tied(aging, balances())).toMatchObject({
      ...nothing,
      reason: "The ledger has no comparable contact balances: they're missing, out of date, or not split by legal entity.",
    });
  });
});

const reportOf = (method: LedgerReport["method"], amounts: readonly (readonly [subjectId: string, amount: string])[]): LedgerReport =>
  ({
    ...{ kind: "aged_receivable", currency: "NZD", method, fetchedAt: MADE_AT },
    amounts: amounts.map(([subjectId, amount]) => ({
      ...{ subject: "party", subjectId, measure: "outstanding", amount: decimal(amount), currency: "NZD" },
    })),
  }) as unknown as LedgerReport;

describe("an aging beside the ledger's own", () => {
  const aging = agingOf([open("elm", "100.00")], [cash("elm", "prepayment", "20.00"), cash("elm", "payment", "5.00")]);

  test("is compared less unapplied cash of any kind with a report", () => {
    expect(tieAgingToReport(aging, reportOf("report", [["elm", "75.00"]]), "NZD")).toMatchObject({
      ...{ outcome: "ties", source: "ledger_report", basis: "open_documents_less_unapplied_cash", ledgersAsOf: MADE_AT },
      agreeing: [{ partyId: "elm", currency: "NZD", ours: "75.00" }],
    });
  });

  test("is compared less what posts to the control accounts with a query: deposits and prepayments don't", () => {
    const kinds = agingOf(
      [open("elm", "100.00")],
      [
        ...[cash("elm", "credit", "1.00"), cash("elm", "payment", "2.00"), cash("elm", "overpayment", "10.00")],
        ...[cash("elm", "prepayment", "20.00"), cash("elm", "deposit", "40.00")],
      ],
    );
    const result = tieAgingToReport(kinds, reportOf("query", [["elm", "97.00"]]), "NZD");
    expect(result).toMatchObject({ outcome: "ties", source: "ledger_query", basis: "control_accounts" });
    expect(facts(tieAgingToReport(kinds, reportOf("query", [["elm", "27.00"]]), "NZD"))).toEqual([
      ["ledger_query", "elm", "70.00", "variance"],
    ]);
  });

  test("counts a contact that the ledger's doesn't list as having nothing open there", () => {
    const both = agingOf([open("elm", "75.00"), open("oak", "9.00")]);
    const result = tieAgingToReport(
      both,
      reportOf("report", [
        ["elm", "75.00"],
        ["ash", "3.00"],
      ]),
      "NZD",
    );
    expect(facts(result)).toEqual([
      ["ledger_report", "oak", "9.00", "variance"],
      ["ledger_report", "ash", "-3.00", "variance"],
    ]);
    expect(result.compared).toBe(3);
  });

  test("can't be compared for a contact whose open items have no base amount", () => {
    const foreign = agingOf([open("elm", "100.00", "EUR", null), open("oak", "1.00")]);
    expect(tieAgingToReport(foreign, reportOf("report", [["oak", "1.00"]]), "NZD")).toMatchObject({
      ...{ outcome: "cannot_check", compared: 1, notCompared: ["elm"] },
      reason:
        "For 1 contact with open items, the ledger's balance is in base currency, but some of the items have no amount in that currency.",
    });
  });
});

describe("a second source", () => {
  const agrees = tied(agingOf([open("elm", "10.00")]), balances(["elm", "10.00"]));
  const rounded = tied(agingOf([open("elm", "10.00")]), balances(["elm", "10.01"]));
  const differs = tied(agingOf([open("elm", "10.00")]), balances(["elm", "4.00"]));

  test("adds its differences, and the worse of both outcomes counts", () => {
    expect(withSecondSource(agrees, differs)).toEqual({
      ...{ ...agrees, outcome: "variance", differences: differs.differences },
      // Who differs in one of them doesn't agree.
      ...{ agreed: [], agreeing: [] },
    });
    expect(withSecondSource(rounded, differs).differences).toEqual([...rounded.differences, ...differs.differences]);
    expect(withSecondSource(differs, rounded).outcome).toBe("variance");
    expect(withSecondSource(agrees, rounded).outcome).toBe("within_tolerance");
  });

  test("adds a contact that it alone compares, and counts one that both compare once", () => {
    const report = tieAgingToReport(agingOf([open("elm", "10.00"), open("oak", "5.00")]), reportOf("report", [["elm", "10.00"]]), "NZD");
    const ledgers = balances(["elm", "4.00"], ["oak", "1.00"], ["ash", "3.00"], ["fir", "0.00"]);
    const both = withSecondSource(report, tied(agingOf([open("elm", "10.00"), open("oak", "5.00")]), ledgers));
    expect([report.compared, report.agreed]).toEqual([2, ["elm"]]);
    expect([both.compared, both.agreed, both.agreeing]).toEqual([3, [], []]);
    expect(facts(both).map(([against, partyId]) => [against, partyId])).toEqual([
      ["ledger_report", "oak"],
      ["party_balances", "elm"],
      ["party_balances", "oak"],
      ["party_balances", "ash"],
    ]);
  });

  test("adds nothing where it agrees or can't be compared", () => {
    const cannot = tied(agingOf([open("elm", "10.00")]), balances());
    for (const second of [agrees, cannot]) {
      expect(withSecondSource(agrees, second)).toBe(agrees);
      expect(withSecondSource(differs, second)).toBe(differs);
    }
  });
});

describe("the control accounts", () => {
  const control = (ledgers: string, currency = "NZD") => ({ ledgers: decimal(ledgers), currency, madeAt: MADE_AT });
  const aging = agingOf([open("elm", "100.00"), open("oak", "40.00")], [cash("oak", "credit", "15.00")]);
  const agrees = tied(aging, balances(["elm", "100.00"], ["oak", "25.00"]));

  const figures = { currency: "NZD", ours: "125.00", ledgers: "125.00", difference: "0.00" };

  test("that agree with the total less unapplied cash leave an aging as it is, and are told with it", () => {
    expect(withControlAccounts(agrees, aging, control("125.00"))).toEqual({ ...agrees, control: figures });
  });

  test("that agree settle contacts who couldn't be compared, and no difference of those who could", () => {
    const missing = tied(aging, balances(["elm", "100.00"]));
    expect(missing.outcome).toBe("cannot_check");
    expect(withControlAccounts(missing, aging, control("125.00"))).toEqual({ ...missing, outcome: "ties", reason: null, control: figures });
    const differs = tied(aging, balances(["elm", "90.00"]));
    expect(withControlAccounts(differs, aging, control("125.00"))).toMatchObject({
      outcome: "variance",
      reason: null,
      notCompared: ["oak"],
    });
  });

  test("that differ are one difference more, of no contact", () => {
    const result = withControlAccounts(agrees, aging, control("120.00"));
    expect(result).toMatchObject({ outcome: "variance", source: "party_balances", compared: 2, agreed: ["elm", "oak"] });
    expect(result.control).toEqual({ ...figures, ledgers: "120.00", difference: "5.00" });
    expect(result.differences).toEqual([
      {
        ...{ against: "control_accounts", partyId: "", currency: "NZD", ours: "125.00", ledgers: "120.00", difference: "5.00" },
        ...{ outcome: "variance", documents: [] },
      },
    ]);
    expect(withControlAccounts(agrees, aging, control("125.03")).outcome).toBe("within_tolerance");
  });

  test("are the only evidence where no contact could be compared", () => {
    const none = tied(aging, balances());
    const result = withControlAccounts(none, aging, control("125.00"));
    expect(result).toEqual({
      outcome: "ties",
      source: "control_accounts",
      basis: "open_documents_less_unapplied_cash",
      reason: null,
      ledgersAsOf: MADE_AT,
      compared: 1,
      currencies: [{ currency: "NZD", ours: "125.00", ledgers: "125.00", difference: "0.00" }],
      differences: [],
      notCompared: [],
      agreed: [""],
      // The whole is no contact that agrees.
      agreeing: [],
    });
    const foreign = tied(agingOf([open("elm", "1.00", "EUR", "2.00")]), balances(["elm", "1.00", "AUD"]));
    expect(withControlAccounts(foreign, agingOf([open("elm", "1.00", "EUR", "2.00")]), control("2.00"))).toMatchObject({
      ...{ outcome: "ties", compared: 1, notCompared: ["elm"] },
    });
  });

  test("say nothing where a part of the total has no base amount", () => {
    const foreign = agingOf([open("elm", "100.00"), open("oak", "40.00", "EUR", null)]);
    expect(withControlAccounts(agrees, foreign, control("999.00"))).toBe(agrees);
  });

  test("hold by an aging its total less unapplied cash: of every kind, or of those that post to them", () => {
    const kinds = agingOf(
      [open("elm", "100.00"), open("oak", "10.00", "EUR", "18.00")],
      [...[cash("elm", "prepayment", "30.00"), cash("elm", "credit", "5.00", "EUR", "9.00")]],
    );
    // 100 + 18 - 30 - 9, and the same without the prepayment.
    expect(controlTotals(kinds, "NZD")).toEqual(["79.00", "109.00"]);
    const unknown = agingOf([open("elm", "100.00")], [cash("elm", "deposit", "5.00", "EUR", null)]);
    expect(controlTotals(unknown, "NZD")).toEqual(["100.00"]);
    expect(controlTotals(agingOf([open("elm", "1.00", "EUR", null)]), "NZD")).toEqual([]);
    expect(controlTotals(agingOf([]), "NZD")).toEqual(["0", "0"]);
  });
});
