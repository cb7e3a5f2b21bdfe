import { describe, expect, it } from "vitest";
import { withEntities } from "#main/domain/bank-statements/element.ts";
import { overlaps } from "#main/domain/bank-statements/overlaps.ts";
import { readStatements } from "#main/domain/bank-statements/read-statements.ts";
import { quoted, tidy } from "#main/domain/bank-statements/statement.ts";
import { amountOf, compactDate, currencyOf } from "#main/domain/bank-statements/values.ts";
import { readXml } from "#main/domain/bank-statements/xml.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";

const HERE = { line: 7, field: "Amount" };
const bytes = (text: string) => new TextEncoder().encode(text);
/** What a reader says of a value or a file: what it read, or why it didn't. */
function said<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}
const file = (text: string | Uint8Array) => {
  const result = readStatements(typeof text === "string" ? bytes(text) : text, null);
  return result.ok ? result.value : result.failure.message;
};
const statements = (text: string) => {
  const read = file(text);
  if (typeof read === "string") throw new Error(read);
  return read.statements;
};

describe("a value of a bank's file", () => {
  it("keeps an amount's digits, whichever mark and sign it has", () => {
    const read = (text: string) => said(() => amountOf(text, HERE));
    expect(["12.50", "-12,5", "+3", ".75", " 7 ", "5.", "-0.00", "-.5"].map(read)).toEqual([
      ...["12.50", "-12.5", "3", "0.75", "7", "5", "0.00", "-0.5"],
    ]);
    for (const text of ["", "-", ".", "1 2", "12x", "x12", "1.2.3", "1e3"])
      expect(read(text)).toBe(`Line 7, Amount: "${text}" isn't an amount.`);
  });

  it("keeps the bank's own day, whatever time follows", () => {
    const read = (text: string) => said(() => compactDate(text, HERE));
    expect(["20261031", " 20261031120000[-5:EST] ", "20261031.5", "20261031 10", "20261031-"].map(read)).toEqual(
      new Array(5).fill("2026-10-31"),
    );
    for (const text of ["2026103", "x20261031", "20261031x", "20261331"])
      expect(read(text)).toMatch(/^Line 7, Amount: ".*" isn't a date\.$/);
    expect([said(() => currencyOf(" eur ", HERE)), said(() => currencyOf("EURO", HERE)), said(() => currencyOf("1EUR", HERE))]).toEqual([
      ...["EUR", 'Line 7, Amount: "EURO" isn\'t a currency.', 'Line 7, Amount: "1EUR" isn\'t a currency.'],
    ]);
  });

  it("is shown in a message as a line that stays readable", () => {
    expect([quoted("a\n b"), quoted("x".repeat(40)), quoted("x".repeat(41))]).toEqual([
      '"a b"',
      `"${"x".repeat(40)}"`,
      `"${"x".repeat(40)}…"`,
    ]);
    expect([tidy("  a \n b "), tidy(" \t"), tidy(null), tidy(undefined), tidy("x".repeat(600))?.length]).toEqual([
      "a b",
      null,
      null,
      null,
      500,
    ]);
  });

  it("may have entities by name or number, and none of its own", () => {
    expect(withEntities("&lt;&GT;&quot;&apos;&amp;&nbsp;&#65;&#x42;&#X43;")).toBe("<>\"'& ABC");
    expect(withEntities("&#x10ffff;")).toBe("\u{10ffff}");
    for (const text of ["&#0;", "&#x110000;", "&own;", "&amp", "& amp;"]) expect(withEntities(text)).toBe(text);
  });
});

describe("a bank's XML", () => {
  it("is elements, attributes and text without prefixes, comments and instructions", () => {
    const read = readXml(`<?xml version="1.0"?>\n<!-- <no> -->\n<n:a x="1 &lt; 2" y = 'z'><b/>t<![CDATA[<&amp;]]><b>u&amp;</b></n:a>`);
    expect([read.name, read.line, read.text, [...read.attributes]]).toEqual([
      "a",
      3,
      "t<&amp;",
      [
        ["x", "1 < 2"],
        ["y", "z"],
      ],
    ]);
    expect(read.children.map(({ name, text }) => [name, text])).toEqual([
      ["b", ""],
      ["b", "u&"],
    ]);
  });

  it("is refused with the line where it breaks", () => {
    const refused = (text: string) => said(() => readXml(text).name);
    expect(refused("<a>\n<b></a>")).toBe("Line 2, a: this closing tag doesn't match the opening tag b.");
    expect(refused("<a></a>\n</a>")).toBe("Line 2, a: this closing tag doesn't match any opening tag.");
    expect(refused("<a>\n<b>")).toBe("Line 2, b: the file is incomplete; download it again.");
    expect(refused("<a>\n<1")).toBe("Line 2, XML: a tag is incomplete; download the file again.");
    expect([refused(""), refused("<a/><b/>")]).toEqual(["The file isn't valid XML.", "The file isn't valid XML."]);
    const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect([refused(nested(63)), refused(nested(64))]).toEqual(["a", "Line 1, a: the tags are nested too deeply."]);
  });
});

describe("OFX", () => {
  const ofx = (body: string) => `<OFX><STMTRS>\n${body}\n</STMTRS></OFX>`;
  const LIST = "<BANKTRANLIST><DTSTART>20261001<DTEND>20261031</BANKTRANLIST>";
  const entry = (day: string, amount: string, more = "") => `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}${more}</STMTTRN>`;
  const list = (...entries: string[]) => `<BANKTRANLIST>${entries.join("\n")}</BANKTRANLIST>`;

  it("of a card or an account has its currency, its days and its lines' texts", () => {
    const more = "<FITID>F<NAME>Ann<MEMO>Lunch &amp; tea<CHECKNUM>7<REFNUM>8";
    const card = `<OFX><CCSTMTRS><CURDEF>usd<CCACCTFROM><ACCTID>4111</CCACCTFROM>${list(entry("20261005", "-1", more))}</CCSTMTRS></OFX>`;
    expect(statements(card)).toEqual([
      {
        ...{ format: "ofx", bankAccount: "4111", currency: "USD", from: "2026-10-05", to: "2026-10-05", opening: null, closing: null },
        lines: [
          {
            ...{ date: "2026-10-05", amount: "-1", payee: "Ann", reference: "7", description: "Lunch & tea", bankId: "F", place: 1 },
          },
        ],
      },
    ]);
    const [plain] = statements(ofx(list(entry("20261005", "1", "<PAYEEID>P<REFNUM>8"))));
    expect([plain?.bankAccount, plain?.currency, plain?.lines[0]?.payee, plain?.lines[0]?.reference]).toEqual([null, null, "P", "8"]);
  });

  it("reaches from its stated days to those of its lines", () => {
    const days = (...entries: string[]) => {
      const [one] = statements(ofx(LIST.replace("</", `${entries.join("")}</`)));
      return [one?.from, one?.to];
    };
    expect(days()).toEqual(["2026-10-01", "2026-10-31"]);
    expect(days(entry("20261102", "1"), entry("20260930", "1"))).toEqual(["2026-09-30", "2026-11-02"]);
    const [unstated] = statements(ofx(list(entry("20261009", "1"), entry("20261002", "1"))));
    expect([unstated?.from, unstated?.to]).toEqual(["2026-10-02", "2026-10-09"]);
  });

  it("has a closing balance where the bank states one for the statement's end", () => {
    const closing = (asOf: string) => {
      const [one] = statements(ofx(`${LIST}<LEDGERBAL><BALAMT>12.50${asOf}</LEDGERBAL>`));
      return one?.closing;
    };
    const stated = ["20261029", "20261030", "20261103", "20261104"].map((day) => closing(`<DTASOF>${day}`));
    expect([closing(""), ...stated]).toEqual(["12.50", null, "12.50", "12.50", null]);
    expect(statements(ofx(`${LIST}<LEDGERBAL></LEDGERBAL>`))[0]?.closing).toBeNull();
    expect(file(ofx(`${LIST}<LEDGERBAL>\n<BALAMT>x</LEDGERBAL>`))).toBe('Line 3, BALAMT: "x" isn\'t an amount.');
  });

  it("of version 2 closes its values, and an empty value of version 1 holds nothing", () => {
    const second = "<STMTTRN><DTPOSTED>20261005</DTPOSTED><TRNAMT>-1</TRNAMT><MEMO/><NAME>Ann</NAME></STMTTRN>";
    const first = "<STMTTRN><MEMO><DTPOSTED>20261005<TRNAMT>-1<NAME>Ann</STMTTRN>";
    for (const one of [second, first])
      expect(statements(ofx(list(one, one)))[0]?.lines).toMatchObject([
        { date: "2026-10-05", amount: "-1", payee: "Ann", description: null },
        { date: "2026-10-05", amount: "-1", payee: "Ann", description: null },
      ]);
  });

  it("is refused with what is missing", () => {
    expect(file(ofx(""))).toBe("Line 1, BANKTRANLIST: the statement has no list of transactions.");
    expect(file(ofx("<BANKTRANLIST></BANKTRANLIST>"))).toBe("Line 2, DTSTART: the statement has no dates.");
    expect(file(ofx("<BANKTRANLIST><DTSTART>20261001</BANKTRANLIST>"))).toBe("Line 2, DTSTART: the statement has no dates.");
    expect(file(ofx(list("<STMTTRN><DTPOSTED>20261005</STMTTRN>")))).toBe("Line 2, TRNAMT: the transaction doesn't have this field.");
    expect(file(ofx(`${LIST}<CURDEF>dollars`))).toBe('Line 1, CURDEF: "dollars" isn\'t a currency.');
    expect(file("OFXHEADER:100\n")).toBe("The file is incomplete: it has an OFX header but no statement after it. Download it again.");
    expect(file("<OFX>\n<STMTRS>")).toBe("Line 2, OFX: the file is incomplete; download it again.");
  });

  it("without a statement says what the bank says", () => {
    const status = (...messages: string[]) =>
      file(`<OFX>${messages.map((message) => `<STATUS><CODE>0<MESSAGE>${message}</STATUS>`).join("")}</OFX>`);
    expect(status("Success", "ok")).toBe("The file has no bank or card statement.");
    expect(status("SUCCESS", "Signon invalid")).toBe("The file has no bank or card statement. The bank says: Signon invalid");
    expect(file("<OFX><STATUS><CODE>0</STATUS></OFX>")).toBe("The file has no bank or card statement.");
  });
});

describe("CAMT.053", () => {
  const balance = (code: string, amount: string, day = "<Dt>2026-10-31</Dt>", side = "CRDT") =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt>${day}</Dt></Bal>`;
  const camt = (body: string, account = "") => `<Document><Stmt>${account}\n${body}</Stmt></Document>`;
  const whole = (entries = "", more = "") => camt(`${more}${balance("OPBD", "100")}${balance("CLBD", "100")}${entries}`);
  const entry = (more: string, amount = "0", side = "CRDT") =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>2026-10-05</Dt></BookgDt>${more}</Ntry>`;
  const first = (more: string, side = "CRDT") => statements(whole(entry(more, "0", side)))[0]?.lines[0];

  it("names the account by its IBAN, or by another number", () => {
    const account = (acct: string) => statements(camt(balance("OPBD", "1") + balance("CLBD", "1"), acct))[0]?.bankAccount;
    expect(account("<Acct><Id><IBAN>DE02</IBAN></Id></Acct>")).toBe("DE02");
    expect(account("<Acct><Id><Othr><Id>0815</Id></Othr></Id></Acct>")).toBe("0815");
    expect([account("<Acct></Acct>"), account("")]).toEqual([null, null]);
  });

  it("begins with the first opening balance or the one before, and ends with the last closing balance", () => {
    const pages = [balance("OPBD", "100"), balance("OPBD", "999"), balance("CLBD", "999"), balance("CLBD", "100")];
    const [one] = statements(camt(pages.join("")));
    expect([one?.opening, one?.closing, one?.currency]).toEqual(["100", "100", "EUR"]);
    const [other] = statements(
      camt(balance("PRCD", "5", undefined, "DBIT") + balance("CLBD", "5", "<DtTm>2026-10-30T10:00:00</DtTm>", "DBIT")),
    );
    expect([other?.opening, other?.closing, other?.from, other?.to]).toEqual(["-5", "-5", "2026-10-30", "2026-10-30"]);
    expect(file(camt(`${balance("CLBD", "1")}\n`))).toBe("Line 1, Bal: the statement has no opening (OPBD) balance.");
    expect(file(camt(balance("OPBD", "1")))).toBe("Line 1, Bal: the statement has no closing (CLBD) balance.");
  });

  it("reaches over its stated days and those of its entries", () => {
    const days = (period: string, ...booked: string[]) => {
      const entries = booked.map((day) => entry("").replace("2026-10-05", day));
      const [one] = statements(whole(entries.join(""), period));
      return [one?.from, one?.to];
    };
    const stated = "<FrToDt><FrDtTm>2026-10-02T00:00:00</FrDtTm><ToDtTm>2026-10-29T23:59:59</ToDtTm></FrToDt>";
    expect(days(stated)).toEqual(["2026-10-02", "2026-10-29"]);
    expect(days("<FrToDt><FrDt>2026-10-03</FrDt><ToDt>2026-10-28</ToDt></FrToDt>")).toEqual(["2026-10-03", "2026-10-28"]);
    expect(days(stated, "2026-10-30", "2026-10-01", "2026-10-15")).toEqual(["2026-10-01", "2026-10-30"]);
    expect(days("", "2026-10-09", "2026-10-07")).toEqual(["2026-10-07", "2026-10-31"]);
    expect(days("")).toEqual(["2026-10-31", "2026-10-31"]);
    expect(file(whole("", "\n<FrToDt><FrDt>soon</FrDt></FrToDt>"))).toBe('Line 3, FrDt: "soon" isn\'t a date.');
  });

  it("leaves out entries that aren't booked, by a code or a word", () => {
    const left = ["<Sts>PDNG</Sts>", "<Sts><Cd>INFO</Cd></Sts>", "<Sts> PDNG </Sts>"].map((status) => entry(status, "7"));
    const kept = [entry("<Sts>BOOK</Sts>", "3"), entry("", "3", "DBIT")];
    expect(statements(whole([...left, ...kept].join("")))[0]?.lines.map(({ amount }) => amount)).toEqual(["3", "-3"]);
  });

  it("takes texts and parties from an entry's one transaction, and not from several", () => {
    const details = (inside: string) => `<NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls>`;
    const parties = details("<RltdPties><Dbtr><Nm>Payer</Nm></Dbtr><Cdtr><Pty><Nm>Payee</Nm></Pty></Cdtr></RltdPties>");
    expect([first(parties)?.payee, first(parties, "DBIT")?.payee, first(parties + parties)?.payee]).toEqual(["Payer", "Payee", null]);
    const reference = (inside: string) => first(details(inside))?.reference;
    const structured = "<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>";
    const endToEnd = (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`;
    expect([
      reference(structured + endToEnd("E2E")),
      reference(endToEnd(" E2E ")),
      reference(structured.replace("RF18", "NOTPROVIDED") + endToEnd("E2E")),
      reference(endToEnd("NOTPROVIDED")),
      reference(endToEnd("Not provided")),
      reference(""),
    ]).toEqual([...["RF18", "E2E", "E2E", null, null, null]]);
    const text = `${details("<RmtInf><Ustrd>Rent</Ustrd><Ustrd>October</Ustrd></RmtInf>")}<AddtlNtryInf>SEPA</AddtlNtryInf>`;
    expect([first(text)?.description, first("")?.description]).toEqual(["Rent October SEPA", null]);
    const own = details("<Refs><AcctSvcrRef>T1</AcctSvcrRef></Refs>");
    const none = "<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef>";
    expect([first(none)?.bankId, first(none + own)?.bankId, first("<AcctSvcrRef>NONREF</AcctSvcrRef>")?.bankId]).toEqual([
      null,
      "T1",
      null,
    ]);
    expect([first(`<AcctSvcrRef>N1</AcctSvcrRef>${own}`)?.bankId, first(own)?.bankId, first(own + own)?.bankId, first("")?.bankId]).toEqual(
      [...["N1", "T1", null, null]],
    );
  });

  it("dates an entry by its booking, with or without a time, or else by its value", () => {
    const dated = (dates: string) => {
      const read = file(whole(`<Ntry><Amt Ccy="EUR">0</Amt><CdtDbtInd>CRDT</CdtDbtInd>${dates}</Ntry>`));
      return typeof read === "string" ? read : read.statements[0]?.lines[0]?.date;
    };
    expect(dated("<BookgDt><DtTm>2026-10-06T08:00:00</DtTm></BookgDt><ValDt><Dt>2026-10-07</Dt></ValDt>")).toBe("2026-10-06");
    expect(dated("<ValDt><Dt> 2026-10-07 </Dt></ValDt>")).toBe("2026-10-07");
    expect(dated("")).toBe('Line 2, BookgDt: "" isn\'t a date.');
  });

  it("is refused with the line and field that is wrong", () => {
    expect(file("<Document></Document>")).toBe(
      "The file has no statement (Stmt). Download a CAMT.053 file from the bank, not CAMT.052 or CAMT.054.",
    );
    expect(file(whole("\n<Ntry></Ntry>"))).toBe("Line 3, Amt: the entry has no amount.");
    expect(file(whole(entry("").replace(' Ccy="EUR"', "")))).toBe("Line 2, Ccy: the entry has no currency, but the statement is in EUR.");
    expect(file(whole(entry("").replace("CRDT", "UP")))).toBe('Line 2, CdtDbtInd: "UP" is neither CRDT nor DBIT.');
    expect(file(whole(entry("").replace("CRDT", "")))).toBe("Line 2, CdtDbtInd: the entry or balance doesn't have this field.");
    expect(file(camt(balance("OPBD", "100") + balance("CLBD", "90")))).toBe(
      "Line 2, Bal: the closing balance is 90, but the opening balance and entries add up to 100.",
    );
    expect(file(whole().replaceAll('Ccy="EUR"', ""))).toBe('Line 2, Ccy: "" isn\'t a currency.');
  });
});

describe("MT940", () => {
  const head = (account: string, opening: string) => `:20:X\n:25:${account}\n:60F:${opening}\n`;
  const one = (lines: string, closing = "C261031EUR100,", account = "A") => `${head(account, "C261001EUR100,")}${lines}:62F:${closing}\n-`;
  const line = (text: string) => statements(one(`:61:${text}\n:61:2610051005D1,NTRFNONREF\n`))[0]?.lines[0];

  it("reads a line's day, side, reference, id and text", () => {
    expect(line("2610051006C1,NTRFRENT//B7\nMore")).toEqual({
      ...{ date: "2026-10-06", amount: "1", payee: null, reference: "RENT", description: "More", bankId: "B7", place: 4 },
    });
    expect(line("261005C1,NTRFNONREF//NONREF")).toMatchObject({ date: "2026-10-05", reference: null, bankId: null, description: null });
    // A credit that is taken back is money out, a debit that is taken back money in.
    const sides = statements(one(":61:261005RD3,NTRFA\n:61:261005RC2,NTRFB\n:61:261005DR1,NTRFC\n"))[0]?.lines.map(({ amount }) => amount);
    expect(sides).toEqual(["3", "-2", "-1"]);
  });

  it("gives a booking day the year that is nearest to the value day", () => {
    expect([line("2612310102C1,NTRFA")?.date, line("2601011231C1,NTRFA")?.date, line("2601310731C1,NTRFA")?.date]).toEqual([
      ...["2027-01-02", "2025-12-31", "2026-07-31"],
    ]);
    expect(line("2607310131C1,NTRFA")?.date).toBe("2026-01-31");
  });

  it("takes the payee from its subfields, over the lines of the field", () => {
    const paid = statements(
      one(":61:261005C1,NTRFA\n:86:166?20Invoice\n?32Muster\n GmbH?33 & Co?34x\n:61:261005D1,NTRFB\n:86:plain text\n"),
    )[0]?.lines;
    expect(paid?.map(({ payee, description }) => [payee, description])).toEqual([
      ["Muster GmbH & Co", "166 Invoice Muster GmbH & Co x"],
      [null, "plain text"],
    ]);
  });

  it("joins pages of one account that follow on each other, and nothing else", () => {
    const page = (account: string, opening: string, closing: string, day: string, amount: string) =>
      `{1:F01}\n${head(account, opening)}:61:26${day}C${amount},NTRFA\n:62M:${closing}\n-\n`;
    const read = (second: string) =>
      statements(page("A", "C261001EUR100,", "C261010EUR105,", "1005", "5") + second).map(({ from, to, opening, closing, lines }) => [
        ...[from, to, opening, closing, lines.length],
      ]);
    const own = ["2026-10-05", "2026-10-10", "100", "105", 1];
    expect(read(page("A", "C261010EUR105,", "C261020EUR112,", "1012", "7"))).toEqual([["2026-10-05", "2026-10-20", "100", "112", 2]]);
    expect(read(page("B", "C261010EUR105,", "C261020EUR112,", "1012", "7"))).toEqual([own, ["2026-10-12", "2026-10-20", "105", "112", 1]]);
    expect(read(page("A", "C261010EUR106,", "C261020EUR113,", "1012", "7"))).toEqual([own, ["2026-10-12", "2026-10-20", "106", "113", 1]]);
    expect(read(page("A", "C261010USD105,", "C261020USD112,", "1012", "7")).length).toBe(2);
    expect(read(page("A", "C261010EUR105,", "C261020EUR112,", "1001", "7")).length).toBe(2);
  });

  it("is refused with its line", () => {
    expect(file(one(":61:nonsense\n"))).toBe('Line 4, :61: "nonsense" isn\'t a transaction.');
    expect(file(one("", "X"))).toBe('Line 4, :62F: "X" isn\'t a balance.');
    expect(file(one("", "D261031EUR100,"))).toBe(
      "Line 4, :62F: the closing balance is -100, but the opening balance and transactions add up to 100.",
    );
    expect(file(":20:X\n:60F:C261001EUR1,\n:62F:C261031EUR1,\n")).toMatch(/^Line 3, :25: the statement doesn't have this field/);
    expect(file(one("", "C261301EUR100,"))).toBe('Line 4, :62F: "2026-13-01" isn\'t a date.');
    const [empty] = statements(one(""));
    expect([empty?.from, empty?.to, empty?.lines]).toEqual(["2026-10-31", "2026-10-31", []]);
  });
});

describe("a bank's file", () => {
  it("is told by how it begins", () => {
    const format = (text: string) => {
      const read = file(text);
      return typeof read === "string" ? read : read.format;
    };
    expect(format('\n <Document xmlns="x"></Document>')).toMatch(/^The file has no statement \(Stmt\)/);
    expect(format("<!-- a -->")).toBe("Tieout can't read the file as OFX, QFX, CAMT.053, MT940 or CSV.");
    expect(format("<?xml version='1.0'?><a/>")).toMatch(/^The file has no statement \(Stmt\)/);
    expect(format("<?xml version='1.0'?><ofx></ofx>")).toBe("The file has no bank or card statement.");
    expect(format("ofxheader:100\n<OFX></OFX>")).toBe("The file has no bank or card statement.");
    // A tag further down is a text of a line.
    expect(format("Date,Amount,Name\n2026-10-31,5,<a>\n")).toBe("csv");
    expect(format(`Date,Amount,Name\n${"2026-10-31,5,Ann\n".repeat(300)}2026-10-31,5,<OFX>\n`)).toBe("csv");
  });

  it("shows the first rows of a CSV file that a person has to map", () => {
    const read = file(`a,b\n${"1,2\n".repeat(20)}`);
    expect(
      typeof read === "string" ? read : [read.format, read.statements, read.csv?.mapping, read.csv?.rows.length, read.csv?.rows[1]],
    ).toEqual([...["csv", [], null, 12, ["1", "2"]]]);
  });

  it("is read in the encoding that it has", () => {
    const text = "Date,Amount,Name\n2026-10-31,5,Müller €\n";
    const payee = (data: Uint8Array) => {
      const read = file(data);
      return typeof read === "string" ? read : read.statements[0]?.lines[0]?.payee;
    };
    const wide = (isBig: boolean) => {
      const view = new DataView(new ArrayBuffer(2 * text.length + 2));
      for (const [at, sign] of [0xfeff, ...Array.from(text, (one) => one.charCodeAt(0))].entries()) view.setUint16(2 * at, sign, !isBig);
      return new Uint8Array(view.buffer);
    };
    const page1252 = Uint8Array.from(text, (sign) => (sign === "€" ? 0x80 : sign.charCodeAt(0)));
    expect([payee(bytes(text)), payee(bytes(`\ufeff${text}`)), payee(wide(false)), payee(wide(true)), payee(page1252)]).toEqual(
      new Array(5).fill("Müller €"),
    );
  });

  it("is refused when it is another kind of file", () => {
    const other = (start: number[]) => file(Uint8Array.from(start));
    expect(other([0xd0, 0xcf, 0x11, 0xe0, 1, 2])).toBe("The file is an old Excel workbook. Save it as CSV first.");
    expect([file(""), other([0, 0, 0])]).toEqual(["The file is empty.", "The file is empty."]);
    expect(file("one\ntwo\n")).toBe("Tieout can't read the file as OFX, QFX, CAMT.053, MT940 or CSV.");
  });
});

describe("two statements", () => {
  it("overlap when they share more than the day at which one ends and the other begins", () => {
    const span = (from: number, to: number) => ({ from: calendarDate(`2026-10-${from}`), to: calendarDate(`2026-10-${to}`) });
    const pairs = [span(20, 22), span(10, 12), span(22, 25), span(10, 20), span(21, 25), span(18, 21), span(20, 21), span(21, 22)];
    expect(pairs.map((other) => overlaps(span(20, 22), other))).toEqual([true, false, false, false, true, true, true, true]);
  });
});
