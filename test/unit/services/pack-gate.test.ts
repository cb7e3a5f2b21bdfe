import { describe, expect, it } from "vitest";
import { packFacts } from "#main/pack/pack-facts.ts";
import type { PackOrder } from "#main/pack/pack-order.ts";
import { coverPage } from "#main/pack/print/cover-page.ts";
import { fileParts } from "#main/pack/print/file-parts.ts";
import type { ReportFacts } from "#main/pack/print/report-facts.ts";
import { stampsOf } from "#main/pack/sign-offs.ts";
import { periodHash } from "#main/store/close/close-signatures.ts";
import { packMade, signedOff } from "#main/store/close/gates/finish.ts";
import type { GateSetting } from "#main/store/close/gates/gate.ts";
import { beginLog } from "#main/store/facts/fact-log.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { keepPack } from "#main/store/records/pack-store.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { accountRecord, createIngestLab, documentRecord, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";

describe("the pack of a period as evidence", () => {
  it("counts while it bears no stamp and nothing of the period has moved since; what was settled moves nothing", () => {
    const lab = createIngestLab(tempHome());
    const invoice = (fields: object = {}) => ({ id: "1", yields: [documentRecord("1", { ...fields })] });
    lab.readPass("backfill", [[invoice()]]);
    const period = { id: "month:2026-10", label: "2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
    const gate = () => packMade({ reader: lab.reader, period } as unknown as GateSetting);
    const lastChange = () => lab.rows("SELECT COALESCE(MAX(change_no), 0) FROM field_change")[0]?.[0] as number;
    const keep = (version: number, stamps: Parameters<typeof keepPack>[1]["stamps"]) =>
      keepPack(lab.db, {
        ...{
          periodId: period.id,
          periodLabel: period.label,
          month: "2026-10",
          version,
          name: `Client_2026-10_closepack_v0${version}.zip`,
          path: "/packs",
        },
        ...{ sha256: String(version).repeat(64), bytes: 1, stateHash: "s", priorNo: null, reason: null, stamps, figures: [], asOfMs: NOW },
        ...{ lastChange: lastChange(), signed: null, clientCopy: null, person: "ann@office", madeMs: NOW },
      });
    expect(gate()).toMatchObject({ passed: false, summary: "No close pack for October 2026 yet." });
    keep(1, [{ stamp: "DRAFT", reasons: ["the reviewer has not signed"] }]);
    expect([gate().passed, gate().summary]).toEqual([false, expect.stringContaining("is marked Draft (the reviewer has not signed)")]);
    keep(2, []);
    expect(gate().passed).toBe(true);
    lab.readPass("delta", [[invoice({ outstanding: { amount: "40.00", currency: "NZD" }, status: "part_paid" })]], NOW + 1);
    const settled = gate().passed;
    lab.readPass(
      "delta",
      [[invoice({ outstanding: { amount: "40.00", currency: "NZD" }, status: "part_paid", total: { amount: "101.00", currency: "NZD" } })]],
      NOW + 2,
    );
    expect([settled, gate().passed]).toEqual([true, false]);
    lab.db.close();
  });
});

/** A client with a transaction, and the order of a pack of its October. */
function openMonth() {
  const lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
  lab.readPass("backfill", [
    [
      { id: "a1", entity: "Account", yields: [accountRecord("1")] },
      { id: "1", yields: [documentRecord("1")] },
    ],
  ]);
  const month = { label: "2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
  const period = { id: "month:2026-10", ...month, ownedBy: "us", status: "open" };
  const order = {
    ...{ clientId: "one", system: "ledger_a", tenantId: "tenant-1", discovery, period, periods: [period], template: null },
    ...{ firm: { name: null, logo: null }, people: [], reason: null, groups: [] },
  } as unknown as PackOrder;
  return { lab, period, order };
}

describe("a sign-off that the firm's server doesn't have yet", () => {
  it("leaves a pack a draft as it leaves the task open, and is printed with it", () => {
    const { lab, period, order } = openMonth();
    const facts = () => packFacts(lab.db, order, null);
    const decide = (kind: "close_sign" | "gate_override", of: string, person: string, body: object) =>
      makeDecision(lab.db, { kind, subject: `${period.id}|${of}`, body, person, nowMs: NOW });
    const hash = periodHash(facts().closing);
    decide("close_sign", "preparer", "ann@one", { periodId: period.id, role: "preparer", hash, note: null });
    decide("close_sign", "reviewer", "ben@two", { periodId: period.id, role: "reviewer", hash, note: null });
    decide("gate_override", "tasks", "ben@two", { gate: "tasks", why: "Agreed", covers: ["lease"], items: ["Check the lease"] });
    const draft = () => {
      const { stamps, closing } = facts();
      return { reasons: stamps.find(({ stamp }) => stamp === "DRAFT")?.reasons ?? [], isOpen: !signedOff(closing).passed };
    };
    const notAccepted = (role: string) => `The firm's server hasn't accepted the ${role}'s sign-off yet`;
    expect(draft()).toEqual({ reasons: [], isOpen: false });
    beginLog(lab.db, true);
    expect(draft()).toEqual({ reasons: [notAccepted("preparer"), notAccepted("reviewer")], isOpen: true });
    lab.db
      .prepare("INSERT INTO fact_known (item_key, content, first_fact, first_ms, person) VALUES (?, '', 1, ?, 'ann@one')")
      .run(`decision/close_sign/${period.id}|preparer/ann@one/${NOW}`, NOW);
    expect(draft()).toEqual({ reasons: [notAccepted("reviewer")], isOpen: true });

    const made = facts();
    const report = {
      ...{ facts: made, edition: "file", schedules: [], superseded: [] },
      manifest: {
        ...{ client: { id: "one", name: "Birch", ledger: "Ledger A", tenantId: "tenant-1" }, period, basis: "accrual", currency: "NZD" },
        ...{ asOf: made.asOf, name: "pack.zip", version: 1, reason: null, signer: null, streams: [], contentSha256: "" },
        ...{ stamps: made.stamps, signatures: made.signatures, closed: made.closed },
      },
    } as unknown as ReportFacts;
    expect(JSON.stringify(coverPage(report)).match(/Not on the firm's server yet/g)).toHaveLength(1);
    const work = fileParts(report).find(({ title }) => title === "Work and sign-offs");
    // The reviewer's sign-off, and the override.
    expect(JSON.stringify(work).match(/21 Nov 2026, 09:00 UTC \(not on the firm's server yet\)/g)).toHaveLength(2);
    lab.db.close();
  });
});

describe("how the signers of a period were identified", () => {
  it("is on the cover and beside the sign-offs of the firm's pack: once if it's true of all, else of each", () => {
    const { lab, period, order } = openMonth();
    const hash = periodHash(packFacts(lab.db, order, null).closing);
    const sign = (role: string, person: string, more: object) => {
      const body = { periodId: period.id, role, hash, note: null, ...more };
      makeDecision(lab.db, { kind: "close_sign", subject: `${period.id}|${role}`, body, person, nowMs: NOW });
    };
    sign("preparer", "ann@one", {});
    sign("reviewer", "ben@one", { withPin: true });
    const facts = packFacts(lab.db, order, null);
    expect(facts.signatures.map(({ role, withPin }) => [role, withPin])).toEqual([
      ["preparer", false],
      ["reviewer", true],
    ]);
    const printed = (signatures: typeof facts.signatures, edition = "file") => {
      const report = {
        ...{ facts, edition, schedules: [], superseded: [] },
        manifest: {
          ...{ client: { id: "one", name: "Birch", ledger: "Ledger A", tenantId: "tenant-1" }, period, basis: "accrual", currency: "NZD" },
          ...{ asOf: facts.asOf, name: "pack.zip", version: 1, reason: null, signer: null, streams: [], contentSha256: "" },
          ...{ stamps: [], signatures, closed: null },
        },
      } as unknown as ReportFacts;
      const work = fileParts(report).find(({ title }) => title === "Work and sign-offs");
      return { cover: JSON.stringify(coverPage(report)), work: JSON.stringify(work) };
    };
    const all = (withPin: boolean) => printed(facts.signatures.map((one) => ({ ...one, withPin })));
    const { cover, work } = printed(facts.signatures);
    expect([cover.includes("21 Nov 2026 (no PIN entered)"), cover.includes("21 Nov 2026 (PIN entered)")]).toEqual([true, true]);
    expect([work.includes("ann (no PIN entered)"), work.includes("ben (PIN entered)")]).toEqual([true, true]);
    for (const page of [cover, work])
      expect(page).toContain("Where no PIN was entered, the signer is identified by the computer account only.");
    for (const page of Object.values(all(false))) {
      expect(page).toContain("No PIN was entered to sign off. Signers are identified by the computer account only.");
      expect(page).not.toContain("PIN entered)");
    }
    for (const page of Object.values(all(true))) expect(page).toContain("A PIN was entered for each sign-off.");
    expect(printed([]).cover + printed([]).work).not.toContain("PIN");
    expect(printed(facts.signatures, "client").cover).not.toContain("PIN");
    lab.db.close();
  });
});

describe("a draft", () => {
  const item = (key: string, overridden = false) => ({ ...{ key, text: key, subject: "task" as const, id: `id of ${key}` }, overridden });
  const whole = { key: "prior_year", text: "No figures", subject: "flux" as const, id: "prior_year", overridden: false };
  const gates = () => [
    { gate: "tasks" as const, required: 19, open: [item("a"), item("b"), item("c", true)] },
    { gate: "reconciliations" as const, required: 6, open: [item("d")] },
    { gate: "flux" as const, required: 9, open: [whole, item("e")] },
    { gate: "review_notes" as const, required: 2, open: [] },
  ];
  const signed = (role: "preparer" | "reviewer", stale = false) => {
    const proven = { at: "2026-11-21T09:00:00.000Z" as never, hash: "h", waiting: false, note: null, proof: null };
    return { ...proven, role, person: role === "preparer" ? "ann@one" : "ben@two", stale };
  };
  const stream = { stream: "s", label: "Bills", state: "up_to_date", cursor: null, asOf: "2026-11-02T09:00:00.000Z" as never };
  const stamps = (...signatures: ReturnType<typeof signed>[]) =>
    stampsOf({ streams: [stream], signatures, periodEnd: calendarDate("2026-10-31"), gates });

  it("counts the open work that the reviewer's sign-off waits for, without what was overridden, and where each is settled", () => {
    expect(stamps(signed("preparer"))).toEqual([
      {
        stamp: "DRAFT",
        reasons: [
          "The reviewer hasn't signed off",
          "1 of 6 reconciliations is open",
          "1 of 8 material changes is open",
          "1 flux comparison isn't available",
          "2 of 19 other required tasks are open",
        ],
        places: ["reviewer", "reconciliations", "flux", "flux", "tasks"],
      },
    ]);
    expect(stamps(signed("preparer"), signed("reviewer", true))[0]?.reasons).toContain("2 of 19 other required tasks are open");
  });

  it("isn't one for work that is left after the reviewer's sign-off", () => {
    expect(stamps(signed("preparer"), signed("reviewer"))).toEqual([]);
    expect(stamps(signed("reviewer"))[0]?.reasons).toEqual(["The preparer hasn't signed off"]);
  });
});
