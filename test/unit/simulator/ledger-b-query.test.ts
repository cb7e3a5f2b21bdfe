import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareIds } from "#simulator/ledger-b/entities.ts";
import { pacificTime, readTime } from "#simulator/ledger-b/pacific-time.ts";
import { parseQuery, QueryRefusal } from "#simulator/ledger-b/query-grammar.ts";
import { ask, at, booksB } from "./ledger-b-books.ts";

const books = booksB();
const ledger = ask(books);

describe("the query grammar", () => {
  test("reads every part", () => {
    expect(
      parseQuery("select * from Invoice where Balance > '0' and Id IN ('1', '2') orderby TxnDate desc startposition 11 maxresults 5"),
    ).toEqual({
      what: "rows",
      entity: "Invoice",
      where: [
        { property: "Balance", operator: ">", values: [{ kind: "text", text: "0" }] },
        {
          property: "Id",
          operator: "IN",
          values: [
            { kind: "text", text: "1" },
            { kind: "text", text: "2" },
          ],
        },
      ],
      order: [{ property: "TxnDate", descending: true }],
      start: 11,
      max: 5,
    });
  });

  test("ORDER BY and ORDERBY are one", () => {
    expect(parseQuery("SELECT * FROM Bill ORDER BY Id ASC")).toEqual(parseQuery("SELECT * FROM Bill ORDERBY Id"));
  });

  test.each([
    "",
    "SELECT",
    "SELECT Id FROM Invoice",
    "SELECT * FROM",
    "SELECT * FROM Invoice WHERE",
    "SELECT * FROM Invoice WHERE Id = '1' OR Id = '2'",
    "SELECT * FROM Invoice, Bill",
    "SELECT * FROM Invoice JOIN Bill",
    "SELECT * FROM Invoice GROUP BY Id",
    "SELECT sum(*) FROM Invoice",
    "SELECT * FROM Invoice WHERE Id = 'open",
    "SELECT * FROM Invoice WHERE Id != '1'",
    "SELECT * FROM Invoice WHERE Id IN ()",
    "SELECT * FROM Invoice MAXRESULTS 1001",
    "SELECT * FROM Invoice MAXRESULTS 0",
    "SELECT * FROM Invoice STARTPOSITION 0",
    "SELECT * FROM Invoice MAXRESULTS 10 STARTPOSITION 1",
    "SELECT * FROM Invoice;",
  ])("refuses %j", (text) => {
    expect(() => parseQuery(text)).toThrow(QueryRefusal);
    expect(ledger.faultCode(text)).toBe("400 4001");
  });

  test.each([
    "SELECT * FROM invoice",
    "SELECT * FROM Estimate",
    "SELECT * FROM Invoice WHERE Colour = 'red'",
    "SELECT * FROM Bill WHERE CustomerRef = '1'",
  ])("refuses names it does not have: %s", (text) => {
    expect(ledger.faultCode(text)).toBe("400 4001");
  });

  test("any text survives a literal once quotes and backslashes are escaped", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const escaped = text.replace(/[\\']/g, "\\$&");
        const query = parseQuery(`SELECT * FROM Customer WHERE DisplayName = '${escaped}'`);
        expect(query.where[0]?.values).toEqual([{ kind: "text", text }]);
      }),
    );
  });

  test("any text is either parsed or refused, never anything else", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "SELECT",
            "*",
            "FROM",
            "Invoice",
            "WHERE",
            "Id",
            "=",
            "'1'",
            "AND",
            "IN",
            "(",
            ")",
            ",",
            "ORDERBY",
            "MAXRESULTS",
            "5",
            "'",
          ),
        ),
        (words) => {
          try {
            parseQuery(words.join(" "));
          } catch (refusal) {
            expect(refusal).toBeInstanceOf(QueryRefusal);
          }
        },
      ),
    );
  });
});

describe("answers to queries", () => {
  test("pages of any size make up the whole, in whole-number order", () => {
    const whole = ledger.list("Invoice", "ORDERBY Id MAXRESULTS 1000").map((record) => record.Id as string);
    expect(whole.length).toBeGreaterThan(100);
    expect(whole).toEqual(whole.toSorted(compareIds));
    expect(new Set(whole).size).toBe(whole.length);
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 400 }), (size) => {
        const paged: string[] = [];
        for (let start = 1; ; start += size) {
          const page = ledger.list("Invoice", `ORDERBY Id STARTPOSITION ${start} MAXRESULTS ${size}`);
          if (page.length === 0) break;
          paged.push(...page.map((record) => record.Id as string));
        }
        expect(paged).toEqual(whole);
      }),
      { numRuns: 12 },
    );
  });

  test("a page has 100 rows unless told, and nothing found has no key", () => {
    expect(ledger.list("Invoice")).toHaveLength(100);
    expect(ledger.query("SELECT * FROM Invoice WHERE DocNumber = 'no such'")).toEqual({});
    expect(ledger.query("SELECT * FROM Invoice STARTPOSITION 100000")).toEqual({});
  });

  test("count(*) counts what the same conditions list", () => {
    const where = "WHERE TxnDate >= '2026-06-01' AND TxnDate < '2026-09-01'";
    const listed = ledger.all("Purchase", where);
    expect(listed.length).toBeGreaterThan(0);
    expect(ledger.query(`SELECT count(*) FROM Purchase ${where}`)).toEqual({ totalCount: String(listed.length) });
    for (const record of listed) expect((record.TxnDate as string).slice(0, 7)).toMatch(/2026-0[678]/);
  });

  test("only active names come back unless the query asks for Active", () => {
    const inactive = books.parties.filter(({ role, active }) => role === "customer" && !active);
    const active = ledger.all("Customer");
    const all = ledger.all("Customer", "WHERE Active IN (true, false)");
    expect(inactive.length).toBeGreaterThan(0);
    expect(active.every((record) => record.Active === true)).toBe(true);
    expect(all.length).toBe(active.length + inactive.length);
    expect(ledger.all("Customer", "WHERE Active = false").map((record) => record.DisplayName)).toEqual(
      inactive.map(({ name }) => `${name} (deleted)`),
    );
  });

  test("times compare as moments, whatever their offset", () => {
    const [middle] = ledger.list("Invoice", "ORDERBY MetaData.LastUpdatedTime STARTPOSITION 150 MAXRESULTS 1");
    const pacific = at(middle, "MetaData").LastUpdatedTime as string;
    const ms = readTime(pacific) as number;
    const utc = new Date(ms).toISOString();
    const elsewhere = `${new Date(ms + 9.5 * 3_600_000).toISOString().slice(0, 19)}+09:30`;
    const since = (text: string) => ledger.query(`SELECT count(*) FROM Invoice WHERE MetaData.LastUpdatedTime >= '${text}'`);
    expect(since(utc)).toEqual(since(pacific));
    expect(since(elsewhere)).toEqual(since(pacific));
    expect(Number(since(utc).totalCount)).toBeGreaterThan(0);
  });

  test("transactions come newest first and names by name when no order is given", () => {
    const times = ledger.list("Bill").map((record) => readTime(at(record, "MetaData").LastUpdatedTime as string) as number);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const names = ledger.list("Vendor").map((record) => record.DisplayName as string);
    expect(names).toEqual(names.toSorted());
  });

  test("amounts compare as numbers, references by id, LIKE by %", () => {
    const large = ledger.all("Invoice", "WHERE TotalAmt > '9000' AND Balance > 0");
    expect(large.every((record) => Number(record.TotalAmt) > 9000)).toBe(true);
    const customer = at(ledger.list("Invoice", "MAXRESULTS 1")[0], "CustomerRef").value as string;
    const mine = ledger.all("Invoice", `WHERE CustomerRef = '${customer}'`);
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.every((record) => at(record, "CustomerRef").value === customer)).toBe(true);
    expect(ledger.all("JournalEntry", "WHERE DocNumber LIKE 'JE%'").every((r) => (r.DocNumber as string).startsWith("JE"))).toBe(true);
  });

  test("a query may come as the body of a POST", () => {
    const answer = ledger.send("POST", "query", {}, "SELECT count(*) FROM Bill");
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(`"totalCount":${ledger.all("Bill").length}`);
  });
});

describe("company time", () => {
  test("changes its offset with daylight saving", () => {
    expect(pacificTime(Date.parse("2026-03-08T09:59:59Z"))).toBe("2026-03-08T01:59:59-08:00");
    expect(pacificTime(Date.parse("2026-03-08T10:00:00Z"))).toBe("2026-03-08T03:00:00-07:00");
    expect(pacificTime(Date.parse("2026-11-01T08:59:59Z"))).toBe("2026-11-01T01:59:59-07:00");
    expect(pacificTime(Date.parse("2026-11-01T09:00:00Z"))).toBe("2026-11-01T01:00:00-08:00");
  });

  test("is read back to the second it was written from", () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.parse("2010-01-01"), max: Date.parse("2040-01-01") }), (ms) => {
        expect(readTime(pacificTime(ms))).toBe(Math.floor(ms / 1000) * 1000);
      }),
    );
  });
});
