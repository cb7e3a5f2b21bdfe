import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import { bankStatement } from "#simulator/bank-statement.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const [FROM, TO, TODAY] = [calendarDate("2026-10-01"), calendarDate("2026-10-31"), calendarDate("2026-11-21")];

/** Files as banks and people really send them: each that is wrong is refused in words, and nothing of it is kept. */
describe("bank files that can't be imported", () => {
  let world: World;
  let tenant: Tenant;
  let clientId: string;
  let accountId: string;
  let currency: string;
  const bankOf = () => tenant.books.accounts.find(({ kind }) => kind === "bank")?.id ?? "";
  const october = () => bankStatement(tenant.books, bankOf(), FROM, TO, TODAY);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const route = (content: string, more: object = {}) =>
    world.run(world.runtime.route("bank.import", { clientId, accountId, fileName: "october.ofx", content, ...more }));

  /** What the import says, after which there is no statement more than before. */
  async function said(content: string | Uint8Array, more: object = {}) {
    const before = await ask(world, "bank.statements", { clientId });
    const base64 = typeof content === "string" ? content : Buffer.from(content).toString("base64");
    const reply = await route(base64, more);
    expect(await ask(world, "bank.statements", { clientId })).toEqual(before);
    return reply.ok ? { code: "imported", message: "" } : { code: reply.failure.code, message: reply.failure.message };
  }

  beforeAll(async () => {
    world = await createWorld({ seed: 91, tenants: [{ style: "b", books: { months: 4, invoicesPerMonth: 6 } }] });
    tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    clientId = tenant.source.clientId;
    const accounts = await ask(world, "bank.accounts", { clientId, period: "2026-10" });
    const account = accounts.find((one) => one.accountId.endsWith(`:${bankOf()}`));
    accountId = account?.accountId ?? "";
    currency = account?.currency ?? "";
  });
  afterAll(() => endWorld(world));

  test("one that ends early, with the place where", async () => {
    const text = october();
    for (const share of [0.3, 0.6, 0.95]) {
      const { code, message } = await said(bytes(text.slice(0, Math.floor(text.length * share))));
      expect(code).toBe("invalid_input");
      expect(message).toMatch(/^Line \d+, \w+: /);
    }
  });

  test("one in another currency than the account's", async () => {
    const other = await said(bytes(october().replace(/<CURDEF>\w+/, "<CURDEF>XAF")));
    expect(other).toEqual({
      code: "invalid_input",
      message: expect.stringMatching(new RegExp(`^The statement is in XAF, but .* is in ${currency}\\.$`)),
    });
  });

  test("one with entities that expand", async () => {
    const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol">${levels}]><Document><Stmt>&l9;</Stmt></Document>`;
    expect(await said(bytes(bomb))).toEqual({
      code: "invalid_input",
      message: "Line 1, XML: declarations such as DOCTYPE aren't accepted; download the statement in another format.",
    });
  });

  test("a CSV file with formulas, with days that may be months, with a row missing", async () => {
    const formula = 'Date,Amount,Description\n2026-10-01,5.00,"=HYPERLINK(""http://x"")"\n';
    expect((await said(bytes(formula))).message).toMatch(/^Line 2, Description: .* is a formula; export the file as plain values\.$/);
    const ambiguous = "Date,Amount,Description\n01/02/2026,5.00,Sale\n03/04/2026,7.00,Sale\n";
    expect(await said(bytes(ambiguous))).toEqual({
      code: "invalid_input",
      message: "The columns of the file aren't clear. Choose what each column contains.",
    });
    const gap = "Date,Amount,Balance\n2026-10-01,5.00,105.00\n2026-10-03,7.00,115.00\n";
    expect((await said(bytes(gap))).message).toBe(
      "Line 3, balance: 115.00 doesn't equal the previous balance plus the amounts since then. A row may be missing.",
    );
  });

  test("one in an encoding that isn't what it says, one that is no text, a workbook, a PDF", async () => {
    const utf16 = Uint8Array.from([0xff, 0xfe, ...bytes(october())]);
    const { code } = await said(utf16);
    expect(code).toBe("invalid_input");
    const camt = '<?xml version="1.0" encoding="UTF-8"?><Document><Stmt>Caf';
    expect((await said(Uint8Array.from([...bytes(camt), 0xe9, 0x3c]))).code).toBe("invalid_input");
    expect((await said(new Uint8Array(4096))).message).toBe("The file is empty.");
    expect((await said(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]))).message).toMatch(/workbook or a ZIP/);
    expect((await said(bytes("%PDF-1.7\n"))).message).toMatch(/is a PDF/);
  });

  test("one that is too large, before it is read", async () => {
    const began = process.memoryUsage().rss;
    const reply = await said("A".repeat(28_000_001));
    expect(reply).toEqual({ code: "invalid_input", message: "File: choose a file of at most 20 MB." });
    expect(process.memoryUsage().rss - began).toBeLessThan(400_000_000);
  });

  test("one of another bank account, the same again, and days that overlap", async () => {
    expect((await said("!!!")).code).toBe("invalid_input");
    const reply = await route(Buffer.from(october()).toString("base64"));
    expect(reply.ok).toBe(true);
    expect(await said(bytes(october()))).toEqual({ code: "already_exists", message: "This file was imported before." });
    const renumbered = bytes(october().replace("SECURITY:NONE", "SECURITY:TYPE1"));
    expect((await said(renumbered)).code).toBe("already_exists");
    const september = bankStatement(tenant.books, bankOf(), calendarDate("2026-09-01"), calendarDate("2026-09-30"), TODAY);
    const other = september.replace(/<ACCTID>\w+/, "<ACCTID>999000111");
    expect((await said(bytes(other))).message).toMatch(
      /^The file is for bank account .*999000111, but earlier statements for .* were for /,
    );
    const longer = bankStatement(tenant.books, bankOf(), calendarDate("2026-10-15"), TODAY, TODAY);
    const overlap = await said(bytes(longer), { fileName: "later.ofx" });
    expect(overlap.code).toBe("already_exists");
    expect(overlap.message).toMatch(/^The file covers 15 Oct to 21 Nov 2026, but October 2026 was already imported from october\.ofx\.$/);
  });

  test("a statement that was removed is restored, unless its days were imported again", async () => {
    const [statement] = await ask(world, "bank.statements", { clientId });
    const statementNo = statement?.statementNo ?? 0;
    await ask(world, "bank.remove", { clientId, statementNo });
    await ask(world, "bank.restore", { clientId, statementNo });
    expect(await ask(world, "bank.statements", { clientId })).toEqual([statement]);
    await ask(world, "bank.remove", { clientId, statementNo });
    expect((await route(Buffer.from(october()).toString("base64"))).ok).toBe(true);
    const again = await world.run(world.runtime.route("bank.restore", { clientId, statementNo }));
    expect(again.ok ? "restored" : again.failure.code).toBe("already_exists");
    // A typed balance that the statement contradicts says where the statement is removed.
    const typed = await world.run(world.runtime.route("bank.balance", { clientId, accountId, date: TO, closing: "0.01" }));
    expect(typed.ok ? "" : `${typed.failure.message} ${typed.failure.next}`).toMatch(
      /so the balance you entered wasn't saved\. If the statement's balance is wrong, remove that statement first: choose Bank statements on/,
    );
  });

  test("the new lines of a file that the bank wrote in one line are imported, and the others are known one by one", async () => {
    for (const { statementNo } of await ask(world, "bank.statements", { clientId }))
      await ask(world, "bank.remove", { clientId, statementNo });
    const entry = (day: string, amount: string, reference: string) =>
      `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry>`;
    const balance = (code: string, amount: string, day: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
    const camt = (to: string, closing: string, entries: string) =>
      `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02</IBAN></Id></Acct>${balance("OPBD", "0.00", FROM)}${balance("CLBD", closing, to)}${entries}</Stmt></BkToCstmrStmt></Document>`;
    const first = entry("2026-10-05", "5.00", "r1") + entry("2026-10-06", "7.00", "r2");
    const half = Buffer.from(camt("2026-10-15", "12.00", first)).toString("base64");
    expect(await route(half, { fileName: "half.xml" })).toMatchObject({ ok: true, value: [{ lines: 2, closing: "12.00" }] });
    const whole = Buffer.from(camt("2026-10-31", "22.00", first + entry("2026-10-20", "10.00", "r3"))).toString("base64");
    const refused = await route(whole, { fileName: "whole.xml" });
    expect(refused.ok ? "" : refused.failure.next).toBe("Import only the new line.");
    const kept = await route(whole, { fileName: "whole.xml", onlyNew: true });
    expect(kept).toMatchObject({ ok: true, value: [{ lines: 1, closing: "22.00" }] });
    const { reconciliation } = await ask(world, "bank.work", { clientId, period: "2026-10", accountId });
    expect(Number(reconciliation.statement)).toBe(22);
    for (const { statementNo } of await ask(world, "bank.statements", { clientId }))
      await ask(world, "bank.remove", { clientId, statementNo });
  });

  test("a file of another format brings only the lines that the first one didn't have", async () => {
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const csv = "Date,Amount,Description\n2026-10-05,5.00,Coffee\n2026-10-05,5.00,Coffee\n2026-10-16,7.00,Tea\n";
    expect((await route(base64(csv), { fileName: "first.csv" })).ok).toBe(true);
    const entry = (day: string, amount: string, id: string) =>
      `<STMTTRN><DTPOSTED>202610${day}<TRNAMT>${amount}<FITID>${id}<NAME>CARD PAYMENT ${id}</STMTTRN>`;
    const lines = [entry("05", "5.00", "f1"), entry("05", "5.00", "f2"), entry("05", "5.00", "f3"), entry("20", "9.00", "f4")].join("");
    const list = `<BANKTRANLIST><DTSTART>20261005<DTEND>20261031${lines}</BANKTRANLIST>`;
    const ofx = `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>${currency}${list}</STMTRS></OFX>`;
    const refused = await route(base64(ofx), { fileName: "second.ofx" });
    expect(refused.ok ? "" : refused.failure.next).toBe("Import only the 2 new lines.");
    expect(await route(base64(ofx), { fileName: "second.ofx", onlyNew: true })).toMatchObject({ ok: true, value: [{ lines: 2 }] });
    for (const { statementNo } of await ask(world, "bank.statements", { clientId }))
      await ask(world, "bank.remove", { clientId, statementNo });
  });

  test("of a file for two accounts, what was removed comes back, and what still counts isn't imported twice", async () => {
    const accounts = await ask(world, "bank.accounts", { clientId, period: "2026-10" });
    const card = accounts.find((one) => one.accountId !== accountId)?.accountId;
    const ofx = (...statements: (readonly [number: string, month: string])[]) => {
      const parts = statements.map(
        ([number, month]) =>
          `<STMTRS><BANKACCTFROM><ACCTID>${number}</BANKACCTFROM><BANKTRANLIST><DTSTART>2026${month}01<DTEND>2026${month}30<STMTTRN><DTPOSTED>2026${month}05<TRNAMT>5.00<FITID>${number}${month}<NAME>Sale</STMTTRN></BANKTRANLIST></STMTRS>`,
      );
      return Buffer.from(`OFXHEADER:100\n\n<OFX>${parts.join("\n")}</OFX>`).toString("base64");
    };
    const both = ofx(["111", "10"], ["222", "10"]);
    const again = (more: object = {}) => route(both, { accountId: undefined, fileName: "both.ofx", ...more });
    const removeOf = async (bankAccount: string, keeps: string) => {
      for (const one of await ask(world, "bank.statements", { clientId }))
        if (one.bankAccount === bankAccount && one.to !== keeps)
          await ask(world, "bank.remove", { clientId, statementNo: one.statementNo });
    };
    expect((await route(ofx(["111", "09"]))).ok).toBe(true);
    expect((await route(ofx(["222", "09"]), { accountId: card })).ok).toBe(true);
    expect(await again()).toMatchObject({ ok: true, value: [{ accountId }, { accountId: card }] });
    await removeOf("222", "2026-09-30");
    expect(await again()).toMatchObject({ ok: true, value: [{ accountId: card, bankAccount: "222", lines: 1 }] });
    const refused = { code: "already_exists", message: "This file was imported before." };
    expect(await again()).toMatchObject({ ok: false, failure: refused });
    // Nothing else tells whose the removed one was: the window imports it from the account that is open.
    await removeOf("222", "");
    expect(await again({ accountId: card })).toMatchObject({ ok: true, value: [{ accountId: card, bankAccount: "222" }] });
    for (const { statementNo } of await ask(world, "bank.statements", { clientId }))
      await ask(world, "bank.remove", { clientId, statementNo });
  });

  test("a CSV file whose rows another sign splits than the last one's is shown as it seems to be", async () => {
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    expect((await route(base64("Date,Amount,Payee\n2026-10-05,5.00,Ann\n"), { fileName: "comma.csv" })).ok).toBe(true);
    const preview = (content: string) => ask(world, "bank.preview", { clientId, accountId, content: base64(content) });
    expect((await preview("Date,Amount,Payee\n2026-11-05,5.00,Ann\n")).csv).toMatchObject({ remembered: true, delimiter: "," });
    expect(await preview("Date;Payee;Amount\n05.11.2026;Ann;5,00\n15.11.2026;Bo;7,00\n")).toMatchObject({
      statements: [{ lines: 2, to: "2026-11-15" }],
      csv: { remembered: false, delimiter: ";", mapping: { payee: 1, amount: 2, decimalMark: "," } },
    });
    for (const { statementNo } of await ask(world, "bank.statements", { clientId }))
      await ask(world, "bank.remove", { clientId, statementNo });
  });

  test("a card's balance that the statement contradicts is named as owed, whichever sign it is entered with", async () => {
    const accounts = await ask(world, "bank.accounts", { clientId, period: "2026-10" });
    const card = accounts.find(({ isLiability }) => isLiability);
    const closing = (units: string) =>
      bytes(
        october()
          .replace(/<BALAMT>[-\d.]+/, `<BALAMT>${units}`)
          .replace(/<ACCTID>\w+/, "<ACCTID>900000205"),
      );
    const of = { clientId, accountId: card?.accountId ?? "" };
    for (const [units, named] of [
      ["-1013.67", "1,013.67 USD owed"],
      ["20.00", "20.00 USD overpaid"],
    ] as const) {
      const content = Buffer.from(closing(units)).toString("base64");
      const [kept] = await ask(world, "bank.import", { ...of, content, fileName: "card.ofx", onlyNew: false });
      const typed = await world.run(world.runtime.route("bank.balance", { ...of, date: TO, closing: "0.01" }));
      expect(typed.ok ? "" : typed.failure.message.replace(card?.currency ?? "", "USD")).toContain(`a closing balance of ${named} on`);
      await ask(world, "bank.remove", { clientId, statementNo: kept?.statementNo ?? 0 });
    }
  });

  test("a balance read from a PDF is the balance per statement where there is no file, and is undone", async () => {
    const accounts = await ask(world, "bank.accounts", { clientId, period: "2026-10" });
    const card = accounts.find(({ state, accountId: id }) => state === "no_statement" && id !== accountId);
    const of = { clientId, period: "2026-10", accountId: card?.accountId ?? "" };
    const books = card?.books ?? decimal("0");
    const text = await world.run(
      world.runtime.route("bank.balance", {
        ...of,
        period: undefined,
        date: TO,
        closing: books,
        content: Buffer.from("hello").toString("base64"),
      }),
    );
    expect(text.ok ? "kept" : text.failure.message).toMatch(/isn't a PDF/);
    const pdf = { content: Buffer.from("%PDF-1.7\n%%EOF").toString("base64"), fileName: "october.pdf" };
    const { decisionNo } = await ask(world, "bank.balance", { clientId, accountId: of.accountId, date: TO, closing: books, ...pdf });
    const work = await ask(world, "bank.work", of);
    expect(work.statements).toMatchObject([{ decisionNo, to: TO, closing: books, format: "pdf", fileName: "october.pdf" }]);
    expect(work.reconciliation).toMatchObject({ state: "reconciled", statement: books, statementDate: TO });
    expect(Number(work.reconciliation.difference)).toBe(0);
    const row = (await ask(world, "reconciliations.list", { clientId, period: "2026-10" })).find((one) => one.accountId === of.accountId);
    expect(row).toMatchObject({ bank: "reconciled" });
    // Shown with one sign, here and on the bank screen.
    expect(Number(row?.closing)).toBe(Number(balanceSheetSign(books, { isLiability: card?.isLiability === true })));
    // What removing it changes is told before: the sign-off that was given on it.
    await ask(world, "reconciliations.sign", { ...of, role: "preparer" });
    const removal = await ask(world, "bank.removal", { clientId, statementNo: -decisionNo });
    expect(removal).toMatchObject({ lines: 0, matches: 0, drafts: 0, signOffs: [{ period: "2026-10", role: "preparer" }] });
    await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await refusal(world, "bank.removal", { clientId, statementNo: -decisionNo })).toBe("not_found");
    expect((await ask(world, "bank.work", of)).reconciliation).toMatchObject({ state: "no_statement", statement: null });
  });
});
