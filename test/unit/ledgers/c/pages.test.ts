import { describe, expect, it } from "vitest";
import { AnswerUnreadable, type LedgerRequest, type LedgerResponse, type StreamPage } from "#main/ledgers/adapter.ts";
import { answer, type Cells, context, header, only, parseBytes, play, rowsAnswer, stream, textOf } from "./support.ts";

const tableOf = (request: LedgerRequest) => [...textOf(request).matchAll(/ FROM ([a-z_]+) (?:t|tl|tal|l)\b/g)].at(-1)?.[1];

/** Answers by table from queues; a table without a queue has no rows. */
function script(queues: Readonly<Record<string, readonly LedgerResponse[]>>): (request: LedgerRequest) => LedgerResponse {
  const left = new Map(Object.entries(queues).map(([table, answers]) => [table, [...answers]]));
  return (request) => left.get(tableOf(request) ?? "")?.shift() ?? rowsAnswer([]);
}

const line = (transaction: string, key: string, change: Cells = {}): Cells => ({
  transaction,
  id: key,
  uniquekey: key,
  mainline: "F",
  taxline: "F",
  ...change,
});

describe("a composite page of transactions", () => {
  const bill = (id: string, change: Cells = {}) => header("VendBill", { id, ...change });

  it("asks for headers by type and key, then for exactly their lines and postings", () => {
    const { asked, result } = play(
      stream("transactions.vendbill").readPage(context(), { since: null, last: "900" }),
      script({ transaction: [rowsAnswer([bill("1001"), bill("1002")])] }),
    );
    expect(asked.map(tableOf)).toEqual(["transaction", "transactionline", "transactionaccountingline"]);
    const [headers, lines, postings] = asked.map(textOf) as [string, string, string];
    expect(headers).toContain("WHERE t.type = 'VendBill' AND t.id > 900 ORDER BY t.id");
    expect(headers).toContain("TO_CHAR(t.trandate,'YYYY-MM-DD') AS trandate");
    expect(headers).not.toContain("TO_TIMESTAMP");
    expect(lines).toContain("tl.cseg_region");
    expect(lines).toContain("tl.foreignamountunpaid");
    expect(lines).toContain("WHERE tl.transaction IN (1001, 1002) ORDER BY tl.uniquekey");
    expect(postings).toContain(
      "WHERE tal.transaction IN (1001, 1002) AND tal.accountingbook = 1 ORDER BY tal.transaction, tal.transactionline",
    );
    expect(asked.map((request) => request.query)).toEqual([
      { limit: "200", offset: "0" },
      { limit: "1000", offset: "0" },
      { limit: "1000", offset: "0" },
    ]);
    expect(asked[0]).toMatchObject({ method: "POST", path: "/services/rest/query/v1/query_language", headers: { Prefer: "transient" } });
    expect(result.next).toBeNull();
  });

  it("sends the words of the profile", () => {
    const from = context();
    const profile = { ...from.profile, c: { ...from.profile.c, queryPath: "/query/v1/other" } };
    const { asked } = play(stream("transactions.check").readPage({ ...from, profile }, { since: null, last: null }), script({}));
    expect(asked.map((request) => request.path)).toEqual(["/services/rest/query/v1/other"]);
  });

  it("compares changes by time, never by day", () => {
    const transactions = stream("transactions.custinvc");
    const { asked } = play(transactions.readPage(context(), transactions.start("2026-10-12T16:00:41.500Z")), script({}));
    expect(textOf(asked[0] as LedgerRequest)).toContain(
      `t.lastmodifieddate >= TO_TIMESTAMP('2026-10-12T16:00:41','YYYY-MM-DD"T"HH24:MI:SS')`,
    );
  });

  it("reads lines by key over several answers and puts each with its transaction", () => {
    const first = [line("1001", "5"), line("1002", "6")];
    const second = [line("1001", "7"), line("1002", "40")];
    const { asked, result } = play(
      stream("transactions.vendbill").readPage(context({ pageSize: 2 }), { since: null, last: null }),
      script({
        transaction: [rowsAnswer([bill("1001"), bill("1002")])],
        transactionline: [rowsAnswer(first), rowsAnswer(second), rowsAnswer([])],
        transactionaccountingline: [
          rowsAnswer([
            { transaction: "1001", transactionline: "0", accountingbook: "1", account: "9", amount: "1" },
            { transaction: "1001", transactionline: "1", accountingbook: "1", account: "9", amount: "2" },
          ]),
          rowsAnswer([{ transaction: "1002", transactionline: "0", accountingbook: "1", account: "9", amount: "3" }]),
        ],
      }),
    );
    const texts = asked.map(textOf);
    expect(texts.filter((text) => text.includes("transactionline tl")).map((text) => / AND (.*) ORDER/.exec(text)?.[1])).toEqual([
      undefined,
      "tl.uniquekey > 6",
      "tl.uniquekey > 40",
    ]);
    expect(texts.at(-1)).toContain("AND (tal.transaction > 1001 OR (tal.transaction = 1001 AND tal.transactionline > 1))");
    const records = result.records.map((record) => parseBytes(record.bytes)) as { lines: Cells[]; accountingLines: Cells[] }[];
    expect(records.map((record) => record.lines.map((row) => row.uniquekey))).toEqual([
      ["5", "7"],
      ["6", "40"],
    ]);
    expect(records.map((record) => record.accountingLines.map((row) => row.amount))).toEqual([["1", "2"], ["3"]]);
    expect(result.next).toEqual({ since: null, last: "1002" });
  });

  it("keeps the bytes of every row as sent, numerals and foreign text included", () => {
    const odd = String.raw`{"links":[],"id":"1001" , "type":"VendBill","memo":"\"id\":\"7\" Zürich 日本 \u00e9","foreigntotal":100.00,"trandate":"2026-10-05"}`;
    const row = `{"transaction":"1001","id":"1","uniquekey":"12","memo":"\\"transaction\\":\\"1002\\"","foreignamount":"100.0000"}`;
    const { result } = play(stream("transactions.vendbill").readPage(context(), { since: null, last: null }), (request) =>
      answer(
        200,
        `{"items":[${tableOf(request) === "transaction" ? odd : tableOf(request) === "transactionline" ? row : ""}],"hasMore":false}`,
      ),
    );
    const text = new TextDecoder().decode(result.records[0]?.bytes);
    expect(text).toBe(`{"transaction":${odd},"lines":[${row}],"accountingLines":[],"links":[]}`);
  });

  it("gives equal bytes for equal content in another order", () => {
    const rows = [line("1001", "5"), line("1001", "40"), line("1001", "7")];
    const read = (lines: Cells[]) =>
      play(
        stream("transactions.vendbill").readPage(context(), { since: null, last: null }),
        script({ transaction: [rowsAnswer([bill("1001")])], transactionline: [rowsAnswer(lines)] }),
      ).result.records[0]?.bytes;
    expect(read([...rows].reverse())).toEqual(read(rows));
    expect(read(rows)).not.toEqual(read(rows.slice(1)));
  });

  it("reads links for payments and credits by what they were applied to, and for orders by their bills", () => {
    const linksOf = (name: string, type: string) => {
      const { asked } = play(
        stream(name).readPage(context(), { since: null, last: null }),
        script({ transaction: [rowsAnswer([header(type, { id: "5" })])] }),
      );
      return asked.filter((request) => tableOf(request) === "nexttransactionlinelink").map(textOf);
    };
    expect(linksOf("transactions.custpymt", "CustPymt")[0]).toContain(
      "WHERE l.nextdoc IN (5) AND l.linktype = 'Payment' ORDER BY l.nextdoc, l.previousdoc, l.previousline, l.nextline",
    );
    expect(linksOf("transactions.vendcred", "VendCred")).toHaveLength(1);
    expect(linksOf("transactions.purchord", "PurchOrd")[0]).toContain("WHERE l.previousdoc IN (5) AND l.nexttype = 'VendBill'");
    expect(linksOf("transactions.custinvc", "CustInvc")).toEqual([]);
    expect(linksOf("transactions.check", "Check")).toEqual([]);
  });

  it("asks for no postings of orders, nor where the role can't see them", () => {
    const tables = (name: string, facts: object) =>
      play(
        stream(name).readPage(context({ facts }), { since: null, last: null }),
        script({ transaction: [rowsAnswer([header("PurchOrd", { id: "5" })])] }),
      ).asked.map(tableOf);
    expect(tables("transactions.purchord", {})).not.toContain("transactionaccountingline");
    expect(tables("transactions.vendbill", { refused: { transactionaccountingline: ["*"] } })).not.toContain("transactionaccountingline");
  });

  it("reads the postings of everything that is no document", () => {
    const from = context({ facts: { otherPostings: true } });
    const { asked, result } = play(
      stream("transactions.other", from).readPage(from, { since: null, last: null }),
      script({
        transaction: [rowsAnswer([header("ItemRcpt", { id: "5", currency: "77", status: "Q" })])],
        transactionaccountingline: [
          rowsAnswer([{ transaction: "5", transactionline: "1", accountingbook: "1", account: "9", amount: "-4.50", posting: "T" }]),
        ],
      }),
    );
    expect(textOf(asked[0] as LedgerRequest)).toContain("WHERE t.posting = 'T' AND t.type NOT IN ('CustInvc', 'CustCred', ");
    expect(asked.map(tableOf)).not.toContain("nexttransactionlinelink");
    const source = stream("transactions.other", from).map(from, parseBytes(result.records[0]?.bytes ?? new Uint8Array()));
    expect(source).toMatchObject({ entityType: "ItemRcpt", sourceId: "5" });
    expect(source.findings).toBeUndefined();
    const journal = only(source, "journal");
    expect(journal).toMatchObject({
      id: "gl:5",
      sourceType: "ItemRcpt",
      postings: [{ accountId: "account:9", amount: { amount: "-4.50", currency: "USD" } }],
    });
    expect(journal).not.toHaveProperty("documentId");
  });

  it("leaves refused columns out of every query", () => {
    const refused = { transaction: ["otherrefnum", "entitytype"], transactionline: ["cseg_region"] };
    const { asked } = play(
      stream("transactions.custinvc").readPage(context({ facts: { refused } }), { since: null, last: null }),
      script({ transaction: [rowsAnswer([header("CustInvc", { id: "5" })])] }),
    );
    const texts = asked.map(textOf).join("\n");
    expect(texts).not.toMatch(/otherrefnum|entitytype|cseg_region/);
    expect(texts).toContain("t.tranid");
  });

  it("ends a pass at a short page and goes on after a full one", () => {
    const read = (count: number, more: boolean): StreamPage => {
      const rows = Array.from({ length: count }, (_, index) =>
        bill(String(index + 1), { lastmodifieddate: `2026-10-12T16:00:4${index % 10}` }),
      );
      return play(
        stream("transactions.vendbill").readPage(context(), { since: "2026-10-01T00:00:00.000Z", last: null }),
        script({ transaction: [rowsAnswer(rows, more)] }),
      ).result;
    };
    expect(read(199, false).next).toBeNull();
    expect(read(200, false).next).toEqual({ since: "2026-10-01T00:00:00.000Z", last: "200" });
    expect(read(3, true).next).toEqual({ since: "2026-10-01T00:00:00.000Z", last: "3" });
    expect(read(0, false)).toEqual({ records: [], next: null });
    expect(read(13, false).watermark).toBe("2026-10-12T16:00:49.000Z");
  });

  it("reads transactions whole each time when their change time is hidden", () => {
    const hidden = stream("transactions.check", context({ facts: { refused: { transaction: ["lastmodifieddate"] } } }));
    expect(hidden).toMatchObject({ delta: "full", deletes: "full", overlapMs: 0 });
    expect(hidden.start("2026-10-01T00:00:00.000Z")).toEqual({ since: null, last: null });
  });

  it("tells how many records a pass has, on its first page only", () => {
    const told = (totalResults: number) =>
      JSON.stringify({ items: [bill("7", { memo: '"totalResults":9' })], hasMore: false, totalResults });
    const read = (last: string | null, body = told(4711)) =>
      play(stream("transactions.vendbill").readPage(context(), { since: null, last }), (request) =>
        tableOf(request) === "transaction" ? answer(200, body) : rowsAnswer([]),
      ).result.totalKnown;
    expect(read(null)).toBe(4711);
    expect(read("6")).toBeUndefined();
    // What isn't a count of records isn't taken for one.
    for (const odd of [4711.5, 12_345_678_901_234]) expect(read(null, told(odd))).toBeUndefined();
  });

  it("stops instead of reading one page for ever", () => {
    const repeated = rowsAnswer([line("1001", "5"), line("1001", "6")]);
    const read = () =>
      play(stream("transactions.vendbill").readPage(context({ pageSize: 2 }), { since: null, last: null }), (request) =>
        tableOf(request) === "transaction" ? rowsAnswer([bill("1001")]) : repeated,
      );
    expect(read).toThrow(AnswerUnreadable);
  });

  it.each([
    ["a sign-in page", "<html><body>Log in</body></html>"],
    ["nothing", ""],
    ["other JSON", '{"status":"ok"}'],
    ["a broken answer", '{"items":[{"id":"1"'],
    ["rows that are no objects", '{"items":[1,2]}'],
    ["a header without an id", '{"items":[{"type":"VendBill"}]}'],
  ])("refuses %s", (_what, body) => {
    const read = () => play(stream("transactions.vendbill").readPage(context(), { since: null, last: null }), () => answer(200, body));
    expect(read).toThrow(AnswerUnreadable);
  });

  it("reads ids in pages of a thousand by key", () => {
    const transactions = stream("transactions.vendbill");
    const rows = Array.from({ length: 1000 }, (_, index) => ({ id: String(index + 1) }));
    const first = play(transactions.readIds?.(context(), null) ?? empty(), () => rowsAnswer(rows));
    expect(textOf(first.asked[0] as LedgerRequest)).toBe("SELECT t.id FROM transaction t WHERE t.type = 'VendBill' ORDER BY t.id");
    expect(first.result.ids).toHaveLength(1000);
    const second = play(transactions.readIds?.(context(), first.result.next) ?? empty(), () => rowsAnswer([{ id: "1001" }]));
    expect(textOf(second.asked[0] as LedgerRequest)).toContain("AND t.id > 1000 ORDER BY");
    expect(second.result).toEqual({ ids: ["1001"], next: null });
  });
});

describe("lists", () => {
  it("reads a table by key, with changes since a time", () => {
    const accounts = stream("accounts");
    expect(accounts).toMatchObject({ delta: "since", deletes: "reconcile", overlapMs: 86_400_000, entityType: "account", phase: 1 });
    const rows = [
      { id: "-5", accttype: "Bank" },
      { id: "12", accttype: "Bank", lastmodifieddate: "2026-10-12T16:00:41" },
    ];
    const { asked, result } = play(accounts.readPage(context({ pageSize: 2 }), accounts.start("2026-10-01T00:00:00.000Z")), () =>
      rowsAnswer(rows),
    );
    expect(textOf(asked[0] as LedgerRequest)).toContain("WHERE t.lastmodifieddate >= TO_TIMESTAMP('2026-10-01T00:00:00'");
    expect(result.next).toEqual({ since: "2026-10-01T00:00:00.000Z", last: "12" });
    expect(result.watermark).toBe("2026-10-12T16:00:41.000Z");
    expect(new TextDecoder().decode(result.records[0]?.bytes)).toBe('{"links":[],"id":"-5","accttype":"Bank"}');
    const next = play(accounts.readPage(context({ pageSize: 2 }), result.next ?? {}), () => rowsAnswer([]));
    expect(textOf(next.asked[0] as LedgerRequest)).toContain("AND t.id > 12 ORDER BY t.id");
  });

  it("reads a table whole each time when its change time is hidden", () => {
    const items = stream("items", context({ facts: { refused: { item: ["lastmodifieddate"] } } }));
    expect(items).toMatchObject({ delta: "full", deletes: "full" });
    expect(items.start("2026-10-01T00:00:00.000Z")).toEqual({ since: null, last: null });
  });

  it("has no subsidiaries to read in an account with one entity", () => {
    const names = (facts: object) => stream("accounts", context({ facts })) && context({ facts });
    expect(() => stream("subsidiaries", names({ refused: { subsidiary: ["*"] } }))).toThrow("no stream");
    expect(stream("subsidiaries").delta).toBe("full");
  });

  it("keeps raw what no normalised record stands for", () => {
    expect(stream("currencies").map(context(), { id: "1", symbol: "USD" })).toEqual({ entityType: "currency", sourceId: "1", records: [] });
  });
});

describe("the dimensions stream", () => {
  it("composes one record for each dimension from all rows of its values", () => {
    const { asked, result } = play(
      stream("dimensions").readPage(context({ pageSize: 2 }), { last: null }),
      script({
        department: [
          rowsAnswer([
            { id: "5", name: "Sales", isinactive: "F" },
            { id: "6", name: "North", parent: "5", isinactive: "T" },
          ]),
          rowsAnswer([{ id: "7", name: "Works" }]),
        ],
        customrecord_cseg_region: [rowsAnswer([{ id: "4", name: "Alps" }])],
      }),
    );
    expect(asked.map(textOf).filter((text) => text.includes("t.id > 6"))).toHaveLength(1);
    expect(result.next).toBeNull();
    const mapped = result.records.map((record) => stream("dimensions").map(context(), parseBytes(record.bytes)));
    expect(mapped[0]).toMatchObject({
      entityType: "department",
      sourceId: "department",
      records: [
        {
          kind: "dimension",
          value: {
            id: "department",
            name: "Department",
            fieldKey: "department",
            level: "header_and_line",
            ownedBy: "source",
            active: true,
            values: [
              { id: "5", name: "Sales", active: true },
              { id: "6", name: "North", parentId: "5", active: false },
              { id: "7", name: "Works", active: true },
            ],
          },
        },
      ],
    });
    expect(mapped[1]).toMatchObject({
      entityType: "customsegment",
      records: [{ value: { id: "cseg_region", values: [{ id: "4", name: "Alps" }] } }],
    });
  });
});

function* empty(): Generator<LedgerRequest, never, LedgerResponse> {
  yield { method: "GET", path: "/" };
  throw new Error("the stream has no ids");
}
