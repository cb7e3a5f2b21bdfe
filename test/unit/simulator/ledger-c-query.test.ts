import { describe, expect, it } from "vitest";
import { createLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { ask, call, rows, smallBooks } from "#test/support/ledger-c-client.ts";

const books = smallBooks();
const ledger = createLedgerC(books);

describe("the query service of the simulated Ledger C", () => {
  it("refuses a call without Prefer: transient", () => {
    const { status, body } = ask(ledger, "SELECT id FROM currency ORDER BY id", "limit=10", {});
    expect(status).toBe(400);
    expect(body["o:errorDetails"]?.[0]).toMatchObject({ "o:errorCode": "INVALID_HEADER", "o:errorHeader": "Prefer" });
  });

  it("sends strings only, lower-case names, T and F, and leaves null columns out", () => {
    const { body } = ask(
      ledger,
      "SELECT ID, TranId, otherRefNum, posting, foreignTotal FROM Transaction WHERE type = 'CustInvc' ORDER BY id",
    );
    expect(body.items.length).toBeGreaterThan(10);
    for (const { links, ...row } of body.items) {
      expect(links).toEqual([]);
      for (const [name, value] of Object.entries(row)) {
        expect(name).toBe(name.toLowerCase());
        expect(typeof value).toBe("string");
      }
      expect(row.posting).toMatch(/^[TF]$/);
      expect(row.foreigntotal).not.toMatch(/\.\d*0$/);
    }
    expect(body.items.some((row) => !("otherrefnum" in row))).toBe(true);
    expect(body.items.some((row) => "otherrefnum" in row)).toBe(true);
  });

  it("writes dates the user's way unless TO_CHAR asks for ISO", () => {
    const sql =
      "SELECT t.id, t.trandate, TO_CHAR(t.trandate, 'YYYY-MM-DD') AS iso, t.lastmodifieddate, TO_CHAR(t.lastmodifieddate, 'YYYY-MM-DD\"T\"HH24:MI:SS') AS changed FROM transaction t ORDER BY t.id";
    for (const row of rows(ledger, sql)) {
      const source = books.transactions.find((transaction) => transaction.id === row.id);
      expect(row.iso).toBe(source?.date);
      const [year, month, day] = (source?.date ?? "").split("-").map(Number);
      expect(row.trandate).toBe(`${month}/${day}/${year}`);
      expect(row.changed).toBe(new Date(source?.modifiedMs ?? 0).toISOString().slice(0, 19));
      expect(row.lastmodifieddate).toMatch(/^\d{1,2}\/\d{1,2}\/\d{4}$/);
    }
  });

  it("compares dates through TO_DATE and TO_TIMESTAMP and refuses a bare string", () => {
    const since = rows(ledger, "SELECT id FROM transaction WHERE trandate >= TO_DATE('2026-11-01', 'YYYY-MM-DD') ORDER BY id");
    expect(since.map((row) => row.id).sort()).toEqual(
      books.transactions
        .filter((t) => t.date >= "2026-11-01")
        .map((t) => t.id)
        .sort(),
    );
    const middle = [...books.transactions].sort((a, b) => a.modifiedMs - b.modifiedMs)[Math.floor(books.transactions.length / 2)];
    const stamp = new Date(middle?.modifiedMs ?? 0).toISOString().slice(0, 19).replace("T", " ");
    const changed = rows(
      ledger,
      `SELECT id FROM transaction WHERE lastmodifieddate >= TO_TIMESTAMP('${stamp}', 'YYYY-MM-DD HH24:MI:SS') ORDER BY id`,
    );
    expect(changed.map((row) => row.id).sort()).toEqual(
      books.transactions
        .filter((t) => t.modifiedMs >= (middle?.modifiedMs ?? 0))
        .map((t) => t.id)
        .sort(),
    );
    expect(ask(ledger, "SELECT id FROM transaction WHERE trandate >= '2026-11-01'").status).toBe(400);
  });

  it("joins, aggregates and sums exactly", () => {
    const totals = rows(
      ledger,
      "SELECT a.accttype, SUM(l.amount) AS amount, COUNT(*) AS n FROM transactionaccountingline l INNER JOIN account a ON a.id = l.account WHERE l.posting = 'T' GROUP BY a.accttype HAVING COUNT(*) > 0 ORDER BY a.accttype",
    );
    expect(totals.length).toBeGreaterThan(5);
    for (const row of totals) expect(row.amount).toMatch(/^-?\d+(\.\d{1,2})?$/);
  });

  it("shows names through BUILTIN.DF and types through BUILTIN.CF", () => {
    const [row] = rows(
      ledger,
      "SELECT t.id, BUILTIN.DF(t.status) AS shown, BUILTIN.CF(t.status) AS full, BUILTIN.DF(t.currency) AS money, BUILTIN.DF(t.entity) AS who FROM transaction t WHERE BUILTIN.CF(t.status) = 'CustInvc:B' ORDER BY t.id FETCH FIRST 1 ROWS ONLY",
    );
    const source = books.transactions.find((transaction) => transaction.id === row?.id);
    expect(row).toMatchObject({ shown: "Paid In Full", full: "CustInvc:B", money: source?.currency });
    expect(row?.who).toBe(books.parties.find((party) => party.id === source?.partyId)?.name);
  });

  it("pages by key without gaps or repeats", () => {
    const found: string[] = [];
    for (let last = "0"; ; ) {
      const { body } = ask(
        ledger,
        `SELECT t.id FROM transaction t WHERE t.id > ${last} ORDER BY t.id FETCH FIRST 25 ROWS ONLY`,
        "limit=25",
      );
      if (body.items.length === 0) break;
      found.push(...body.items.map((row) => row.id ?? ""));
      last = found.at(-1) ?? "0";
    }
    expect(found).toEqual(books.transactions.map((t) => t.id).sort((a, b) => Number(a) - Number(b)));
  });

  it("repeats and skips rows across pages when nothing orders them", () => {
    const read = (order: string) => {
      const ids: string[] = [];
      for (let offset = 0; ; offset += 100) {
        const { body } = ask(ledger, `SELECT id FROM transaction${order}`, `limit=100&offset=${offset}`);
        ids.push(...body.items.map((row) => row.id ?? ""));
        if (!body.hasMore) return ids;
      }
    };
    expect(new Set(read(" ORDER BY id")).size).toBe(books.transactions.length);
    expect(new Set(read("")).size).toBeLessThan(books.transactions.length);
  });

  it("tells the page in the envelope, with links to the others", () => {
    const { body } = ask(ledger, "SELECT id FROM transaction ORDER BY id", "limit=10&offset=10");
    expect(body).toMatchObject({ count: 10, hasMore: true, offset: 10, totalResults: books.transactions.length });
    const links = (body as unknown as { links: { rel: string; href: string }[] }).links;
    expect(links.map((link) => link.rel).sort()).toEqual(["first", "last", "next", "previous", "self"]);
    expect(links.find((link) => link.rel === "next")?.href).toMatch(/limit=10&offset=20$/);
  });

  it.each([
    ["limit=1001", "limit"],
    ["limit=0", "limit"],
    ["limit=abc", "limit"],
    ["limit=100&offset=50", "offset"],
    ["limit=100&offset=-1", "offset"],
  ])("refuses %s", (paging, parameter) => {
    const { status, body } = ask(ledger, "SELECT id FROM currency ORDER BY id", paging);
    expect(status).toBe(400);
    expect(body["o:errorDetails"]?.[0]).toMatchObject({ "o:errorCode": "INVALID_PARAMETER", "o:errorQueryParam": parameter });
  });

  it("stops a query at 100,000 rows", () => {
    const large = createLedgerC(smallBooks({ months: 1, invoicesPerMonth: 1 }));
    large.database.fill(
      "nexttransactionlinelink",
      Array.from({ length: 100_001 }, (_unused, at) => ({ previousdoc: at, nextdoc: at, linktype: "Test" })),
    );
    const sql = "SELECT nextdoc FROM nexttransactionlinelink WHERE linktype = 'Test' ORDER BY nextdoc";
    const last = ask(large, sql, "limit=1000&offset=99000");
    expect(last.status).toBe(200);
    expect(last.body).toMatchObject({ count: 1000, hasMore: true, totalResults: 100_001 });
    expect(ask(large, sql, "limit=1000&offset=100000").status).toBe(400);
  });

  it.each([
    "SELECT nosuchcolumn FROM transaction",
    "SELECT id FROM nosuchtable",
    "DELETE FROM transaction",
    "SELECT id FROM transaction; SELECT 1",
    "SELECT id FROM transaction LIMIT 5",
    "SELECT name FROM sqlite_master",
    "SELECT id FROM transaction WHERE id = :id",
    'SELECT "nosuch" FROM transaction',
    "SELECT TO_CHAR(trandate, 'Month') FROM transaction",
    "SELECT id FROM transaction WHERE trandate = TO_DATE('5/11/2020', 'YYYY-MM-DD')",
    "SELECT SUM(memo) FROM transaction WHERE memo IS NOT NULL",
    "SELECT id FROM transaction ORDER",
    "WITH x AS (SELECT 1) DELETE FROM account",
    "",
  ])("refuses %j", (sql) => {
    const { status, body } = ask(ledger, sql);
    expect(status).toBe(400);
    expect(body["o:errorDetails"]?.[0]?.detail).toBeTruthy();
  });

  it("names the column it does not know", () => {
    const { body } = ask(ledger, "SELECT t.colour FROM transaction t");
    expect(body["o:errorDetails"]?.[0]).toMatchObject({ "o:errorCode": "INVALID_PARAMETER", "o:errorQueryParam": "q" });
    expect(body["o:errorDetails"]?.[0]?.detail).toContain("colour");
  });

  it("lists custom segments and their values, unless the role may not see them", () => {
    const segments = rows(ledger, "SELECT id, scriptid, name, recordtype FROM customsegment ORDER BY id");
    const own = books.dimensions.filter((dimension) => dimension.fieldKey.startsWith("cseg_"));
    expect(segments.map((row) => row.scriptid)).toEqual(own.map((dimension) => dimension.fieldKey));
    const values = rows(ledger, `SELECT id, name, isinactive FROM ${segments[0]?.recordtype} ORDER BY id`);
    expect(values.map((row) => row.name)).toEqual(own[0]?.values.map((value) => value.name));
    const blind = createLedgerC(books, { customsegmentVisible: false });
    expect(ask(blind, "SELECT id FROM customsegment ORDER BY id").status).toBe(400);
    expect(ask(blind, "SELECT id FROM account ORDER BY id").status).toBe(200);
  });

  it("answers the query service under another segment when told to", () => {
    const renamed = createLedgerC(books, { querySegment: "otherql" });
    expect(ask(renamed, "SELECT id FROM currency ORDER BY id").status).toBe(404);
    const response = call(renamed, "POST", "query/v1/otherql", { q: "SELECT id FROM currency ORDER BY id" }, { prefer: "transient" });
    expect(response.status).toBe(200);
  });

  it("throttles, turns away bad tokens and keeps the governance limits for administrators", () => {
    expect(ledger.throttled("concurrent", 1)).toMatchObject({ status: 429 });
    expect(ledger.throttled("concurrent", 1).body).toContain("SSS_REQUEST_LIMIT_EXCEEDED");
    expect(createLedgerC(books, { throttleStatus: 400 }).throttled("concurrent", 1).status).toBe(400);
    expect(ledger.unauthorized("expired")).toMatchObject({ status: 401 });
    expect(ledger.unauthorized("expired").body).toContain("INVALID_LOGIN");
    expect(call(ledger, "GET", "system/v1/governanceLimits").status).toBe(403);
    expect(call(createLedgerC(books, { admin: true }), "GET", "system/v1/governanceLimits").status).toBe(200);
    expect(ledger.limits).toMatchObject({ perWindow: null, concurrency: 5 });
  });
});
