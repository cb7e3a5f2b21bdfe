import { describe, expect, test } from "vitest";
import { readStatements, type StatementFile } from "#main/domain/bank-statements/read-statements.ts";
import type { CsvMapping } from "#shared/contract/close/bank.ts";

const read = (text: string, mapping: CsvMapping | null = null) => readStatements(new TextEncoder().encode(text), mapping);

function good(text: string, mapping: CsvMapping | null = null): StatementFile {
  const file = read(text, mapping);
  if (!file.ok) throw new Error(file.failure.message);
  return file.value;
}

function refusal(text: string, mapping: CsvMapping | null = null): string {
  const file = read(text, mapping);
  return file.ok ? "read" : file.failure.message;
}

const OFX1 = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX>
<BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>USD
<BANKACCTFROM><BANKID>121000358<ACCTID>000123456789<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261002120000[-5:EST]<TRNAMT>+1250.10<FITID>F1<NAME>SMITH &amp; SONS<MEMO></STMTTRN>
<STMTTRN>
<TRNTYPE>CHECK
<DTPOSTED>20261005
<TRNAMT>-.75
<FITID>F2
<CHECKNUM>1042
<MEMO>
</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>2249.35<DTASOF>20261031</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>`;

const ENTRY = (amount: string, side: string, ref: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-10-05</Dt></BookgDt>
<AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>INV-77</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>M&#252;ller</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`;
const BAL = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-31</Dt></Dt></Bal>`;
const CAMT = (entries: string, closing: string, head = "") =>
  `<?xml version="1.0"?>${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
${BAL("OPBD", "100.00")}${BAL("CLBD", closing)}${entries}</Stmt></BkToCstmrStmt></Document>`;

const MT940 = `:20:STARTUMS
:25:12030000/202051
:28C:1/1
:60F:C261001EUR100,00
:61:2610051005C50,25NTRFINV-77//B1
:86:166?20Invoice 77?32Muster GmbH
:61:2610061006D20,NCHG NONREF
:62F:C261031EUR130,25
-`;

describe("bank files", () => {
  test("OFX 1: values without closing tags, an empty one, exact amounts, the balance before", () => {
    const [statement] = good(OFX1).statements;
    expect(statement).toMatchObject({ bankAccount: "121000358 000123456789", currency: "USD", from: "2026-10-01", to: "2026-10-31" });
    expect(statement).toMatchObject({ opening: "1000.00", closing: "2249.35" });
    expect(statement?.lines).toMatchObject([
      { date: "2026-10-02", amount: "1250.10", bankId: "F1", payee: "SMITH & SONS", description: null },
      { date: "2026-10-05", amount: "-0.75", bankId: "F2", reference: "1042", description: null },
    ]);
  });

  test("OFX: a file that ends early, an amount and a date that aren't, each with its line", () => {
    expect(refusal(OFX1.slice(0, -8))).toMatch(/OFX: the file is incomplete/);
    expect(refusal(OFX1.replace("-.75", "-7x"))).toBe('Line 14, TRNAMT: "-7x" isn\'t an amount.');
    expect(refusal(OFX1.replace("20261005", "20261305"))).toBe('Line 13, DTPOSTED: "2026-13-05" isn\'t a date.');
  });

  test("CAMT.053: signs, references, the bank's ids, and balances that must add up", () => {
    const [statement] = good(CAMT(ENTRY("50.25", "CRDT", "B1") + ENTRY("20.00", "DBIT", "B2"), "130.25")).statements;
    expect(statement).toMatchObject({ bankAccount: "DE02120300000000202051", opening: "100.00", closing: "130.25" });
    expect(statement?.lines.map(({ amount, bankId }) => [amount, bankId])).toEqual([
      ["50.25", "B1"],
      ["-20.00", "B2"],
    ]);
    expect(statement?.lines[0]).toMatchObject({ payee: "Müller", reference: "INV-77" });
    expect(refusal(CAMT(ENTRY("50.25", "CRDT", "B1"), "130.25"))).toMatch(
      /closing balance is 130.25, but the opening balance and entries add up to 150.25/,
    );
    expect(refusal(CAMT(ENTRY("50.25", "CRDT", "B1").replace("EUR", "USD"), "150.25"))).toMatch(
      /Ccy: the entry is in USD, but the statement is in EUR/,
    );
  });

  test("CAMT.053: entities that expand, other document types and half a file are refused", () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
    expect(refusal(CAMT("", "100.00", bomb))).toBe(
      "Line 1, XML: declarations such as DOCTYPE aren't accepted; download the statement in another format.",
    );
    expect(refusal(CAMT("", "100.00").slice(0, 300))).toMatch(/^Line \d+, /);
  });

  test("MT940: debits, references, payees, and a closing balance that must follow", () => {
    const [statement] = good(MT940).statements;
    expect(statement).toMatchObject({ bankAccount: "12030000/202051", currency: "EUR", opening: "100.00", closing: "130.25" });
    expect(statement?.lines).toMatchObject([
      { date: "2026-10-05", amount: "50.25", reference: "INV-77", bankId: "B1", payee: "Muster GmbH" },
      { amount: "-20" },
    ]);
    expect(refusal(MT940.replace("130,25", "131,25"))).toMatch(/^Line 8, :62F:/);
    expect(refusal(MT940.split(":62F:")[0] as string)).toMatch(
      /:62F: the statement doesn't have this field, so the file may be incomplete/,
    );
  });

  test("CSV: headings, order and marks are recognised, the newest line first or last", () => {
    const eu = 'Buchungstag;Betrag;Name;Saldo\n31.10.2026;-1.234,50;"Miete; Oktober";8.765,50\n13.10.2026;10.000,00;Kunde;10.000,00\n';
    const file = good(eu);
    expect(file.csv?.mapping).toMatchObject({ delimiter: ";", dateOrder: "dmy", decimalMark: ",", headerRows: 1 });
    expect(file.statements[0]).toMatchObject({ opening: "0.00", closing: "8765.50", from: "2026-10-13", to: "2026-10-31" });
    expect(file.statements[0]?.lines.map(({ amount }) => amount)).toEqual(["10000.00", "-1234.50"]);
    const us = 'Account 123\nDate,Description,Debit,Credit\n10/31/2026,Rent,1234.50,\n10/13/2026,Sale,,"10,000.00"\n';
    expect(good(us).statements[0]?.lines.map(({ amount }) => amount)).toEqual(["10000.00", "-1234.50"]);
  });

  test("CSV: days that could be months, a missing row, a formula, an open quote", () => {
    expect(good("Date,Amount\n01/02/2026,5.00\n").csv?.mapping).toBeNull();
    const kept = "Date,Amount,Balance\n2026-10-01,5.00,105.00\n2026-10-03,7.00,115.00\n";
    expect(refusal(kept)).toBe(
      "Line 3, balance: 115.00 doesn't equal the previous balance plus the amounts since then. A row may be missing.",
    );
    const formula = "Date,Amount,Description\n2026-10-01,5.00,=HYPERLINK()\n";
    expect(refusal(formula)).toMatch(/^Line 2, Description: "=HYPERLINK\(\)" is a formula/);
    expect(refusal('Date,Amount\n2026-10-01,"5.00\n')).toMatch(/a closing quotation mark is missing/);
  });

  test("CSV: the last file's columns give way where another sign splits the rows, and to nothing else", () => {
    const again = (text: string, mapping: CsvMapping | null) => {
      const file = readStatements(new TextEncoder().encode(text), mapping, true);
      return file.ok ? file.value : file.failure.message;
    };
    const card = "Date,Amount,Name\n2026-10-31,5.00,Ann\n";
    const last = { ...(good(card).csv?.mapping as CsvMapping), chargesPositive: true };
    expect(again(card, last)).toMatchObject({ statements: [{ lines: [{ amount: "-5.00" }] }], csv: { delimiter: ",", mapping: last } });
    const eu = "Date;Name;Amount\n30.11.2026;Ann;1.234,50\n29.11.2026;Bo;7,00\n";
    const columns = { delimiter: ";", date: 0, payee: 1, amount: 2, decimalMark: ",", dateOrder: "dmy", chargesPositive: true };
    expect(again(eu, last)).toMatchObject({
      statements: [{ lines: [{ amount: "-7.00" }, { amount: "-1234.50" }] }],
      csv: { delimiter: ";", mapping: columns },
    });
    // Where the columns can't be told, a person chooses them.
    const unclear = "Tag;Wer;Wie viel\n30.11.2026;Ann;1.234,50\n";
    expect(again(unclear, last)).toMatchObject({
      statements: [],
      csv: {
        ...{ delimiter: ";", mapping: null },
        rows: [
          ["Tag", "Wer", "Wie viel"],
          ["30.11.2026", "Ann", "1.234,50"],
        ],
      },
    });
    // What was chosen for this file, a row that can't be read, and a file of another format are refused as they are.
    expect(refusal(eu, last)).toMatch(/^Line 2, /);
    expect(again("Date,Amount,Name\n2026-10-31,much,Ann\n", last)).toBe('Line 2, Amount: "much" isn\'t an amount.');
    expect(again(OFX1.replace("-.75", "-7x"), last)).toBe('Line 14, TRNAMT: "-7x" isn\'t an amount.');
  });

  test("lines that end with CR alone are lines", () => {
    const old = (text: string) => text.replaceAll("\n", "\r");
    expect(good(old(MT940)).statements).toEqual(good(MT940).statements);
    expect(good(`${old(MT940)}\n`).statements).toEqual(good(MT940).statements);
    const csv = "Date,Amount\n2026-10-31,5.00\n2026-10-30,7.00\n";
    expect(good(old(csv))).toEqual(good(csv));
    expect(refusal(old(OFX1.replace("-.75", "-7x")))).toBe('Line 14, TRNAMT: "-7x" isn\'t an amount.');
  });

  test("what is no statement says so", () => {
    expect(refusal("%PDF-1.7 …")).toMatch(/is a PDF/);
    for (const archive of ["PK\u0003\u0004", "PK\u0005\u0006", "PK\u0007\u0008"]) expect(refusal(archive)).toMatch(/workbook or a ZIP/);
    // A heading may begin like that.
    expect(good("PK,Date,Amount\n7,2026-10-31,5.00\n").statements[0]?.lines).toMatchObject([{ date: "2026-10-31", amount: "5.00" }]);
    expect(refusal("hello")).toMatch(/can't read the file as OFX, QFX, CAMT.053, MT940 or CSV/);
  });
});
