import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import { createLedgerC, type SimLedgerC } from "#simulator/ledger-c/create-ledger-c.ts";
import { type HeadlessClient, headlessClient } from "#test/support/headless-client.ts";

const books = generateBooks({
  seed: 79,
  style: "c",
  tenantId: "4821099",
  name: "Writes Test Company",
  baseCurrency: "USD",
  country: "US",
  today: calendarDate("2026-10-31"),
  months: 2,
  invoicesPerMonth: 4,
  foreignCurrencies: [],
});
const REJECTED = "Refuse me";
const ledger: SimLedgerC = createLedgerC(books, { rejectMemo: REJECTED, script: { restates: ["431.17", "413.71"] } });
let client: HeadlessClient;
let vendor: string;
let expense: string;

beforeAll(async () => {
  client = await headlessClient(ledger);
  vendor = String((await ask("party", "list")).rows().find((row) => row.isVendor === true && row.active === true)?.id);
  expense = String((await ask("account", "list")).rows().find((row) => row.class === "expense" && row.active === true)?.id);
});

afterAll(() => client.close());

const ask = (...words: readonly string[]) => client.ask(...words);

function file(content: unknown): string {
  const path = join(client.folder, "draft.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const bill = (changes: object = {}) => ({
  type: "purchase_bill",
  party: { id: vendor },
  number: "H-1",
  issueDate: "2026-10-28",
  dueDate: "2026-11-28",
  currency: "USD",
  lines: [{ kind: "account", accountId: expense, description: "Paper", net: { amount: "90.00", currency: "USD" } }],
  ...changes,
});

describe("the headless contract: writing", () => {
  it("shows the exact requests of a dry run and sends nothing", async () => {
    const dry = await ask("write", "document", "--file", file(bill()), "--dry-run");
    const plan = dry.json() as { outcome: string; requests: { method: string; body: string }[]; checks: { outcome: string }[] };
    expect([dry.status, plan.outcome, plan.requests.map(({ method }) => method)]).toEqual([0, "ready", ["POST"]]);
    expect(plan.requests[0]?.body).toContain('"amount":90.00');
    expect(plan.checks.every(({ outcome }) => outcome === "passed")).toBe(true);
    expect(ledger.writeLog).toEqual([]);
  });

  it("writes once for one action, whatever is asked again, and mirrors the record at once", async () => {
    const path = file(bill());
    const first = await ask("write", "document", "--file", path, "--action-id", "click-1");
    const made = first.json() as {
      jobId: string;
      actionId: string;
      outcome: string;
      items: { outcome: string; ledgerId: string; recordId: string }[];
    };
    expect([first.status, made.outcome, made.actionId]).toEqual([0, "accepted", "click-1"]);
    const again = await ask("write", "document", "--file", path, "--action-id", "click-1");
    expect((again.json() as { jobId: string }).jobId).toBe(made.jobId);
    const stale = await ask("write", "delete", "--id", made.items[0]?.recordId as string, "--seen", "0".repeat(64), "--yes");
    const held = stale.json() as { outcome: string; jobId: string };
    const title = (await ask("job", "list")).rows().find(({ jobId }) => jobId === held.jobId)?.title;
    expect([held.outcome, title]).toEqual(["conflict", "Delete bill H-1"]);
    await ask("job", "cancel", "--id", held.jobId);
    expect(ledger.writeLog.length).toBe(1);
    const shown = await ask("document", "show", "--id", made.items[0]?.recordId ?? "");
    expect(shown.json()).toMatchObject({ number: "H-1", status: "awaiting_approval" });
    const other = await ask("write", "document", "--file", file(bill({ number: "H-2" })), "--action-id", "click-1");
    expect([other.status, other.error().field]).toEqual([2, "action-id"]);
  });

  it("names the field of bad input, with status 2, and sends nothing", async () => {
    const before = ledger.writeLog.length;
    const cases: [object, string][] = [
      [bill({ issueDate: "2026-02-30" }), "issueDate"],
      [bill({ party: { id: "vendor:999999" } }), "party.id"],
      [bill({ colour: "red" }), "colour"],
      [bill({ lines: [] }), "lines"],
      [bill({ total: { amount: "91.00", currency: "USD" } }), "total.amount"],
      [bill({ lines: [{ kind: "account", accountId: expense, net: { amount: "1e3", currency: "USD" } }] }), "lines[0].net.amount"],
    ];
    for (const [content, field] of cases) {
      const refused = await ask("write", "document", "--file", file(content));
      expect([refused.status, refused.error().code, refused.error().field]).toEqual([2, "invalid_input", field]);
    }
    expect(ledger.writeLog.length).toBe(before);
  });

  it("refuses what would be dropped, cut or misread, or what no ledger could take, and keeps no job", async () => {
    const before = [ledger.writeLog.length, (await ask("job", "list")).rows().length];
    const [line] = bill().lines as [object];
    const cases: [object | string, string][] = [
      [bill({ party: { id: vendor, name: "Oak" } }), "party.name"],
      [JSON.stringify(bill()).replace('"number"', '"party":{"id":"x"},"number"'), "party"],
      [bill({ memo: "Paper\0" }), "memo"],
      [bill({ memo: "x".repeat(10_001) }), "memo"],
      [bill({ dueDate: "9999-01-01" }), "dueDate"],
      [bill({ lines: [{ ...line, net: { amount: `${"9".repeat(40)}.00`, currency: "USD" } }] }), "lines[0].net.amount"],
      [bill({ lines: [{ ...line, dimensions: [{ dimensionId: "none", valueId: "1" }] }] }), "lines[0].dimensions[0].dimensionId"],
    ];
    for (const [content, field] of cases) {
      const refused = await ask("write", "document", "--file", file(content));
      expect([refused.status, refused.error().code, refused.error().field]).toEqual([2, "invalid_input", field]);
    }
    for (const seconds of ["-5", "soon", "1.5"]) {
      const refused = await ask("write", "document", "--file", file(bill()), `--max-wait=${seconds}`);
      expect([refused.status, refused.error().field]).toEqual([2, "max-wait"]);
    }
    expect([ledger.writeLog.length, (await ask("job", "list")).rows().length]).toEqual(before);
  }, 240_000);

  it("gives a rejection with the ledger's own words and status 3, and keeps job and attempts", async () => {
    const refused = await ask("write", "document", "--file", file(bill({ number: "H-3", memo: REJECTED })));
    const job = refused.json() as { jobId: string; outcome: string; items: { ledgerError: { status: number; body: string } }[] };
    expect([refused.status, job.outcome, job.items[0]?.ledgerError.status]).toEqual([3, "rejected", 400]);
    expect(job.items[0]?.ledgerError.body).toContain("custbody_budget_owner");
    const shown = (await ask("job", "show", "--id", job.jobId)).json() as { attempts: { purpose: string; answer: string }[] };
    expect(shown.attempts[0]?.answer).toBe(job.items[0]?.ledgerError.body);
    expect((await ask("job", "list")).rows().map((row) => row.state)).toContain("rejected");
  });

  it("tells what the ledger posted differently, with status 3, now and when the job is shown", async () => {
    const lines = [{ kind: "account", accountId: expense, description: "Toner", net: { amount: "431.17", currency: "USD" } }];
    const written = await ask("write", "document", "--file", file(bill({ number: "H-9", lines })));
    const job = written.json() as { jobId: string; outcome: string; items: { outcome: string; postedDifferently: unknown }[] };
    const different = [{ field: "lines[0].net.amount", intended: "431.17", posted: "413.71" }];
    expect([written.status, job.outcome, job.items.map((item) => item.postedDifferently)]).toEqual([3, "accepted", [different]]);
    expect((await ask("job", "show", "--id", job.jobId)).json()).toMatchObject({ items: [{ postedDifferently: different }] });
    const inbox = (await ask("inbox", "list")).rows();
    expect(inbox.map((row) => row.title)).toContain("The ledger posted different values");
  });

  it("keeps a draft until it is sent, and takes one back that has not left", async () => {
    const draft = (await ask("write", "document", "--file", file(bill({ number: "H-4" })), "--draft")).json() as { jobId: string };
    const before = ledger.writeLog.length;
    expect((await ask("job", "cancel", "--id", draft.jobId)).status).toBe(0);
    const second = (await ask("write", "document", "--file", file(bill({ number: "H-5" })), "--draft")).json() as { jobId: string };
    expect(ledger.writeLog.length).toBe(before);
    expect(((await ask("job", "send", "--id", second.jobId)).json() as { outcome: string }).outcome).toBe("accepted");
  });

  it("deletes only with --yes and keeps the last known record", async () => {
    const id = String((await ask("document", "list", "--text", "H-5")).rows()[0]?.id);
    expect((await ask("write", "delete", "--id", id)).error().field).toBe("yes");
    expect((await ask("write", "delete", "--id", id, "--yes")).status).toBe(0);
    const kept = (await ask("document", "show", "--id", id)).json() as { number: string; removedDetectedAt: string | null };
    expect([kept.number, kept.removedDetectedAt === null]).toEqual(["H-5", false]);
  });
});
