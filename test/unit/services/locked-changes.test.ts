import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchChanges } from "#main/store/changes/change-watch.ts";
import { closedChanges, disposeChange, fieldsInWords } from "#main/store/close/closed-changes.ts";
import { saveClosedSnapshot } from "#main/store/close/closed-snapshot.ts";
import { listFindings } from "#main/store/exceptions/findings.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { accountRecord, createIngestLab, documentRecord, type IngestLab, lockRecord, NOW, partyRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const DAY_MS = 86_400_000;
const books = { basis: "accrual" as const, baseCurrency: "NZD" };
let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
});
afterEach(() => lab.db.close());

const line = (id: string) => ({
  ...{
    id: `Invoice:${id}/1`,
    kind: "account",
    net: { amount: "100.00", currency: "NZD" },
    accountId: "Account:1",
    tax: { basis: "none", components: [] },
  },
  ...{
    dimensions: [],
    source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", id: "1", fetchedAt: "2026-11-21T09:00:00.000Z" },
  },
});
const invoice = (id: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  id,
  yields: [documentRecord(id, { lines: [line(id)], ...fields })],
});
const locked = { id: "org", entity: "Organisation", yields: [lockRecord("period", "2026-10-31")] };
const chart = { id: "a1", entity: "Account", yields: [accountRecord("1")] };
const changes = () => closedChanges(lab.reader, books);

describe("behind a lock of the ledger, in days that nobody closed here", () => {
  it("what came and went is valued by what it posts, an edit is listed without a value, and each wants a disposition", () => {
    lab.readPass("backfill", [[chart, locked, invoice("1"), invoice("2")]]);
    watchChanges(lab.reader, { nowMs: NOW, ledgerTells: false, entities: [] });
    lab.readPass("delta", [[invoice("1", { memo: "late" }), invoice("2", { status: "deleted" }), invoice("3")]], NOW + 40 * DAY_MS);
    watchChanges(lab.reader, { nowMs: NOW + 40 * DAY_MS, ledgerTells: false, entities: [] });
    const found = changes();
    expect(
      found.map(({ recordId, periodId, kind, source, valued, result }) => [recordId, periodId, kind, source, valued, result]).sort(),
    ).toEqual([
      ["Invoice:1", "month:2026-10", "changed", "ledger_lock", false, "0.00"],
      ["Invoice:2", "month:2026-10", "removed", "ledger_lock", true, "100.00"],
      ["Invoice:3", "month:2026-10", "added", "ledger_lock", true, "-100.00"],
    ]);
    const edit = found.find(({ kind }) => kind === "changed");
    const act = { changeId: edit?.id ?? "", why: "A note", books, person: "ann@office", nowMs: NOW };
    expect(disposeChange(lab.reader, { ...act, verdict: "reopen" })).toMatchObject({ ok: false, failure: { field: "verdict" } });
    expect(disposeChange(lab.reader, { ...act, verdict: "accept" }).ok).toBe(true);
    const standing = () => changes().find(({ id }) => id === edit?.id)?.disposition?.stands;
    expect(standing()).toBe(true);
    lab.readPass("delta", [[invoice("1", { memo: "later" })]], NOW + 41 * DAY_MS);
    watchChanges(lab.reader, { nowMs: NOW + 41 * DAY_MS, ledgerTells: false, entities: [] });
    expect(standing()).toBe(false);
  });

  it("says what changed though the run ended, and the finding was raised, later than the change was read", () => {
    const watchedLater = (atMs: number) => watchChanges(lab.reader, { nowMs: atMs + 5_000, ledgerTells: false, entities: [] });
    lab.readPass("backfill", [[chart, locked, invoice("1")]]);
    watchedLater(NOW);
    lab.readPass("delta", [[invoice("1", { memo: "late" })]], NOW + 40 * DAY_MS);
    watchedLater(NOW + 40 * DAY_MS);
    expect(changes().map(({ fields }) => fields)).toEqual([[{ field: "memo", before: null, after: "late" }]]);
    // Put back, it is no change any more.
    lab.readPass("delta", [[invoice("1")]], NOW + 41 * DAY_MS);
    watchedLater(NOW + 41 * DAY_MS);
    expect(changes()).toEqual([]);
  });

  it("links a document alone: a payment has no panel", () => {
    const nzd = { amount: "40.00", currency: "NZD" };
    const payment = {
      ...{ id: "Payment:9", direction: "received", status: "posted", date: "2026-10-05", currency: "NZD", amount: nzd, unapplied: nzd },
      ...{ allocations: [], source: { ...line("9").source, entityType: "Payment", id: "9" } },
    };
    const receipt = { id: "9", entity: "Payment", yields: [{ kind: "payment", value: payment }] };
    lab.readPass("backfill", [[chart, locked, invoice("1")]]);
    watchChanges(lab.reader, { nowMs: NOW, ledgerTells: false, entities: [] });
    lab.readPass("delta", [[invoice("3"), receipt]], NOW + 40 * DAY_MS);
    watchChanges(lab.reader, { nowMs: NOW + 40 * DAY_MS, ledgerTells: false, entities: [] });
    for (const rows of [changes(), listFindings(lab.reader)])
      expect(rows.map(({ recordId, isDocument }) => [recordId, isDocument]).sort()).toEqual([
        ["Invoice:3", true],
        ["Payment:9", false],
      ]);
  });

  it("says names and places of what changed, and a new name doesn't withdraw what was decided", () => {
    const contact = (id: string, name: string) => ({ id: `c${id}`, entity: "Contact", yields: [partyRecord(id, { name })] });
    lab.readPass("backfill", [[chart, locked, contact("1", "Elm"), contact("2", "Oak"), invoice("1", { partyId: "Contact:1" })]]);
    watchChanges(lab.reader, { nowMs: NOW, ledgerTells: false, entities: [] });
    const moved = { partyId: "Contact:2", entityId: "subsidiary:1", lines: [{ ...line("1"), description: "Rent" }] };
    lab.readPass("delta", [[invoice("1", moved)]], NOW + 40 * DAY_MS);
    watchChanges(lab.reader, { nowMs: NOW + 40 * DAY_MS, ledgerTells: false, entities: [] });
    const edit = () => changes()[0] as ReturnType<typeof changes>[number];
    const told = () => fieldsInWords(lab.reader, edit(), [{ id: "subsidiary:1", name: "Elm Ireland" }]);
    expect(told()).toEqual([
      { field: "party", before: "Elm", after: "Oak" },
      { field: "entity", before: null, after: "Elm Ireland" },
      { field: "line 1", before: "account | 200 Sales | 100.00 NZD | none", after: "account | Rent | 200 Sales | 100.00 NZD | none" },
    ]);
    disposeChange(lab.reader, { changeId: edit().id, verdict: "accept", why: "A note", books, person: "ann@office", nowMs: NOW });
    lab.readPass("delta", [[contact("2", "Oak & Co")]], NOW + 41 * DAY_MS);
    expect([told()[0]?.after, edit().disposition?.stands]).toEqual(["Oak & Co", true]);
  });

  it("a transaction deleted in an open month is no post-close change, though it is an exception", () => {
    const open = invoice("1", { issueDate: "2026-11-05" });
    lab.readPass("backfill", [[chart, locked, open, invoice("2")]]);
    watchChanges(lab.reader, { nowMs: NOW, ledgerTells: false, entities: [] });
    const deleted = { status: "deleted" };
    lab.readPass("delta", [[invoice("1", { issueDate: "2026-11-05", ...deleted }), invoice("2", deleted)]], NOW + 40 * DAY_MS);
    watchChanges(lab.reader, { nowMs: NOW + 40 * DAY_MS, ledgerTells: false, entities: [] });
    const raised = lab.db.prepare("SELECT COUNT(*) FROM finding WHERE code = 'deleted_document' AND resolved_ms IS NULL").pluck().get();
    expect([raised, changes().map(({ recordId }) => recordId)]).toEqual([2, ["Invoice:2"]]);
  });

  it("names tax that the ledger has no single account for, and nothing else that has no account", () => {
    const nzd = (amount: string) => ({ amount, currency: "NZD" });
    const taxed = (id: string, fields: object = {}) =>
      invoice(id, {
        total: nzd("115.00"),
        outstanding: nzd("115.00"),
        tax: { basis: "exclusive", components: [], amount: nzd("15.00") },
        ...fields,
      });
    const debtors = { id: "a2", entity: "Account", yields: [accountRecord("2", { class: "asset", role: "receivable", name: "Debtors" })] };
    lab.readPass("backfill", [[chart, debtors, locked, taxed("1")]]);
    watchChanges(lab.reader, { nowMs: NOW, ledgerTells: false, entities: [] });
    const { accountId: _none, ...unplaced } = line("3");
    lab.readPass("delta", [[taxed("1", { status: "deleted" }), taxed("2"), taxed("3", { lines: [unplaced] })]], NOW + 40 * DAY_MS);
    watchChanges(lab.reader, { nowMs: NOW + 40 * DAY_MS, ledgerTells: false, entities: [] });
    const told = changes().map(({ recordId, effects }) => [
      recordId,
      ...effects.map(({ account, effect }) => `${account} ${effect}`).sort(),
    ]);
    expect(told.sort()).toEqual([
      ["Invoice:1", "Debtors -115.00", "Sales 100.00", "Tax 15.00"],
      ["Invoice:2", "Debtors 115.00", "Sales -100.00", "Tax -15.00"],
      ["Invoice:3", "Debtors 115.00", "Unknown account -115.00"],
    ]);
  });

  it("in a month closed here, too, what no figure shows wants a disposition: words alone, and a document that has no base amount", () => {
    const foreign = (amount: string) => {
      const euros = { amount, currency: "EUR" };
      return invoice("2", { currency: "EUR", total: euros, outstanding: euros, lines: [{ ...line("2"), net: euros }] });
    };
    lab.readPass("backfill", [[chart, invoice("1"), foreign("50.00")]]);
    const october = { id: "month:2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
    const snapshot = saveClosedSnapshot(lab.reader, october, NOW, (text) => createHash("sha256").update(text).digest("hex"));
    const body = { ...{ from: "open", status: "closed", label: "2026-10" }, start: october.start, end: october.end, why: null, snapshot };
    makeDecision(lab.db, { kind: "period_status", subject: october.id, body, person: "ann@office", nowMs: NOW });
    expect(changes()).toEqual([]);
    const later = NOW + 40 * DAY_MS;
    lab.readPass("delta", [[invoice("1", { memo: "late" }), foreign("75.00")]], later);
    watchChanges(lab.reader, { nowMs: later, ledgerTells: false, entities: [] });
    expect(
      changes()
        .map(({ recordId, periodId, source, valued, effects, disposition }) => [recordId, periodId, source, valued, effects, disposition])
        .sort(),
    ).toEqual([
      ["Invoice:1", "month:2026-10", "closed_here", true, [], null],
      ["Invoice:2", "month:2026-10", "closed_here", false, [], null],
    ]);
    // Closing again takes the books as they are, though no figure tells the two closings apart.
    makeDecision(lab.db, { kind: "period_status", subject: october.id, body, person: "ann@office", nowMs: later + DAY_MS });
    expect(changes()).toEqual([]);
  });
});
