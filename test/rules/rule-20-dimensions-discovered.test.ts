import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConnectionFacts, LedgerRequest, LedgerResponse, ReadContext } from "#main/ledgers/adapter.ts";
import { adapterC } from "#main/ledgers/c/index.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import {
  answer,
  type Cells,
  composed,
  context,
  header,
  mapTransactionRecord,
  only,
  play,
  rowsAnswer,
  stream,
  textOf,
  twoLines,
} from "#test/unit/ledgers/c/support.ts";

const keys = fc.uniqueArray(fc.stringMatching(/^cseg_[a-z][a-z0-9_]{0,8}$/), { minLength: 1, maxLength: 6 });

/** Connects to an account with these custom segments, each with one value. */
function connect(segments: readonly string[]): Discovery {
  const { profile } = context();
  const connection: ConnectionFacts = { tenantId: "1234567", profile, wantsJournals: false, pageSize: 1000 };
  const reply = (request: LedgerRequest): LedgerResponse => {
    if (request.method === "GET") return answer(403, "{}");
    const text = textOf(request);
    if (text.includes("FROM customsegment"))
      return rowsAnswer(segments.map((scriptid, index) => ({ id: String(index), scriptid, label: `L ${scriptid}` })));
    if (text.includes("FROM currency")) return rowsAnswer([{ id: "1", symbol: "USD", isbasecurrency: "T" }]);
    if (text.includes("FROM customrecord_")) return rowsAnswer([{ id: "4", name: "Alps" }]);
    return rowsAnswer([]);
  };
  return play(adapterC.discover(connection), reply).result;
}

// Rule 20: segments have keys of the customer's choosing; everything is driven from the list found at connection time.
describe("rule 20: dimensions are discovered", () => {
  it("lists every segment of an account with its values, whatever its key is", () => {
    fc.assert(
      fc.property(keys, (segments) => {
        const { dimensions } = connect(segments).capabilities;
        const found = dimensions.filter((dimension) => dimension.fieldKey.startsWith("cseg_"));
        expect(found.map((dimension) => dimension.fieldKey)).toEqual([...segments].sort());
        expect(found.every((dimension) => dimension.ownedBy === "source" && dimension.values.length === 1)).toBe(true);
      }),
      { seed: 20, numRuns: 30 },
    );
  });

  it("selects exactly the discovered segments and reads them from lines in the order of the list", () => {
    fc.assert(
      fc.property(keys, (segments) => {
        const from: ReadContext = { ...context(), discovery: connect(segments) };
        const asked = play(stream("transactions.custinvc", from).readPage(from, { since: null, last: null }), (request) =>
          rowsAnswer(textOf(request).includes("FROM transaction t") ? [header("CustInvc")] : []),
        ).asked.map(textOf);
        const lines = asked.find((text) => text.includes("FROM transactionline")) ?? "";
        expect([...lines.matchAll(/tl\.(cseg_\w+)/g)].map((match) => match[1])).toEqual([...segments].sort());
        const values: Cells = Object.fromEntries([...segments, "cseg_of_nobody__"].map((key) => [key, "4"]));
        const record = composed({
          transaction: header("CustInvc"),
          lines: twoLines("1", "-1", { main: { foreignamountunpaid: "0" }, line: values }),
        });
        const line = only(mapTransactionRecord(record, from), "document").lines[0];
        expect(line?.dimensions.map((dimension) => dimension.dimensionId)).toEqual([...segments].sort());
      }),
      { seed: 20, numRuns: 30 },
    );
  });

  it("names no segment of its own: an account without segments selects none", () => {
    const from: ReadContext = { ...context(), discovery: connect([]) };
    const { asked } = play(stream("transactions.custinvc", from).readPage(from, { since: null, last: null }), (request) =>
      rowsAnswer(textOf(request).includes("FROM transaction t") ? [header("CustInvc")] : []),
    );
    expect(asked.map(textOf).join()).not.toContain("cseg_");
  });

  it("keeps the lists up to date through a stream of their own", () => {
    const from: ReadContext = { ...context(), discovery: connect(["cseg_fund"]) };
    const { result } = play(stream("dimensions", from).readPage(from, { last: null }), () => rowsAnswer([{ id: "4", name: "Alps" }]));
    expect(result.records).toHaveLength(4);
    expect(stream("dimensions", from)).toMatchObject({ delta: "full", deletes: "full" });
  });
});
