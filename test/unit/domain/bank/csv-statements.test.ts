import { describe, expect, it } from "vitest";
import { csvAmount, csvDate, csvRows, readCsv } from "#main/domain/bank-statements/csv.ts";
import { delimiterOf, guessMapping } from "#main/domain/bank-statements/guess-mapping.ts";
import type { CsvMapping } from "#shared/contract/close/bank.ts";

const HERE = { line: 7, field: "Amount" };
/** What a reader says of a value or a file: what it read, or why it didn't. */
function said<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}
describe("a CSV file's rows", () => {
  it("have cells with quoted signs and line ends, and rows without text are left out", () => {
    expect(csvRows('a,"b ""x"", y"\r\n , \n"two\nlines",c\n\nlast,', ",")).toEqual([
      { line: 1, cells: ["a", 'b "x", y'] },
      { line: 3, cells: ["two\nlines", "c"] },
      { line: 6, cells: ["last", ""] },
    ]);
    expect([csvRows("a", ","), csvRows("a\n", ","), csvRows("", ","), csvRows(',"b"', ",").length]).toEqual([
      ...[[{ line: 1, cells: ["a"] }], [{ line: 1, cells: ["a"] }], [], 1],
    ]);
    // A quotation mark within a text is one.
    expect(csvRows('5" pipe,"a" b"', ",")[0]?.cells).toEqual(['5" pipe', 'a b"']);
  });

  it("are refused when they have more columns than any bank's", () => {
    expect(csvRows(`${",".repeat(198)}x`, ",")[0]?.cells.length).toBe(199);
    expect(said(() => csvRows(`a\n${",".repeat(200)}x`, ","))).toBe("Line 2, columns: the row has more than 200 columns.");
  });
});

describe("an amount of a CSV file", () => {
  it("may have groups, signs on either side, brackets, sides and a currency", () => {
    const dot = (text: string) => said(() => csvAmount(text, ".", HERE));
    const comma = (text: string) => said(() => csvAmount(text, ",", HERE));
    expect(
      ["1,234.50", "(12.00)", "12.00-", "12.00 CR", "12.00 dr", "$5", "EUR 5", "5 USD", "\u22125", "+5", "-5", ".5", "5.", "1'234"].map(
        dot,
      ),
    ).toEqual([...["1234.50", "-12.00", "-12.00", "12.00", "-12.00", "5", "5", "5", "-5", "5", "-5", "0.5", "5", "1234"]]);
    expect(["1.234,50", "1.234.567", "12,5", "-0,75"].map(comma)).toEqual(["1234.50", "1234567", "12.5", "-0.75"]);
    for (const text of ["1.234,50", "12,34", "1,2345", "abc", "", "5x", "1.2.3", "12.5.", "CRx5", ".", "-", "-.", "$.", "(.)", "EUR"])
      expect(dot(text), text).toBe(`Line 7, Amount: "${text}" isn't an amount.`);
    for (const text of ["1,234.50", "12.34", "1.2345", ",", "-,"]) expect(comma(text), text).toMatch(/isn't an amount/);
  });
});

describe("a day of a CSV file", () => {
  const read = (text: string, order: CsvMapping["dateOrder"] = "dmy") => said(() => csvDate(text, order, HERE));

  it("may be written in the ways of every bank", () => {
    expect(
      [
        "2026-10-31",
        "31/10/2026",
        "31.10.26",
        "31 Oct 2026",
        "31-october-2026",
        "20261031",
        "31/10/2026 14:05",
        "2026-10-31T14:05:00Z",
        "Sat 31 Oct 2026",
        "Saturday, 31 October 2026",
        "Sat. 31/10/2026 14:05",
      ].map((text) => read(text)),
    ).toEqual(new Array(11).fill("2026-10-31"));
    expect([
      read("10/31/26", "mdy"),
      read("Oct 31, 2026"),
      read("2026 Oct 31"),
      read("26/10/31", "ymd"),
      read("5/1/2026"),
      read("Jan 5 2026"),
    ]).toEqual([...["2026-10-31", "2026-10-31", "2026-10-31", "2026-10-31", "2026-01-05", "2026-01-05"]]);
  });

  it("is refused otherwise", () => {
    for (const text of ["", "31/10", "1/2/3/2026", "31/10/202", "x/10/2026", "31/10/12026", "Sat", "Xyz 31 Oct 2026"])
      expect(read(text), text).toBe(`Line 7, Amount: "${text}" isn't a date.`);
    expect(read("31/13/2026")).toBe('Line 7, Amount: "2026-13-31" isn\'t a date.');
  });
});

describe("a CSV file", () => {
  const mapping = (more: Partial<CsvMapping>): CsvMapping => ({
    ...{ delimiter: ",", headerRows: 1, dateOrder: "ymd", decimalMark: ".", date: 0, amount: 1, moneyOut: null, moneyIn: null },
    ...{ balance: null, payee: null, reference: null, description: null, bankId: null, chargesPositive: false, ...more },
  });
  const lines = (text: string, more: Partial<CsvMapping> = {}) => said(() => readCsv(text, mapping(more))[0]?.lines);
  const amounts = (text: string, more: Partial<CsvMapping>) => {
    const read = lines(text, more);
    return typeof read === "string" ? read : read?.map(({ amount }) => amount);
  };

  it("has its texts where the mapping says", () => {
    const text = "Date,Amount,Who,Ref,What,Id\n2026-10-01,5,Ann,R1,Lunch,7\n";
    expect(lines(text, { payee: 2, reference: 3, description: 4, bankId: 5 })).toEqual([
      { date: "2026-10-01", amount: "5", payee: "Ann", reference: "R1", description: "Lunch", bankId: "7", place: 2 },
    ]);
    expect(readCsv(text, mapping({}))).toMatchObject([
      { format: "csv", bankAccount: null, currency: null, from: "2026-10-01", to: "2026-10-01", opening: null, closing: null },
    ]);
  });

  it("has money in and out in one column or in two, and charges may be positive", () => {
    expect(amounts("h,h\n2026-10-01,5\n2026-10-02,-7\n", { chargesPositive: true })).toEqual(["-5", "7"]);
    const sides = { amount: null, moneyOut: 1, moneyIn: 2 };
    const two = "h,out,in\n2026-10-01,5,\n2026-10-02,,7\n2026-10-03,-3,\n2026-10-04,0.00,9\n2026-10-05,4,0.00\n2026-10-06,0,\n";
    expect(amounts(two, sides)).toEqual(["-5", "7", "-3", "9", "-4", "0"]);
    // In two columns, only a card's balances need to be told what is positive.
    const owed = "h,out,in,balance\n2026-10-01,5,,105\n2026-10-02,,7,98\n";
    const card = readCsv(owed, mapping({ ...sides, balance: 3, chargesPositive: true }))[0];
    expect([card?.opening, card?.closing, card?.lines.map(({ amount }) => amount)]).toEqual(["-100", "-98", ["-5", "7"]]);
    expect(amounts("h,out,in\n2026-10-01,5,7\n", sides)).toBe("Line 2, amount: money in and money out are both filled in.");
    expect(amounts("h,out,in\n2026-10-01,,\n", sides)).toBe("Line 2, amount: the row has no amount.");
  });

  it("is oldest first, with the balances before and after where each line follows", () => {
    const read = (...rows: string[]) => {
      const one = said(() => readCsv(["Date,Amount,Balance", ...rows].join("\n"), mapping({ balance: 2 }))[0]);
      return typeof one === "string" ? one : [one?.opening, one?.closing, one?.lines.map(({ amount }) => amount).join()];
    };
    expect(read("2026-10-01,5,105", "2026-10-02,7,112")).toEqual(["100", "112", "5,7"]);
    expect(read("2026-10-02,7,112", "2026-10-01,5,105")).toEqual(["100", "112", "5,7"]);
    // What is owed on a card is positive where its charges are, unless the bank writes the balance as it is in the books.
    for (const rows of ["2026-10-01,5,105\n2026-10-02,-7,98\n", "2026-10-01,5,-105\n2026-10-02,-7,-98\n"])
      expect(readCsv(`h,h,h\n${rows}`, mapping({ balance: 2, chargesPositive: true }))[0]).toMatchObject({
        opening: "-100",
        closing: "-98",
      });
    expect(said(() => readCsv("h,h,h\n2026-10-01,5,105\n2026-10-02,-7,99\n", mapping({ balance: 2, chargesPositive: true })))).toBe(
      "Line 3, balance: 99 doesn't equal the previous balance plus the amounts since then. A row may be missing.",
    );
    // Within one day only the balances tell the order.
    expect(read("2026-10-01,7,112", "2026-10-01,5,105")).toEqual(["100", "112", "5,7"]);
    expect(read("2026-10-01,5,105", "2026-10-01,7,112")).toEqual(["100", "112", "5,7"]);
    expect(read("2026-10-01,5,105", "2026-10-02,7,", "2026-10-03,1,113")).toEqual(["100", "113", "5,7,1"]);
    expect(read("2026-10-01,5,", "2026-10-02,7,112")).toEqual([null, "112", "5,7"]);
    const broken = "doesn't equal the previous balance plus the amounts since then. A row may be missing.";
    expect(read("2026-10-01,5,105", "2026-10-02,7,113")).toBe(`Line 3, balance: 113 ${broken}`);
    expect(read("2026-10-02,7,113", "2026-10-01,5,105")).toBe(`Line 2, balance: 113 ${broken}`);
    expect(read("2026-10-01,5,1", "2026-10-01,5,9")).toBe(`Line 3, balance: 9 ${broken}`);
  });

  it("is refused with the row and the column's own title", () => {
    const refused = (text: string, more: Partial<CsvMapping> = {}) => lines(text, more);
    expect(refused("Date,Amount\n")).toBe("The file has no transactions below its headings.");
    expect(refused("Day , Sum\nsoon,5\n")).toBe('Line 2, Day: "soon" isn\'t a date.');
    expect(refused("Day,Sum\n2026-10-01,much\n")).toBe('Line 2, Sum: "much" isn\'t an amount.');
    expect(refused("2026-10-01,much\n", { headerRows: 0 })).toBe('Line 1, column 2: "much" isn\'t an amount.');
    expect(refused("Day,Sum,Left\n2026-10-01,5,x\n", { balance: 2 })).toBe('Line 2, Left: "x" isn\'t an amount.');
    expect(refused("Day,Sum\n2026-10-01,=5\n")).toBe('Line 2, Sum: "=5" is a formula; export the file as plain values.');
    expect(refused("Day,Sum\n2026-10-01\n", { amount: 4 })).toBe("Line 2, amount: the row has no amount.");
  });
});

describe("how a CSV file is read", () => {
  it("is found from its headings, wherever they are, and its values", () => {
    expect(guessMapping("Account;1\n Booking Date ;Name;AMOUNT;Saldo;Text;Ref;FITID\n31.10.2026;Ann;1.234,50;5,00;x;y;z\n")).toEqual({
      ...{ delimiter: ";", headerRows: 2, dateOrder: "dmy", decimalMark: ",", date: 0, amount: 2, moneyOut: null, moneyIn: null },
      ...{ balance: 3, payee: 1, reference: 5, description: 4, bankId: 6, chargesPositive: false },
    });
    const two = "Date|Paid out|Paid in\r\n10/31/2026|5.00|\r\n10/30/2026||n/a\r\n";
    expect(guessMapping(two)).toMatchObject({ delimiter: "|", dateOrder: "mdy", decimalMark: ".", amount: null, moneyOut: 1, moneyIn: 2 });
    expect(guessMapping("Date,Amount,Debit\n2026-10-31,5,\n")).toMatchObject({ amount: 1, moneyOut: null });
  });

  it("has a person decide where it can't be told", () => {
    expect(guessMapping("a,b\n1,2\n")).toBeNull();
    expect(guessMapping("Date,Name\n2026-10-31,Ann\n")).toBeNull();
    expect(guessMapping("Amount,Name\n5,Ann\n")).toBeNull();
    expect(guessMapping("Date,Amount\n")).toBeNull();
    expect(guessMapping("Date,Amount\nsoon,5\n")).toBeNull();
    // The third of the third is the same day either way, and so is the file.
    expect(guessMapping("Date,Amount\n03/03/2026,5\n")?.dateOrder).toBe("dmy");
    expect(guessMapping("Date,Amount\n03/04/2026,5\n")).toBeNull();
    expect(guessMapping("Date,Amount\n03/04/2026,5\n13/04/2026,5\n,\n")?.dateOrder).toBe("dmy");
  });

  it("takes the mark that every amount can be read with", () => {
    const mark = (...amounts: string[]) =>
      guessMapping(`Date;Amount\n${amounts.map((one) => `2026-10-31;${one}\n`).join("")}`)?.decimalMark;
    expect([mark("1,234"), mark("1,23"), mark("1.23", "4"), mark("5,00", "1,234.00"), mark("n/a", "1,23")]).toEqual([
      ".",
      ",",
      ".",
      ".",
      ",",
    ]);
  });

  it("splits rows by the sign that most of them have", () => {
    expect([
      delimiterOf("a;b,c;d\n1;2\n"),
      delimiterOf("a\tb\r\nc\td\n"),
      delimiterOf("a|b"),
      delimiterOf("a"),
      delimiterOf("a,b,c;d\n"),
    ]).toEqual([...[";", "\t", "|", ",", ","]]);
  });
});
