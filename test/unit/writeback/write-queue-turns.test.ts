import { describe, expect, it } from "vitest";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { bill, createWriteQueueLab, type Limited, lost, offline, posted } from "#test/support/write-queue-lab.ts";

const clientId = "c";
type Lab = ReturnType<typeof createWriteQueueLab>;
const submit = (lab: Lab, number: string, draft = false, client = clientId) =>
  lab.queue.submit({ clientId: client, operations: [bill(number)], draft });
const statesOf = (lab: Lab) => [...lab.jobs.values()].map(({ state }) => state);
const numbers = (lab: Lab) => lab.sent.map(({ body }) => /"InvoiceNumber":"([^"]+)"/.exec(body ?? "")?.[1]);
/** An answer of the ledger that comes when the test says so. */
function heldAnswer() {
  const gate = Promise.withResolvers<void>();
  const answer = async () => {
    await gate.promise;
    return posted();
  };
  return { answer, release: gate.resolve };
}

describe("the turns of a client's writes", () => {
  it("come one after another in the order asked for, and beside those of other clients", async () => {
    const lab = createWriteQueueLab();
    const { answer, release } = heldAnswer();
    lab.writes.push(answer);
    const all = [submit(lab, "B-1"), submit(lab, "B-2"), submit(lab, "B-3", false, "other")];
    await lab.time.pass(1_000);
    expect(numbers(lab)).toEqual(["B-1", "B-3"]);
    release();
    await lab.run(Promise.all(all));
    expect(numbers(lab)).toEqual(["B-1", "B-3", "B-2"]);
    expect(statesOf(lab)).toEqual(["accepted", "accepted", "accepted"]);
  });

  it("go on after one that failed", async () => {
    const lab = createWriteQueueLab();
    lab.writes.push(() => Promise.reject(new Error("a defect")));
    const both = Promise.allSettled([submit(lab, "B-1"), submit(lab, "B-2")]);
    const [first, second] = await lab.run(both);
    expect(first).toMatchObject({ status: "rejected", reason: new Error("a defect") });
    expect(second).toMatchObject({ status: "fulfilled", value: { ok: true, value: { state: "accepted" } } });
  });
});

describe("writes that were held", () => {
  it("wait on disk while the ledger can't be reached, and go on when it can", async () => {
    const lab = createWriteQueueLab();
    lab.writes.push(offline);
    await lab.run(submit(lab, "B-1"));
    expect(statesOf(lab)).toEqual(["queued"]);
    lab.queue.resumeWaiting();
    await lab.time.pass(1_000);
    expect([statesOf(lab), numbers(lab)]).toEqual([["accepted"], ["B-1", "B-1"]]);
    // Once they went on, nothing waits any more.
    const before = lab.diary.length;
    lab.queue.resumeWaiting();
    await lab.time.pass(1_000);
    expect(lab.diary.length).toBe(before);
  });

  it("are none where the ledger answered", async () => {
    const lab = createWriteQueueLab();
    await lab.run(submit(lab, "B-1"));
    const before = lab.diary.length;
    lab.queue.resumeWaiting();
    await lab.time.pass(1_000);
    expect(lab.diary.length).toBe(before);
  });

  it("are resumed the oldest first, without drafts, blocked ones and those that nobody found", async () => {
    const lab = createWriteQueueLab();
    await lab.run(submit(lab, "draft", true));
    lab.isLocked = true;
    await lab.run(submit(lab, "locked"));
    lab.isLocked = false;
    lab.writes.push(offline, offline);
    await lab.run(submit(lab, "B-1"));
    await lab.run(submit(lab, "B-2"));
    lab.sent.length = 0;
    await lab.run(lab.queue.resume(clientId));
    expect(numbers(lab)).toEqual(["B-1", "B-2"]);
    expect(statesOf(lab)).toEqual(["draft", "blocked", "accepted", "accepted"]);
    lab.isConnected = false;
    await lab.run(lab.queue.resume(clientId));
  });

  it("are looked for after a start, where an answer was lost", async () => {
    const lab = createWriteQueueLab();
    lab.writes.push(lost);
    lab.reads.push(offline);
    await lab.run(submit(lab, "B-1"));
    expect(statesOf(lab)).toEqual(["unknown"]);
    lab.reads.push({
      kind: "rejected",
      failure: { code: "ledger_rejected", message: "No.", ledgerError: { status: 404, body: "", request: "" } },
    });
    await lab.run(lab.queue.resume(clientId));
    expect(numbers(lab)).toEqual(["B-1"]);
    expect(lab.asked.length).toBe(2);
  });

  it("are left for later where the file or the firm's server can't be reached, with a note", async () => {
    const lab = createWriteQueueLab();
    lab.writes.push(offline, offline);
    await lab.run(submit(lab, "B-1"));
    await lab.run(submit(lab, "B-2"));
    lab.sent.length = 0;
    const busy: Failure = { code: "storage", message: "The file is locked." };
    lab.failing.set("writes.change", busy);
    await lab.run(lab.queue.resume(clientId));
    expect(lab.logged).toEqual([["warn", "writes.not_resumed", { clientId, code: "storage" }]]);
    expect(lab.sent).toEqual([]);
  });

  it("don't hide a defect: it is thrown to who asked, and logged where nobody did", async () => {
    const defect = new Error("a defect");
    for (const isAsked of [true, false]) {
      const lab = createWriteQueueLab();
      lab.writes.push(offline, () => Promise.reject(defect));
      await lab.run(submit(lab, "B-1"));
      if (isAsked) await expect(lab.run(lab.queue.resume(clientId))).rejects.toBe(defect);
      else lab.queue.resumeWaiting();
      await lab.time.pass(1_000);
      expect(lab.logged).toEqual(isAsked ? [] : [["error", "writes.defect", defect, { clientId }]]);
    }
  });
});

describe("stopping", () => {
  it("waits for the request that is out, and leaves the others on disk", async () => {
    const lab = createWriteQueueLab();
    const { answer, release } = heldAnswer();
    lab.writes.push(answer);
    const both = [submit(lab, "B-1"), submit(lab, "B-2")];
    await lab.time.pass(1_000);
    let isClosed = false;
    const closed = lab.queue.interrupt().then(() => {
      isClosed = true;
    });
    await lab.time.pass(1_000);
    expect(isClosed).toBe(false);
    release();
    await lab.run(Promise.all([...both, closed]));
    expect([numbers(lab), statesOf(lab)]).toEqual([["B-1"], ["accepted", "queued"]]);
    // Interrupted and not closed: the next one is sent, and so are those that were left.
    await lab.run(submit(lab, "B-3"));
    await lab.run(lab.queue.resume(clientId));
    expect(numbers(lab)).toEqual(["B-1", "B-3", "B-2"]);
    await lab.run(lab.queue.close());
    await lab.run(submit(lab, "B-4"));
    expect(statesOf(lab).at(-1)).toBe("queued");
  });

  it("doesn't wait for a reading of the locks that waits for the ledger", async () => {
    const lab = createWriteQueueLab();
    lab.meanwhile = (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    const waiting = submit(lab, "B-1");
    const planned = lab.queue.plan({ clientId, operations: [bill("B-2")] }, new AbortController().signal);
    await lab.time.pass(1_000);
    await lab.run(lab.queue.close());
    await lab.run(Promise.all([waiting, planned]));
    expect(numbers(lab)).toEqual([]);
    expect(statesOf(lab)).toEqual(["queued"]);
  });

  it("stops the one whose own signal ends, and no other", async () => {
    const lab = createWriteQueueLab();
    const stopped = await lab.run(lab.queue.submit({ clientId, operations: [bill("B-1")] }, AbortSignal.abort()));
    expect(stopped).toMatchObject({ ok: true, value: { state: "queued" } });
    expect(await lab.run(lab.queue.submit({ clientId, operations: [bill("B-2")] }, new AbortController().signal))).toMatchObject({
      ...{ ok: true, value: { state: "accepted" } },
    });
  });
});

describe("looking at writes", () => {
  it("shows a job with its sendings, and all jobs of the client", async () => {
    const lab = createWriteQueueLab();
    const job = await lab.run(submit(lab, "B-1"));
    const shown = await lab.run(lab.queue.show(clientId, "id-1"));
    expect(shown).toMatchObject({ ok: true, value: { job: { jobId: "id-1", state: "accepted" }, before: [] } });
    if (shown.ok) expect(shown.value.attempts.map(({ purpose }) => purpose)).toEqual(["write", "read_back", "read_back"]);
    expect(await lab.run(lab.queue.list(clientId))).toEqual({ ok: true, value: [job.ok ? job.value : null] });
    lab.failing.set("writes.list", { code: "storage", message: "The file is locked." });
    expect(await lab.run(lab.queue.list(clientId))).toMatchObject({ ok: false, failure: { code: "storage" } });
  });

  it("calls one queued that is noted as sent and waits for a limit of the ledger", async () => {
    const lab = createWriteQueueLab();
    const { answer, release } = heldAnswer();
    lab.writes.push(answer);
    const sending = submit(lab, "B-1");
    await lab.time.pass(1_000);
    const states = async () => {
      const [listed, shown] = [await lab.run(lab.queue.list(clientId)), await lab.run(lab.queue.show(clientId, "id-1"))];
      return [listed.ok ? listed.value[0]?.state : null, shown.ok ? shown.value.job.state : null];
    };
    expect(await states()).toEqual(["sent", "sent"]);
    lab.isWaiting = true;
    expect(await states()).toEqual(["queued", "queued"]);
    release();
    await lab.run(sending);
  });

  it("finds no job that doesn't exist, and nothing of a client without a ledger", async () => {
    const lab = createWriteQueueLab();
    const { queue } = lab;
    const acts = [
      () => queue.go(clientId, "none"),
      () => queue.resolve(clientId, "none"),
      () => queue.finish(clientId, "none"),
      () => queue.cancel(clientId, "none"),
      () => queue.show(clientId, "none"),
    ];
    for (const act of acts) expect(await lab.run<unknown>(act())).toMatchObject({ ok: false, failure: { code: "not_found", field: "id" } });
    lab.isConnected = false;
    const others = [
      () => queue.plan({ clientId, operations: [bill("B-1")] }),
      () => queue.submit({ clientId, operations: [bill("B-1")] }),
      () => queue.refusedFields(clientId, {} as never),
      () => queue.withdrawals(clientId, "Invoice:i1"),
      () => queue.list(clientId),
    ];
    for (const act of [...acts, ...others])
      expect(await lab.run<unknown>(act())).toMatchObject({ ok: false, failure: { code: "not_found", field: "client" } });
    expect(lab.diary.filter((step) => step !== "writes.get")).toEqual([]);
  });
});

describe("an update that is canceled", () => {
  /** A request that waits for a limit of the ledger until its turn comes, or until it's stopped. */
  const limited =
    (turn: Promise<void>): Limited =>
    ({ signal, onQueued, mayStillGo }) => {
      onQueued();
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve({ kind: "cancelled" }));
        void turn.then(() => resolve(mayStillGo() ? posted() : { kind: "cancelled" }));
      });
    };

  it("doesn't wait until its request has waited for a limit of the ledger", async () => {
    const lab = createWriteQueueLab();
    lab.writes.push(limited(new Promise(() => undefined)));
    const waiting = submit(lab, "B-1");
    await lab.time.pass(1_000);
    const [job] = lab.jobs.keys();
    const cancelled = await lab.run(lab.queue.cancel(clientId, job as string));
    expect(cancelled).toMatchObject({ ok: true, value: { state: "cancelled", failure: null } });
    expect(await lab.run(waiting)).toMatchObject({ ok: true });
    await lab.run(lab.queue.resume(clientId));
    expect([statesOf(lab), lab.sent.length]).toEqual([["cancelled"], 1]);
  });

  it("doesn't wait for those before it, and isn't sent when its turn comes", async () => {
    const lab = createWriteQueueLab();
    const { answer, release } = heldAnswer();
    lab.writes.push(answer);
    const both = [submit(lab, "B-1"), submit(lab, "B-2")];
    await lab.time.pass(1_000);
    const [, second] = lab.jobs.keys();
    expect(await lab.run(lab.queue.cancel(clientId, second as string))).toMatchObject({ ok: true, value: { state: "cancelled" } });
    release();
    await lab.run(Promise.all(both));
    expect([statesOf(lab), numbers(lab)]).toEqual([["accepted", "cancelled"], ["B-1"]]);
  });

  it("is too late once its request has left", async () => {
    const lab = createWriteQueueLab();
    const { answer, release } = heldAnswer();
    const turn = Promise.withResolvers<void>();
    lab.writes.push(async (options) => {
      await limited(turn.promise)(options);
      return answer();
    });
    const one = submit(lab, "B-1");
    await lab.time.pass(1_000);
    turn.resolve();
    await lab.time.pass(1_000);
    const cancelled = lab.queue.cancel(clientId, [...lab.jobs.keys()][0] as string);
    await lab.time.pass(1_000);
    release();
    expect(await lab.run(cancelled)).toMatchObject({ ok: false, failure: { code: "conflict" } });
    await lab.run(one);
    expect(statesOf(lab)).toEqual(["accepted"]);
  });
});
