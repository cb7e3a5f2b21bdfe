import { describe, expect, it } from "vitest";
import type { JobState, WriteOperation } from "#shared/model/ledger/write.ts";
import { answered, createWriteQueueLab, offline } from "#test/support/write-queue-lab.ts";

const clientId = "c";
type Lab = ReturnType<typeof createWriteQueueLab>;
const nzd = (amount: string) => ({ amount, currency: "NZD" });
const BILL = {
  ...{ id: "Invoice:i9", type: "purchase_bill", number: "B-9", partyId: "Contact:oak", partyName: "Oak Paper", issueDate: "2026-11-18" },
  ...{ currency: "NZD", status: "open", total: nzd("10.00"), outstanding: nzd("10.00"), lines: [], allocations: [] },
  source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", id: "i9" },
};
const IN_LEDGER = { InvoiceID: "i9", Type: "ACCPAY", Status: "AUTHORISED", InvoiceNumber: "B-9" };
const RAW = JSON.stringify(IN_LEDGER);
const MIRRORED = { id: "Invoice:i9", document: BILL, raw: RAW, changeHash: "now", removed: false };
const voided = (seenHash?: string): WriteOperation => ({ kind: "void", id: "Invoice:i9", ...(seenHash === undefined ? {} : { seenHash }) });
/** Keeps a void as a draft and sends it. */
async function sentAs(lab: Lab, operation: WriteOperation): Promise<{ jobId: string; state: JobState; title: string; failure: unknown }> {
  const draft = await lab.run(lab.queue.submit({ clientId, operations: [operation], draft: true }));
  if (!draft.ok) throw new Error(draft.failure.message);
  const gone = await lab.run(lab.queue.go(clientId, draft.value.jobId));
  if (!gone.ok) throw new Error(gone.failure.message);
  return gone.value;
}
function labWithBill() {
  const lab = createWriteQueueLab();
  lab.records = [MIRRORED];
  return lab;
}

describe("a write that changes a record", () => {
  it("is named after the record once that is known", async () => {
    const lab = createWriteQueueLab();
    const draft = await lab.run(lab.queue.submit({ clientId, operations: [voided()], draft: true }));
    expect(draft).toMatchObject({ ok: true, value: { title: "Void Invoice:i9" } });
    lab.records = [MIRRORED];
    lab.isLocked = true;
    const blocked = await lab.run(lab.queue.go(clientId, "id-1"));
    expect(blocked).toMatchObject({ ok: true, value: { state: "blocked", title: expect.stringContaining("B-9") } });
  });

  it("is named after the record as it was seen, when that is no longer in the mirror", async () => {
    const lab = labWithBill();
    await lab.run(lab.queue.submit({ clientId, operations: [voided()], draft: true }));
    lab.records = [];
    const gone = await lab.run(lab.queue.go(clientId, "id-1"));
    expect(gone).toMatchObject({ ok: true, value: { title: expect.stringContaining("B-9"), seen: [{ id: "Invoice:i9", number: "B-9" }] } });
  });

  it("kept by an older version, without what was seen, goes all the same", async () => {
    const lab = labWithBill();
    await lab.run(lab.queue.submit({ clientId, operations: [voided()], draft: true }));
    const stored = lab.jobs.get("id-1");
    if (stored !== undefined) lab.jobs.set("id-1", { ...stored, body: JSON.stringify({ ...JSON.parse(stored.body), seen: undefined }) });
    lab.reads.push(offline);
    expect(await lab.run(lab.queue.go(clientId, "id-1"))).toMatchObject({ ok: true, value: { state: "queued" } });
  });

  it("is a conflict when the mirror has it otherwise than it was seen", async () => {
    const lab = labWithBill();
    expect((await sentAs(lab, voided("then"))).state).toBe("conflict");
    expect([lab.asked, lab.sent]).toEqual([[], []]);
  });

  it("names what changed in the mirror since the record was seen", async () => {
    const lab = labWithBill();
    await lab.run(lab.queue.submit({ clientId, operations: [voided("now")], draft: true }));
    lab.records = [{ ...MIRRORED, document: { ...BILL, memo: "Paid by card", dueDate: "2026-12-01" }, changeHash: "later" }];
    const found = await lab.run(lab.queue.go(clientId, "id-1"));
    const check = found.ok ? found.value.checks.find(({ name }) => name === "version") : undefined;
    expect([found.ok && found.value.state, check?.brief]).toEqual([
      "conflict",
      "Changed in the ledger: due date set to 1 Dec 2026. Memo also changed.",
    ]);
  });

  it("says by how much the total moved in the mirror, and says nothing of it where an older version kept no total", async () => {
    const line = { id: "l1", kind: "account", net: nzd("10.00"), tax: { basis: "none", components: [] }, dimensions: [] };
    const document = { ...BILL, lines: [line] };
    const briefOf = async (kept: object, total = nzd("12.50")) => {
      const lab = createWriteQueueLab();
      lab.records = [{ ...MIRRORED, document }];
      await lab.run(lab.queue.submit({ clientId, operations: [voided("now")], draft: true }));
      const stored = lab.jobs.get("id-1");
      if (stored === undefined) throw new Error("no job");
      const body = JSON.parse(stored.body);
      lab.jobs.set("id-1", { ...stored, body: JSON.stringify({ ...body, seen: [{ ...body.seen[0], ...kept }] }) });
      const later = { ...document, total, lines: [{ ...line, net: total }] };
      lab.records = [{ ...MIRRORED, document: later, changeHash: "later" }];
      const found = await lab.run(lab.queue.go(clientId, "id-1"));
      return found.ok ? found.value.checks.find(({ name }) => name === "version")?.brief : undefined;
    };
    expect(await briefOf({})).toBe("Changed in the ledger: total from 10.00 NZD to 12.50 NZD");
    // Of the same amount in another currency, too.
    expect(await briefOf({}, { amount: "10.00", currency: "USD" })).toBe("Changed in the ledger: total from 10.00 NZD to 10.00 USD");
    expect(await briefOf({ total: undefined })).toBe("Changed in the ledger: amount of line 1 from 10.00 NZD to 12.50 NZD");
  });

  it("waits when the ledger can't be asked how the record is now", async () => {
    const lab = labWithBill();
    lab.reads.push(offline);
    expect(await sentAs(lab, voided("now"))).toMatchObject({ state: "queued", failure: offline.failure });
    lab.queue.resumeWaiting();
    await lab.time.pass(1_000);
    // By then the ledger has no such record.
    expect(lab.jobs.get("id-1")?.state).toBe("conflict");
    expect([lab.asked.length, lab.sent]).toEqual([2, []]);
  });

  it("is a conflict when the ledger deleted the record, and rejected when it won't show it", async () => {
    const deleted = labWithBill();
    deleted.reads.push(answered());
    expect(await sentAs(deleted, voided("now"))).toMatchObject({ state: "conflict", failure: { code: "conflict" } });
    const hidden = labWithBill();
    const failure = { code: "ledger_rejected", message: "No access." } as const;
    hidden.reads.push({ kind: "rejected", failure });
    expect(await sentAs(hidden, voided("now"))).toMatchObject({ state: "rejected", failure });
    const unknown = createWriteQueueLab();
    expect((await sentAs(unknown, voided())).state).toBe("blocked");
  });

  it("keeps the record's payload as it was before", async () => {
    const lab = labWithBill();
    lab.reads.push(answered(IN_LEDGER));
    lab.writes.push(answered({ InvoiceID: "i9", Status: "VOIDED" }));
    const { state, jobId } = await sentAs(lab, voided("now"));
    const shown = await lab.run(lab.queue.show(clientId, jobId));
    expect([state, lab.sent.length]).toEqual(["accepted", 1]);
    expect(shown).toMatchObject({ ok: true, value: { before: [{ id: "Invoice:i9", raw: RAW }], job: { failure: null } } });
  });
});
