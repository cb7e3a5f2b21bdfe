import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { bankStatement } from "#simulator/bank-statement.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const [FROM, TO, TODAY] = [calendarDate("2026-10-01"), calendarDate("2026-10-31"), calendarDate("2026-11-21")];

describe.each(STYLES)("ledger %s, bank reconciliation", (style) => {
  let world: World;
  let tenant: Tenant;
  let of: { clientId: string; period: string; accountId: string };
  const file = (text: string, fileName = "october.ofx") => ({
    ...{ clientId: of.clientId, accountId: of.accountId, fileName },
    content: Buffer.from(text).toString("base64"),
  });
  const october = () => {
    const account = tenant.books.accounts.find(({ kind }) => kind === "bank");
    return bankStatement(tenant.books, account?.id ?? "", FROM, TO, TODAY);
  };

  beforeAll(async () => {
    world = await createWorld({ seed: 91, tenants: [{ style, a: { journals: true }, books: { months: 4, invoicesPerMonth: 6 } }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const clientId = tenant.source.clientId;
    const accounts = await ask(world, "bank.accounts", { clientId, period: "2026-10" });
    const bank = tenant.books.accounts.find(({ kind }) => kind === "bank");
    const account = accounts.find(({ accountId, name }) => accountId.endsWith(`:${bank?.id}`) || name === bank?.name);
    expect(account).toMatchObject({ state: "no_statement", statement: null });
    of = { clientId, period: "2026-10", accountId: account?.accountId ?? "" };
  });
  afterAll(() => endWorld(world));

  test("what can't be a statement of this account is refused, and nothing is imported", async () => {
    expect(await refusal(world, "bank.import", file(october().slice(0, -40)))).toBe("invalid_input");
    expect(await refusal(world, "bank.import", file(october().replace(/<CURDEF>\w+/, "<CURDEF>XAF")))).toBe("invalid_input");
    expect(await refusal(world, "bank.import", file("hello"))).toBe("invalid_input");
    expect(await ask(world, "bank.statements", { clientId: of.clientId })).toEqual([]);
  });

  test("a balance that was typed leaves what is dated after it outstanding, by name", async () => {
    const { clientId, accountId } = of;
    const typed = { clientId, accountId, date: calendarDate("2026-10-15"), closing: decimal("100.00") };
    const { decisionNo } = await ask(world, "bank.balance", typed);
    const result = await ask(world, "bank.statement", of);
    expect(result.cleared).toEqual({ through: "2026-10-15", by: "balance" });
    const outstanding = [...result.outstandingPayments, ...result.outstandingReceipts];
    expect(outstanding.length).toBeGreaterThan(0);
    expect(outstanding.every(({ date }) => date > typed.date && date <= TO)).toBe(true);
    expect(outstanding.some(({ contact, number, description }) => (contact ?? number ?? description) !== null)).toBe(true);
    // The difference is books less statement, and has the same sign in the close.
    const difference = result.difference ?? decimal("0");
    expect(Number(difference)).not.toBe(0);
    expect(compareDecimals(difference, subtractDecimals(result.expected, typed.closing))).toBe(0);
    const rows = await ask(world, "reconciliations.list", { clientId, period: "2026-10" });
    expect(Number(rows.find((one) => one.accountId === accountId)?.difference)).toBe(Number(difference));
    await ask(world, "decisions.undo", { clientId, decisionNo, outright: true });
    expect((await ask(world, "bank.statement", of)).cleared).toBeNull();
  });

  test("a statement is imported once, its exact matches accepted at once, and what is left explains the statement's balance", async () => {
    const [statement] = await ask(world, "bank.import", file(october()));
    expect(statement).toMatchObject({ from: FROM, to: TO, format: "ofx" });
    expect(await refusal(world, "bank.import", file(october()))).toBe("already_exists");
    expect(await refusal(world, "bank.import", file(october().replace("SECURITY:NONE", "SECURITY:TYPE1")))).toBe("already_exists");

    const before = await ask(world, "bank.work", of);
    const exact = before.suggestions.filter(({ level }) => level === "exact").length;
    expect(exact).toBeGreaterThan(0);
    const accepted = await ask(world, "bank.accept", of);
    expect(accepted.decisionNos).toHaveLength(exact);
    const others = (await ask(world, "bank.work", of)).suggestions.map(({ lineIds, recordIds }) => ({
      lineIds: [...lineIds],
      recordIds: [...recordIds],
    }));
    if (others.length > 0) await ask(world, "bank.match", { clientId: of.clientId, accountId: of.accountId, matches: others });

    const { reconciliation } = await ask(world, "bank.work", of);
    // Only the fee that the bank took is not in the books.
    expect(reconciliation.unreconciledLines.map(({ payee, amount }) => [payee, amount])).toEqual([["MONTHLY ACCOUNT FEE", "-12.50"]]);
    expect(Number(reconciliation.difference)).toBe(0);
    expect(reconciliation.state).toBe("to_match");
    expect(await ask(world, "bank.statement", of)).toEqual(reconciliation);
    const month = { clientId: of.clientId, period: "2026-10" };
    const row = (await ask(world, "bank.accounts", month)).find(({ accountId }) => accountId === of.accountId);
    expect(row).toMatchObject({ state: "to_match", lines: statement?.lines, matched: (statement?.lines ?? 0) - 1 });
  });

  test("the ledger's own reconciled flag is shown where it says something else", async () => {
    const { matches, postings, reconciliation } = await ask(world, "bank.work", of);
    const flagOf = new Map(postings.map(({ recordId, ledgerReconciled }) => [recordId, ledgerReconciled]));
    const { clearedHere, clearedThere } = reconciliation.ledgerDiffers;
    if (style !== "a") {
      expect([...new Set(flagOf.values())]).toEqual([null]);
      expect([clearedHere, clearedThere]).toEqual([[], []]);
      return;
    }
    const matched = matches.flatMap(({ recordIds }) => recordIds);
    const notThere = matched.filter((id) => flagOf.get(id) === false);
    // What is dated before the first statement isn't outstanding without its match.
    const own = notThere.find((id) => postings.some(({ recordId, date }) => recordId === id && date >= FROM)) ?? "";
    expect(own).not.toBe("");
    expect(clearedHere.map(({ recordId }) => recordId).sort()).toEqual([...notThere].sort());
    // Somebody reconciles one of them in the ledger: the next sync reads it, and it isn't listed as a change of the books.
    const before = await ask(world, "changes.list", { clientId: of.clientId, limit: 500 });
    const id = own.split(":")[1] ?? "";
    const changed = tenant.books.transactions.find((one) => one.id === id);
    if (changed === undefined) throw new Error("the ledger has no such transaction");
    tenant.books.bankReconciled.add(id);
    changed.modifiedMs = world.clock.nowMs();
    await syncToEnd(tenant);
    const after = (await ask(world, "bank.work", of)).reconciliation.ledgerDiffers;
    expect(after.clearedHere).toHaveLength(notThere.length - 1);
    expect(await ask(world, "changes.list", { clientId: of.clientId, limit: 500 })).toEqual(before);
    // The match is undone: now the ledger says more than Tieout.
    const match = matches.find(({ recordIds }) => recordIds.includes(own));
    await ask(world, "bank.unmatch", { clientId: of.clientId, decisionNos: [match?.decisionNo ?? 0] });
    const open = (await ask(world, "bank.work", of)).reconciliation.ledgerDiffers;
    expect(open.clearedThere.map(({ recordId }) => recordId)).toContain(own);
    const again = { lineIds: [...(match?.lineIds ?? [])], recordIds: [...(match?.recordIds ?? [])] };
    await ask(world, "bank.match", { clientId: of.clientId, accountId: of.accountId, matches: [again] });
  });

  test("the close takes the account from its statement: required, open while a line isn't in the books, whatever is typed", async () => {
    const month = { clientId: of.clientId, period: "2026-10" };
    const find = async () => (await ask(world, "reconciliations.list", month)).find(({ accountId }) => accountId === of.accountId);
    const row = await find();
    expect(row).toMatchObject({ required: true, state: "to_match", bank: "to_match" });
    // Statement and items come to the books.
    const explained = sumDecimals([row?.support?.amount ?? decimal("0"), ...(row?.items ?? []).map(({ amount }) => amount)]);
    expect(compareDecimals(explained, row?.closing ?? decimal("0"))).toBe(0);
    await ask(world, "reconciliations.save", { ...month, accountId: of.accountId, support: row?.closing ?? decimal("0"), items: [] });
    expect(await find()).toMatchObject({ state: "to_match" });
    const open = await world.run(world.runtime.route("reconciliations.sign", { ...month, accountId: of.accountId, role: "preparer" }));
    expect(open.ok ? "" : open.failure.message).toMatch(/ has unmatched bank statement lines\.$/);
    expect(await find()).toMatchObject({ toMatch: 1 });
    // In the month after it nothing can be entered either: what is missing is the next statement.
    const later = { clientId: of.clientId, period: "2026-11", accountId: of.accountId };
    const told = await world.run(world.runtime.route("reconciliations.sign", { ...later, role: "preparer" }));
    expect(told).toMatchObject({
      ok: false,
      failure: { code: "conflict", next: "Import the missing statement or enter its closing balance first." },
    });
  });

  test("a match is undone, and neither a line nor a transaction is matched twice", async () => {
    const { matches, reconciliation } = await ask(world, "bank.work", of);
    const [first] = matches;
    const match = { lineIds: [...(first?.lineIds ?? [])], recordIds: [...(first?.recordIds ?? [])] };
    const again = { clientId: of.clientId, accountId: of.accountId, matches: [match] };
    expect(await refusal(world, "bank.match", again)).toBe("conflict");
    await ask(world, "bank.unmatch", { clientId: of.clientId, decisionNos: [first?.decisionNo ?? 0] });
    expect((await ask(world, "bank.statement", of)).unreconciledLines).toHaveLength(
      reconciliation.unreconciledLines.length + match.lineIds.length,
    );
    await ask(world, "bank.match", again);
    expect((await ask(world, "bank.statement", of)).difference).toBe(reconciliation.difference);
    const [fee] = reconciliation.unreconciledLines;
    const wrong = { lineIds: [fee?.lineId ?? ""], recordIds: [(await ask(world, "bank.work", of)).postings[0]?.recordId ?? ""] };
    expect(await refusal(world, "bank.match", { ...again, matches: [wrong] })).not.toBe("done");
  });

  test("a removed statement takes its matches along, and they count again when it is imported again", async () => {
    const clientId = of.clientId;
    const [statement] = await ask(world, "bank.statements", { clientId });
    const before = await ask(world, "bank.statement", of);
    const counting = (await ask(world, "bank.work", of)).matches.filter(({ broken }) => broken === null).length;
    const removal = await ask(world, "bank.removal", { clientId, statementNo: statement?.statementNo ?? 0 });
    expect(removal).toEqual({ lines: statement?.lines, matches: counting, drafts: 0, signOffs: [] });
    await ask(world, "bank.remove", { clientId, statementNo: statement?.statementNo ?? 0 });
    expect((await ask(world, "bank.work", of)).matches.every(({ broken }) => broken === "line_removed")).toBe(true);
    await ask(world, "bank.import", file(october()));
    expect(await ask(world, "bank.statement", of)).toEqual(before);
  });

  test("a transaction that was matched again meanwhile stays so when the statement of its first match comes back", async () => {
    const { clientId, accountId } = of;
    const before = await ask(world, "bank.statement", of);
    const [first] = (await ask(world, "bank.work", of)).matches.filter((one) => one.lineIds.length === 1 && one.recordIds.length === 1);
    const { lines } = await ask(world, "bank.work", of);
    const line = lines.find(({ lineId }) => lineId === first?.lineIds[0]);
    const [imported] = await ask(world, "bank.statements", { clientId });
    await ask(world, "bank.remove", { clientId, statementNo: imported?.statementNo ?? 0 });
    const account = tenant.books.accounts.find(({ kind }) => kind === "bank");
    const later = bankStatement(tenant.books, account?.id ?? "", calendarDate("2026-11-02"), calendarDate("2026-11-09"), TODAY);
    const entry = `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20261105<TRNAMT>${line?.amount}<FITID>AGAIN<NAME>THE SAME AMOUNT</STMTTRN>`;
    const [november] = await ask(world, "bank.import", file(later.replace("</BANKTRANLIST>", `${entry}</BANKTRANLIST>`), "november.ofx"));
    const open = (await ask(world, "bank.work", { ...of, period: "2026-11" })).lines.find(({ payee }) => payee === "THE SAME AMOUNT");
    const again = { lineIds: [open?.lineId ?? ""], recordIds: [...(first?.recordIds ?? [])] };
    const { decisionNos } = await ask(world, "bank.match", { clientId, accountId, matches: [again] });
    await ask(world, "bank.restore", { clientId, statementNo: imported?.statementNo ?? 0 });
    const { matches, reconciliation } = await ask(world, "bank.work", { ...of, period: "2026-11" });
    const ofRecord = matches.filter(({ recordIds, broken }) => broken === null && recordIds.includes(again.recordIds[0] ?? ""));
    expect(ofRecord.map(({ decisionNo }) => decisionNo)).toEqual(decisionNos);
    expect(matches.find(({ decisionNo }) => decisionNo === first?.decisionNo)?.broken).toBe("matched_again");
    expect(reconciliation.unreconciledLines.map(({ lineId }) => lineId)).toContain(first?.lineIds[0]);
    await ask(world, "bank.remove", { clientId, statementNo: november?.statementNo ?? 0 });
    expect(await ask(world, "bank.statement", of)).toEqual(before);
  });

  test("a longer download adds the lines that are new", async () => {
    const account = tenant.books.accounts.find(({ kind }) => kind === "bank");
    const longer = bankStatement(tenant.books, account?.id ?? "", FROM, TODAY, TODAY);
    expect(await refusal(world, "bank.import", file(longer, "to-date.ofx"))).toBe("already_exists");
    const [added] = await ask(world, "bank.import", { ...file(longer, "to-date.ofx"), onlyNew: true });
    expect(added).toMatchObject({ from: "2026-11-01", to: TODAY });
    const reconciled = await ask(world, "bank.statement", of);
    expect(Number(reconciled.difference)).toBe(0);
  });
});
