import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerA } from "#simulator/ledger-a/create-ledger-a.ts";
import { plantOddities } from "#simulator/oddities.ts";
import { headless } from "#test/support/headless.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const books = generateBooks({
  seed: 79,
  style: "a",
  tenantId: "7d1f3c09-52aa-4c1e-9b30-0f6e2a9c4109",
  name: "Reviews Test Company",
  baseCurrency: "NZD",
  country: "NZ",
  today: calendarDate("2026-10-31"),
  months: 3,
  invoicesPerMonth: 4,
  foreignCurrencies: [],
});
plantOddities(books, ["duplicate_bills", "over_billed_order"]);
let client: HeadlessClient;

beforeAll(async () => {
  client = await headlessClient(createLedgerA(books));
});

afterAll(() => client.close());

const ask = (...words: readonly string[]) => client.ask(...words);
type Row = Readonly<Record<string, unknown>>;

describe("the headless contract: what people review and decide", () => {
  it("a dismissed duplicate is listed as dismissed, and again after a restore", async () => {
    const sure = ((await ask("duplicate", "list")).rows() as Row[]).find(({ score }) => Number(score) > 80);
    const id = String(sure?.id);
    expect((await ask("duplicate", "dismiss", "--id", id, "--note", "two contracts")).json()).toEqual({ decisionNo: 1 });
    expect((await ask("duplicate", "list", "--dismissed")).rows()).toMatchObject([
      { id, dismissal: { note: "two contracts", stands: true } },
    ]);
    expect((await ask("duplicate", "restore", "--id", id)).status).toBe(0);
    expect((await ask("duplicate", "list", "--dismissed")).rows()).toEqual([]);
  });

  it("duplicates are listed for some days only where a person says so", async () => {
    const [first] = (await ask("duplicate", "list", "--limit", "1")).rows() as Row[];
    const date = String((first?.documents as readonly Row[] | undefined)?.[0]?.date);
    const ids = async (...days: readonly string[]) => ((await ask("duplicate", "list", ...days)).rows() as Row[]).map(({ id }) => id);
    expect(await ids("--from", date, "--to", date)).toContain(first?.id);
    expect(await ids("--to", "2001-01-01")).toEqual([]);
  });

  it("a proposed pair is confirmed, and the over-billed amount is named", async () => {
    const order = ((await ask("match", "list")).rows() as Row[]).find(({ number }) => number === "PO-7731");
    const bill = (order?.bills as readonly Row[] | undefined)?.[0];
    const pair = ["--order", String(order?.orderId), "--bill", String(bill?.id)];
    expect([order?.source, order?.state, bill?.how]).toEqual(["proposed", "unbilled", "proposed"]);
    expect((await ask("match", "confirm", ...pair)).status).toBe(0);
    const matched = ((await ask("match", "list")).rows() as Row[]).find(({ number }) => number === "PO-7731");
    expect(matched).toMatchObject({ source: "confirmed", state: "over_billed", overBilled: "123.00" });
    expect((await ask("match", "undo", ...pair)).status).toBe(0);
  });

  it("parties are merged with both balances and stand for themselves again", async () => {
    const parties = (await ask("party", "list")).rows() as Row[];
    const [keep, absorb] = [String(parties[0]?.id), String(parties[1]?.id)];
    const merged = await ask("party", "merge", "--keep", keep, "--absorb", absorb);
    expect(merged.json()).toMatchObject({ before: [{ partyId: keep }, { partyId: absorb }], after: { partyId: keep } });
    const after = (await ask("party", "list")).rows() as Row[];
    expect([after.length, (after[0]?.sources as unknown[] | undefined)?.length]).toEqual([parties.length - 1, 2]);
    expect((await ask("party", "unmerge", "--absorb", absorb)).json()).toMatchObject({ keptId: keep });
    expect((await ask("party", "suggestions")).status).toBe(0);
  });

  it("a period of the service is closed, blocks a posting, and is undone by the number of the decision", async () => {
    const closed = (await ask("period", "set", "--period", "2026-10", "--status", "closed")).json() as Row;
    expect(closed).toMatchObject({ periodId: "month:2026-10", from: "open", status: "closed" });
    const rows = (await ask("period", "list")).rows() as Row[];
    expect(rows.find(({ label }) => label === "2026-10")).toMatchObject({
      status: "closed",
      ownedBy: "us",
      decided: { decisionNo: closed.decisionNo },
    });
    const check = await ask("post", "check", "--date", "2026-10-15", "--module", "ap");
    expect(check.json()).toMatchObject({ canPost: false, blockedBy: [{ id: "closed:month:2026-10", ownedBy: "us" }] });
    const unheard = await ask("period", "set", "--period", "2026-10", "--status", "shut");
    expect([unheard.status, unheard.error()]).toMatchObject([
      2,
      { code: "invalid_input", message: "--status must be one of open, in_close, closed, reopened.", field: "status" },
    ]);
    const refused = await ask("period", "set", "--period", "2026-10", "--status", "open");
    expect([refused.status, refused.error().field]).toEqual([2, "status"]);
    expect((await ask("decision", "undo", "--decision", String(closed.decisionNo))).json()).toEqual({ undone: true });
    expect((await ask("post", "check", "--date", "2026-10-15", "--module", "ap")).json()).toMatchObject({ canPost: true });
  });

  it("a document is approved here, and returned only with a note", async () => {
    const [bill] = (await ask("document", "list", "--type", "purchase_bill")).rows() as Row[];
    const id = String(bill?.id);
    expect((await ask("document", "approve", "--id", id)).json()).toMatchObject({ approval: { ownedBy: "us", status: "approved" } });
    expect((await ask("document", "return", "--id", id)).status).toBe(2);
    expect((await ask("document", "return", "--id", id, "--note", "no receipt")).json()).toMatchObject({
      approval: { status: "returned", note: "no receipt" },
    });
  });

  it("people read tables without holes", async () => {
    const lists = [["match"], ["duplicate"], ["decision", "--undone"], ["period"], ["party"]] as const;
    for (const [noun, ...more] of lists) {
      const { status, stdout } = await headless(client.home, [noun, "list", "--client", client.clientId, ...more], { forPeople: true });
      expect([noun, status]).toEqual([noun, 0]);
      expect(stdout).not.toMatch(/undefined|\[object|NaN/);
      expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^[1-9]\d* rows?$/);
    }
  });
});
