import { describe, expect, it } from "vitest";
import { tooLateToCancel } from "#main/writeback/unfinished.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { answered, bill, createWriteQueueLab, lost, offline, posted, REFUSED_BY_LEDGER } from "#test/support/write-queue-lab.ts";

const clientId = "c";
type Lab = ReturnType<typeof createWriteQueueLab>;
const submit = (lab: Lab, operations: readonly WriteOperation[], more: { actionId?: string; draft?: boolean } = {}) =>
  lab.run(lab.queue.submit({ clientId, operations, ...more }));
const jobOf = (result: Result<WriteJob, Failure>): WriteJob => {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};
const failed = (result: Result<unknown, Failure>): Failure => {
  if (result.ok) throw new Error("should have failed");
  return result.failure;
};
/** A job of which an answer was lost, while nobody can look for it. */
async function unknownJob(lab: Lab, number = "B-1"): Promise<WriteJob> {
  lab.writes.push(lost);
  lab.reads.push(offline);
  const job = jobOf(await submit(lab, [bill(number)]));
  expect(job.state).toBe("unknown");
  return job;
}
const elsewhere: Failure = { code: "lease_lost", message: "Another computer has the lease." };
const broken: Failure = { code: "storage", message: "The disk is full." };

describe("a plan of a write", () => {
  it("shows the checks and the exact requests, sends nothing and keeps nothing", async () => {
    const lab = createWriteQueueLab();
    const plan = await lab.run(lab.queue.plan({ clientId, operations: [bill("B-1")] }));
    expect(plan).toMatchObject({
      ok: true,
      value: {
        title: "New bill B-1",
        requests: [{ method: "POST", path: "/Invoices", body: expect.stringContaining('"InvoiceNumber":"B-1"') }],
        items: [{ operation: 0, part: 0, title: "Bill B-1 from Oak Paper, 10.00 NZD", outcome: "pending" }],
      },
    });
    expect([lab.diary, lab.jobs.size, lab.sent, lab.published]).toEqual([["locks", "writes.facts"], 0, [], []]);
  });

  it("has no requests while a check blocks it", async () => {
    const lab = createWriteQueueLab();
    lab.isLocked = true;
    const plan = await lab.run(lab.queue.plan({ clientId, operations: [bill("B-1")] }));
    expect(plan).toMatchObject({ ok: true, value: { title: "New bill B-1", requests: [], items: [] } });
    if (plan.ok) expect(plan.value.checks.filter(({ outcome }) => outcome === "blocked").map(({ name }) => name)).toEqual(["cut_off"]);
  });

  it("fails with what the ledger has no field for", async () => {
    const lab = createWriteQueueLab();
    expect(failed(await lab.run(lab.queue.plan({ clientId, operations: [bill("B-1", { memo: "Thanks" })] })))).toMatchObject({
      ...{ code: "invalid_input", field: "memo" },
    });
  });

  it("tells beforehand which fields of a form the ledger refuses", async () => {
    const lab = createWriteQueueLab();
    const sample = { type: "purchase_bill", partyId: "Contact:oak", issueDate: "2026-11-18" } as never;
    expect(await lab.run(lab.queue.refusedFields(clientId, sample))).toEqual({
      ok: true,
      value: {
        memo: "This ledger has no memo for bills. Use the reference or a line's description.",
        "taxCode.missing": "If a line has no tax code, this ledger uses the account's tax code.",
      },
    });
    expect([lab.asked, lab.sent]).toEqual([[], []]);
  });

  it("tells beforehand whether a record would be voided or deleted", async () => {
    const lab = createWriteQueueLab();
    expect(await lab.run(lab.queue.withdrawals(clientId, "Invoice:none"))).toEqual({ ok: true, value: [] });
    expect([lab.asked, lab.sent]).toEqual([[], []]);
  });
});

describe("a submitted write", () => {
  it("is kept before it is sent, read back, and told at each step", async () => {
    const lab = createWriteQueueLab();
    const job = jobOf(await submit(lab, [bill("B-1")]));
    expect(job).toMatchObject({ jobId: "id-1", actionId: "id-1", state: "accepted", person: "ana", failure: null });
    expect(job.items).toMatchObject([{ outcome: "accepted", recordId: "Invoice:i1" }]);
    const steps = lab.diary.filter((step) => ["writes.add", "locks", "sent", "writes.mirror"].includes(step));
    // Locks that were read for the checks are fresh enough for a call right after them.
    expect(steps).toEqual(["writes.add", "locks", "sent", "writes.mirror"]);
    expect([...new Set(lab.published)]).toEqual(["c id-1 ready", "c id-1 sent", "c id-1 accepted"]);
    expect(lab.sent.length).toBe(1);
  });

  it("acts once for one action, and says so when the action asks for something else", async () => {
    const lab = createWriteQueueLab();
    const first = jobOf(await submit(lab, [bill("B-1")], { actionId: "a" }));
    // What would be refused by now was done before.
    lab.isArchived = true;
    expect(failed(await submit(lab, [bill("B-1")], { actionId: "b" })).code).toBe("invalid_input");
    expect(failed(await submit(lab, [bill("B-1")])).code).toBe("invalid_input");
    expect(jobOf(await submit(lab, [bill("B-1")], { actionId: "a" }))).toEqual(first);
    lab.isArchived = false;
    expect(failed(await submit(lab, [bill("B-2")], { actionId: "a" }))).toMatchObject({
      ...{ code: "already_exists", field: "action-id", message: "The action ID a was already used for “New bill B-1”." },
    });
    expect([lab.sent.length, lab.jobs.size]).toEqual([1, 1]);
  });

  it("isn't kept where no ledger could take it", async () => {
    const lab = createWriteQueueLab();
    const unbalanced = bill("B-1", { total: { amount: "11.00", currency: "NZD" } });
    expect(failed(await submit(lab, [unbalanced])).code).toBe("invalid_input");
    expect(lab.diary).not.toContain("writes.add");
    expect(failed(await submit(lab, [unbalanced], { actionId: "a" })).code).toBe("invalid_input");
    expect([lab.jobs.size, lab.sent]).toEqual([0, []]);
    // As a draft it may be put right later.
    expect(jobOf(await submit(lab, [unbalanced], { draft: true })).state).toBe("draft");
  });

  it("is dropped again where the ledger has no field for it, and its screens hear of it", async () => {
    const lab = createWriteQueueLab();
    expect(failed(await submit(lab, [bill("B-1", { memo: "Thanks" })]))).toMatchObject({ code: "invalid_input", field: "memo" });
    expect([lab.jobs.size, lab.published.at(-1), lab.sent]).toEqual([0, "c id-1 cancelled", []]);
    // One that was known as a draft stays.
    const draft = jobOf(await submit(lab, [bill("B-2", { memo: "Thanks" })], { draft: true, actionId: "a" }));
    expect(jobOf(await lab.run(lab.queue.go(clientId, draft.jobId))).state).toBe("blocked");
    expect(lab.jobs.size).toBe(1);
    expect(jobOf(await submit(lab, [bill("B-2", { memo: "Thanks" })], { actionId: "a" })).state).toBe("blocked");
    expect(lab.jobs.size).toBe(1);
  });

  it("waits as a draft for somebody to send it", async () => {
    const lab = createWriteQueueLab();
    const draft = jobOf(await submit(lab, [bill("B-1")], { draft: true }));
    expect([draft.state, lab.sent]).toEqual(["draft", []]);
    expect(jobOf(await lab.run(lab.queue.go(clientId, draft.jobId))).state).toBe("accepted");
    const asked = lab.asked.length;
    expect(jobOf(await lab.run(lab.queue.go(clientId, draft.jobId))).state).toBe("accepted");
    expect([lab.sent.length, lab.asked.length]).toEqual([1, asked]);
  });

  it("is blocked by a lock, and sent when it is submitted again after the lock was moved", async () => {
    const lab = createWriteQueueLab();
    lab.isLocked = true;
    const blocked = jobOf(await submit(lab, [bill("B-1")], { actionId: "a" }));
    expect([blocked.state, lab.sent]).toEqual(["blocked", []]);
    lab.isLocked = false;
    expect(jobOf(await submit(lab, [bill("B-1")], { actionId: "a" }))).toMatchObject({ jobId: blocked.jobId, state: "accepted" });
  });

  it("is refused by the ledger for good", async () => {
    const lab = createWriteQueueLab();
    lab.writes.push(answered(REFUSED_BY_LEDGER));
    const job = jobOf(await submit(lab, [bill("B-1")], { actionId: "a" }));
    expect([job.state, job.items[0]?.message]).toEqual(["rejected", "The account is archived."]);
    expect(jobOf(await submit(lab, [bill("B-1")], { actionId: "a" })).state).toBe("rejected");
    expect(lab.sent.length).toBe(1);
    expect(lab.diary).not.toContain("writes.mirror");
  });

  it("waits while an identical one has no final result, so that nothing is posted twice", async () => {
    const lab = createWriteQueueLab();
    const first = await unknownJob(lab);
    const second = jobOf(await submit(lab, [bill("B-1")]));
    expect(second.state).toBe("blocked");
    expect(second.checks.find(({ name }) => name === "identical_action")).toMatchObject({
      outcome: "blocked",
      message: "An identical update has no final result yet. Resolve it in Ledger updates first, so that nothing is posted twice.",
    });
    expect(lab.sent.length).toBe(1);
    // Another bill goes, and so does the same one once the first was found.
    expect(jobOf(await submit(lab, [bill("B-2")])).state).toBe("accepted");
    lab.reads.push(answered({ InvoiceID: "i1", Reference: first.items[0]?.reference, InvoiceNumber: "B-1" }));
    expect(jobOf(await lab.run(lab.queue.resolve(clientId, first.jobId))).state).toBe("accepted");
    expect(jobOf(await lab.run(lab.queue.go(clientId, second.jobId))).state).toBe("accepted");
  });

  it("is another machine's to send where that has the lease, and stays as it is on disk", async () => {
    const lab = createWriteQueueLab();
    lab.failing.set("writes.change", elsewhere);
    expect(jobOf(await submit(lab, [bill("B-1")]))).toMatchObject({ state: "ready", requests: [] });
    lab.failing.set("writes.change", broken);
    await expect(submit(lab, [bill("B-2")])).rejects.toThrow("The disk is full.");
    expect(lab.sent).toEqual([]);
    // A turn that failed is over all the same.
    lab.failing.clear();
    expect(jobOf(await submit(lab, [bill("B-3")])).state).toBe("accepted");
  });
});

describe("a write that another computer of the firm had as well", () => {
  it("is shown as the one that is kept for the action", async () => {
    const lab = createWriteQueueLab();
    const draft = jobOf(await submit(lab, [bill("B-1")], { draft: true, actionId: "a" }));
    await submit(lab, [bill("B-2")], { draft: true });
    lab.failing.set("writes.change", elsewhere);
    lab.meanwhile = () => {
      const own = lab.jobs.get(draft.jobId);
      lab.jobs.delete(draft.jobId);
      if (own !== undefined) lab.jobs.set("theirs", { ...own, jobId: "theirs", state: "accepted" });
    };
    expect(jobOf(await lab.run(lab.queue.go(clientId, draft.jobId)))).toMatchObject({ jobId: "theirs", actionId: "a", state: "accepted" });
  });

  it("doesn't exist where nobody kept it", async () => {
    const lab = createWriteQueueLab();
    const draft = jobOf(await submit(lab, [bill("B-1")], { draft: true, actionId: "a" }));
    await submit(lab, [bill("B-2")], { draft: true });
    lab.failing.set("writes.change", elsewhere);
    lab.meanwhile = () => {
      lab.jobs.delete(draft.jobId);
    };
    expect(failed(await lab.run(lab.queue.go(clientId, draft.jobId))).code).toBe("not_found");
  });
});

describe("a write without a final result", () => {
  it("is found by looking, and never sent again for that", async () => {
    const lab = createWriteQueueLab();
    const { jobId, items } = await unknownJob(lab);
    lab.reads.push(answered({ InvoiceID: "i7", Reference: items[0]?.reference, InvoiceNumber: "B-1" }));
    const job = jobOf(await lab.run(lab.queue.resolve(clientId, jobId)));
    expect([job.state, job.items[0]?.recordId, lab.sent.length]).toEqual(["accepted", "Invoice:i7", 1]);
    expect(lab.diary).toContain("writes.mirror");
    const looked = lab.asked.length;
    expect(jobOf(await lab.run(lab.queue.resolve(clientId, jobId))).state).toBe("accepted");
    expect(lab.asked.length).toBe(looked);
  });

  it("isn't looked for before anything was sent", async () => {
    const lab = createWriteQueueLab();
    const { jobId } = jobOf(await submit(lab, [bill("B-1")], { draft: true }));
    expect(jobOf(await lab.run(lab.queue.resolve(clientId, jobId))).state).toBe("draft");
    expect(lab.asked).toEqual([]);
  });

  it("that is posted and wasn't read back is read again, and sent no more", async () => {
    const lab = createWriteQueueLab();
    lab.reads.push(offline);
    const job = jobOf(await submit(lab, [bill("B-1")]));
    expect([job.state, lab.diary.includes("writes.mirror")]).toEqual(["accepted", false]);
    expect(lab.logged).toEqual([["warn", "writes.not_read_back", { clientId, jobId: job.jobId, code: "ledger_unreachable" }]]);
    lab.queue.resumeWaiting();
    await lab.time.pass(1_000);
    expect([lab.diary.includes("writes.mirror"), lab.sent.length]).toEqual([true, 1]);
  });
});

describe("a partial write", () => {
  const partial = async (lab: Lab) => {
    lab.writes.push(answered({ InvoiceID: "i1" }, REFUSED_BY_LEDGER));
    const job = jobOf(await submit(lab, [bill("B-1"), bill("B-2")]));
    expect(job.state).toBe("partial");
    return job;
  };

  it("is finished with what was refused alone, as one new job however often it is asked for", async () => {
    const lab = createWriteQueueLab();
    const { jobId } = await partial(lab);
    const finished = jobOf(await lab.run(lab.queue.finish(clientId, jobId)));
    expect(finished).toMatchObject({ state: "accepted", actionId: `finish-${jobId}`, operations: [bill("B-2")] });
    expect(jobOf(await lab.run(lab.queue.finish(clientId, jobId))).jobId).toBe(finished.jobId);
    expect(lab.sent.length).toBe(2);
  });

  it("is the only kind that can be finished", async () => {
    const lab = createWriteQueueLab();
    const accepted = jobOf(await submit(lab, [bill("B-1")]));
    lab.writes.push(answered(REFUSED_BY_LEDGER));
    const rejected = jobOf(await submit(lab, [bill("B-2")]));
    for (const { jobId } of [accepted, rejected])
      expect(failed(await lab.run(lab.queue.finish(clientId, jobId)))).toMatchObject({ code: "conflict", field: "id" });
  });
});

describe("cancelling a write", () => {
  it("is possible until something of it was sent", async () => {
    const lab = createWriteQueueLab();
    const draft = jobOf(await submit(lab, [bill("B-1")], { draft: true }));
    expect(jobOf(await lab.run(lab.queue.cancel(clientId, draft.jobId))).state).toBe("cancelled");
    expect(lab.published.at(-1)).toBe(`c ${draft.jobId} cancelled`);
    lab.writes.push(offline);
    const queued = jobOf(await submit(lab, [bill("B-2")]));
    expect(queued.state).toBe("queued");
    expect(jobOf(await lab.run(lab.queue.cancel(clientId, queued.jobId))).state).toBe("cancelled");
    const accepted = jobOf(await submit(lab, [bill("B-3")]));
    const unknown = await unknownJob(lab, "B-4");
    for (const { jobId, state } of [accepted, unknown, draft]) {
      const refusal = failed(await lab.run(lab.queue.cancel(clientId, jobId)));
      expect(refusal.message).toMatch(
        jobId === draft.jobId ? /^“New bill B-1” is already canceled\.$/ : /^It's too late to cancel “New bill B-\d”\. Status: /,
      );
      // Nobody is sent to the ledger to void what was never posted.
      expect(refusal.next).toMatch(jobId === draft.jobId ? /^Nothing was posted/ : state === "unknown" ? /^Wait for/ : /^Void or change/);
      expect(lab.jobs.get(jobId)?.state).toBe(jobId === draft.jobId ? "cancelled" : state);
    }
  });

  it("doesn't say of a conflict that nothing was posted, because its answer may have been lost", () => {
    expect(tooLateToCancel("New bill B-1", "conflict").next).toMatch(/^Check the record in the ledger/);
  });

  it("is too late for a queued one of which a part was sent", async () => {
    const lab = createWriteQueueLab();
    lab.writes.push(posted("i1"), offline);
    const job = jobOf(await submit(lab, [bill("B-1"), bill("B-2", { type: "purchase_credit" })]));
    expect([job.state, lab.sent.map(({ path }) => path)]).toEqual(["queued", ["/Invoices", "/CreditNotes"]]);
    expect(failed(await lab.run(lab.queue.cancel(clientId, job.jobId))).code).toBe("conflict");
    expect(lab.jobs.get(job.jobId)?.state).toBe("queued");
    // Going on sends the other part alone.
    lab.writes.push(offline);
    await lab.run(lab.queue.go(clientId, job.jobId));
    expect(lab.sent.map(({ path }) => path)).toEqual(["/Invoices", "/CreditNotes", "/CreditNotes"]);
    // Rule 7: a lock that was set in the meantime is read again, and holds.
    lab.isLocked = true;
    const locks = lab.diary.filter((step) => step === "locks").length;
    const done = jobOf(await lab.run(lab.queue.go(clientId, job.jobId)));
    expect(lab.sent.length).toBe(3);
    expect([done.state, done.items.map(({ outcome, message }) => message ?? outcome)]).toEqual([
      "partial",
      ["accepted", "Not sent: 18 Nov 2026 is locked (in the ledger through 30 Nov 2026). The next open date is 1 Dec 2026."],
    ]);
    expect(lab.diary.filter((step) => step === "locks").length).toBe(locks + 2);
  });
});
