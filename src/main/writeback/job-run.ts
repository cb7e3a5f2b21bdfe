import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { ItemKey, LedgerWrites, Look, WriteContext } from "#main/ledgers/writing.ts";
import type { Clock } from "#main/ports/index.ts";
import type { LedgerLink, LinkWriteOutcome } from "#main/sync/ledger-link.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobAttempt, JobItem } from "#shared/model/ledger/write.ts";
import { answerOf, describe, isRefusal, rawOf, readable, resultsOfAll, STOPPED, UNREADABLE, WAITED_LONG } from "./answers.ts";
import { untilTime } from "./deadline.ts";
import { isNewRecord, type StoredCall, settledState } from "./job.ts";
import { type AbsentMeans, type ItemNews, newsOfLook } from "./job-events.ts";
import type { JobRecord } from "./job-record.ts";
import type { JobTurn } from "./turns.ts";

export interface RunTools {
  readonly link: LedgerLink;
  readonly writes: LedgerWrites;
  readonly context: WriteContext;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether the firm has a server, so that another of its computers may have sent the job. */
  readonly isShared: boolean;
  /** When the checks were last made; null for a job that goes on without them. */
  checkedMs: number | null;
  /** Why an operation may not be posted with the current locks, or null (rule 7). */
  lockedNow(operations: ReadonlySet<number>): Promise<string | null>;
}

/** The job can't go on now: nothing is lost, and `failure` says what it waits for. */
export class Held extends Error {
  override readonly name = "Held";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The ledger refused a question for good: asked the same again, it would say the same (rule 27). */
class AskingRefused extends Held {}

const REPEATS_MAX = 3;
const REPEAT_AFTER_MS = 2_000;
const CHECK_HOLDS_MS = 60_000;

/**
 * Sends a job's calls, one after another. A call with a lost answer is repeated with the same bytes while the
 * ledger can be trusted to remember its value; otherwise it is searched for: at once, and twice more, each a
 * settling time apart. Only a call that wasn't found may be sent again, and never to a ledger that doesn't
 * remember idempotency values (rules 28 to 30).
 */
export class JobRun {
  readonly #job: JobRecord;
  readonly #tools: RunTools;
  readonly #turn: Pick<JobTurn, "mayStop">;
  /** When the locks were last asked for a call alone. */
  readonly #lockAskedMs = new Map<StoredCall, number>();

  /** @param turn hears whether anything of the job has left */
  constructor(job: JobRecord, tools: RunTools, turn: Pick<JobTurn, "mayStop"> = { mayStop: false }) {
    this.#job = job;
    this.#tools = tools;
    this.#turn = turn;
  }

  /** Until every call is settled, or the job is held. */
  async run(): Promise<void> {
    const calls = this.#calls();
    this.#dateSendings(calls);
    this.#turn.mayStop &&= calls.every(({ sends }) => sends === 0);
    try {
      for (let callNo = 0; callNo < calls.length; callNo++) await this.#settle(calls[callNo] as StoredCall, callNo);
    } catch (error) {
      if (!(error instanceof Held)) throw error;
      this.#job.body.failure = error.failure;
      await this.#job.save(calls.some((call) => call.status === "sent") ? "unknown" : "queued");
      return;
    }
    await this.#job.save(settledState(this.#job.body.items));
  }

  /** Settles what is unknown by looking alone; sends nothing that changes the ledger. */
  async resolve(): Promise<void> {
    const calls = this.#calls();
    this.#dateSendings(calls);
    try {
      for (const [callNo, call] of calls.entries()) {
        if (call.status !== "sent" && !this.#itemsOf(call).some((item) => item.outcome === "unknown")) continue;
        const looks = await this.#look(call, callNo);
        // What is not there yet may still be on its way: absence counts after the settling time alone.
        const isSoon = this.#tools.clock.nowMs() - (call.lastSentMs as number) < this.#tools.link.trust.settleMs;
        for (const look of looks) this.#noteOpen(look, isSoon ? "soon" : "rejected");
        if (!isSoon || looks.every(({ found }) => found !== "absent")) call.status = "done";
      }
    } catch (error) {
      if (!(error instanceof Held)) throw error;
      this.#job.body.failure = error.failure;
      await this.#job.save("unknown");
      return;
    }
    this.#job.body.failure = null;
    const isOut = calls.some((call) => call.status === "sent");
    const isDone = calls.every((call) => call.status === "done");
    await this.#job.save(isOut ? "unknown" : isDone ? settledState(this.#job.body.items) : "queued");
  }

  /**
   * A process that died while a request was out can't say when it left, and a clock that was set back
   * tells a time that is still to come: the settling time begins now.
   */
  #dateSendings(calls: readonly StoredCall[]): void {
    const nowMs = this.#tools.clock.nowMs();
    for (const call of calls)
      if (call.status === "sent" && (this.#job.state === "sent" || (call.lastSentMs as number) > nowMs))
        Object.assign(call, { lastSentMs: nowMs, absentMs: [] });
  }

  #calls(): StoredCall[] {
    const { calls } = this.#job.body;
    assert(calls !== null, `job ${this.#job.jobId} has no requests yet`);
    return calls;
  }

  async #settle(call: StoredCall, callNo: number): Promise<void> {
    if (call.status === "done") return;
    for (let settled = false; !settled; ) {
      if (await this.#refusedByLock(call)) return;
      await this.#noticeLostSending(call, callNo);
      // A call that left and was never answered here is ambiguous, whatever ended the process before.
      settled = call.status === "pending" ? await this.#send(call, callNo, "write") : await this.#clearUp(call, callNo);
    }
    call.status = "done";
    this.#job.body.failure = null;
    await this.#job.save("sent");
  }

  /**
   * Where a computer was lost after it had sent this, and the firm's server went back to an earlier state, nobody here knows of the sending.
   * A ledger would make the records a second time once it has forgotten the job's value, so they are looked for first.
   */
  async #noticeLostSending(call: StoredCall, callNo: number): Promise<void> {
    const { isShared, link, clock } = this.#tools;
    const { createdMs } = this.#job;
    const isRemembered = clock.nowMs() - createdMs < link.trust.keyTrustMs - link.trust.settleMs;
    if (call.status !== "pending" || !isShared || !call.replays || !isNewRecord(call) || isRemembered) return;
    const looks = await this.#look(call, callNo);
    if (looks.every(({ found }) => found === "absent" || found === "refused")) return;
    Object.assign(call, { status: "sent", firstSentMs: createdMs, lastSentMs: createdMs, sends: 1 });
  }

  /** Rule 7: a call that waited isn't sent if a lock was set in the meantime. @returns true when it was refused */
  async #refusedByLock(call: StoredCall): Promise<boolean> {
    const message = call.status === "pending" ? await this.#lockOn(call) : null;
    if (message === null) return false;
    this.#refuse(call, { code: "conflict", message: `Not sent: ${message}` }, "rejected");
    call.status = "done";
    await this.#job.save("sent");
    return true;
  }

  /** Why a call may not be posted, by locks that were asked for less than a minute ago; null where it may. */
  async #lockOn(call: StoredCall): Promise<string | null> {
    if (this.#isLockKnown(call)) return null;
    const message = await this.#tools.lockedNow(new Set(call.items.map(({ operation }) => operation)));
    if (message === null) this.#lockAskedMs.set(call, this.#tools.clock.nowMs());
    return message;
  }

  #isLockKnown(call: StoredCall): boolean {
    const askedMs = this.#lockAskedMs.get(call) ?? this.#tools.checkedMs;
    return askedMs !== null && this.#tools.clock.nowMs() - askedMs < CHECK_HOLDS_MS;
  }

  /** @returns false when the call's fate is unknown, or it waited so long that its locks are to be asked again */
  async #send(call: StoredCall, callNo: number, purpose: "write" | "repeat", deadlineMs?: number): Promise<boolean> {
    const { clock, writes, context } = this.#tools;
    const wasSent = call.status === "sent";
    const isFirst = this.#calls().every(({ sends }) => sends === 0);
    const before = { ...call };
    const nowMs = clock.nowMs();
    Object.assign(call, { status: "sent", firstSentMs: call.firstSentMs ?? nowMs, lastSentMs: nowMs, sends: call.sends + 1 });
    const attempt = await this.#job.begin("sent", callNo, purpose, describe(call.request));
    // When the ledger's memory of the value may have ended, a late repeat would be a second write.
    const signal = deadlineMs === undefined ? this.#tools.signal : untilTime(clock, deadlineMs, this.#tools.signal);
    const outcome = await this.#leave(call, isFirst, signal);
    call.lastSentMs = clock.nowMs();
    if (outcome.kind === "answered") {
      const results = readable(() => resultsOfAll(call, writes.outcomes(context, call, outcome.response)));
      for (const result of results ?? []) this.#note(result);
      if (results !== null) call.status = "done";
      else this.#isUnclear(call, UNREADABLE);
      await this.#job.end(results === null ? "unknown" : "sent", {
        attemptNo: attempt,
        ...answerOf(outcome.response),
        note: results === null ? UNREADABLE.message : null,
      });
      return results !== null;
    }
    // A page in place of an answer says nothing about the write's result.
    if (outcome.kind === "ambiguous" || (outcome.kind === "rejected" && outcome.failure.code === "ledger_unreadable")) {
      this.#isUnclear(call, outcome.failure);
      await this.#job.end("unknown", { attemptNo: attempt, ...rawOf(outcome.failure), note: outcome.failure.message });
      return false;
    }
    if (outcome.kind === "rejected") {
      if (purpose === "repeat" || (!call.replays && isNewRecord(call))) {
        call.refusal = { failure: outcome.failure, outcome: outcome.conflict ? "conflict" : "rejected" };
        await this.#job.end("unknown", { attemptNo: attempt, ...rawOf(outcome.failure), note: outcome.failure.message });
        return this.#judge(call, callNo, call.refusal);
      }
      this.#refuse(call, outcome.failure, outcome.conflict ? "conflict" : "rejected");
      call.status = "done";
      await this.#job.end("sent", { attemptNo: attempt, ...rawOf(outcome.failure), note: outcome.failure.message });
      await this.#label(call, callNo, outcome.failure);
      return true;
    }
    // Nothing left this machine: the call is as it was before.
    Object.assign(call, { status: before.status, firstSentMs: before.firstSentMs, lastSentMs: before.lastSentMs, sends: before.sends });
    const isLate = outcome.kind === "cancelled" && !this.#tools.signal.aborted && (deadlineMs !== undefined || !this.#isLockKnown(call));
    const failure = outcome.kind === "cancelled" ? (isLate ? WAITED_LONG : STOPPED) : outcome.failure;
    await this.#job.end(wasSent ? "unknown" : "queued", {
      attemptNo: attempt,
      status: null,
      answer: null,
      note: `Not sent. ${failure.message}`,
    });
    if (isLate) return false;
    throw new Held(failure);
  }

  /** Sends a call when its turn comes, unless its locks are to be asked again by then. */
  #leave(call: StoredCall, isFirst: boolean, signal: AbortSignal): Promise<LinkWriteOutcome> {
    const { link } = this.#tools;
    const onQueued = () => {
      this.#turn.mayStop = isFirst;
    };
    const mayStillGo = () => {
      const isChecked = this.#isLockKnown(call);
      if (isChecked) this.#turn.mayStop = false;
      return isChecked;
    };
    return link.write(call.request, { fairKey: `${link.clientId}/writes`, mayStillGo, signal, onQueued });
  }

  /**
   * A ledger that has forgotten the first sending may reject its repetition because the first was applied, so
   * its records decide. The same goes for a sending that nobody here knows: its computer was lost, and the firm's server went back.
   */
  async #judge(call: StoredCall, callNo: number, { failure, outcome }: NonNullable<StoredCall["refusal"]>): Promise<true> {
    const looks = await this.#look(call, callNo);
    const isThere = looks.every(({ found }) => found === "present");
    for (const look of isThere ? looks : []) this.#noteOpen(look, "unknown");
    if (!isThere) this.#refuse(call, failure, outcome);
    call.status = "done";
    await this.#job.save("sent");
    if (!isThere) await this.#label(call, callNo, failure);
    return true;
  }

  #isUnclear(call: StoredCall, failure: Failure): void {
    call.absentMs = [];
    this.#job.body.failure = failure;
  }

  /** One step out of the unknown. @returns true when the call is settled */
  async #clearUp(call: StoredCall, callNo: number): Promise<boolean> {
    if (call.refusal !== undefined) return this.#judge(call, callNo, call.refusal);
    const { trust } = this.#tools.link;
    const nowMs = this.#tools.clock.nowMs();
    const trustedUntilMs = (call.firstSentMs as number) + trust.keyTrustMs - trust.settleMs;
    if (
      call.replays &&
      // A clock that was set back does not make the ledger remember longer.
      nowMs >= (call.firstSentMs as number) &&
      call.sends <= REPEATS_MAX &&
      call.absentMs.length === 0 &&
      nowMs + REPEAT_AFTER_MS * 2 ** call.sends < trustedUntilMs &&
      // A repetition posts what never arrived: behind a lock, it's looked for instead.
      (await this.#lockOn(call)) === null
    ) {
      await this.#pause(REPEAT_AFTER_MS * 2 ** (call.sends - 1));
      return this.#send(call, callNo, "repeat", trustedUntilMs);
    }
    const looks = await this.#look(call, callNo);
    if (looks.every(({ found }) => found !== "absent")) {
      for (const look of looks) this.#noteOpen(look, "unknown");
      return true;
    }
    return this.#absent(call, callNo, looks);
  }

  /** Nothing is there, or not all of it: late requests may still arrive within the settling time. */
  async #absent(call: StoredCall, callNo: number, looks: readonly Look[]): Promise<boolean> {
    const { trust } = this.#tools.link;
    const nowMs = this.#tools.clock.nowMs();
    if (nowMs - (call.lastSentMs as number) >= trust.settleMs) call.absentMs.push(nowMs);
    if (call.absentMs.length < 2) {
      await this.#job.save("unknown");
      await this.#pause(Math.max(1_000, (call.absentMs[0] ?? (call.lastSentMs as number)) + trust.settleMs - nowMs));
      return false;
    }
    const noneThere = looks.every(({ found }) => found === "absent") && this.#itemsOf(call).every(({ outcome }) => outcome !== "accepted");
    if (call.replays && noneThere && call.sends <= REPEATS_MAX) {
      const message = await this.#lockOn(call);
      if (message !== null) {
        this.#refuse(call, { code: "conflict", message: `Not posted: ${message}` }, "rejected");
        return true;
      }
      Object.assign(call, { absentMs: [], firstSentMs: null });
      return this.#send(call, callNo, "repeat");
    }
    for (const look of looks) this.#noteOpen(look, "unknown");
    return true;
  }

  async #look(call: StoredCall, callNo: number): Promise<readonly Look[]> {
    const { writes, context } = this.#tools;
    try {
      return await this.drive(writes.look(context, call), callNo, "look");
    } catch (error) {
      if (!(error instanceof AskingRefused)) throw error;
      const { message } = error.failure;
      return call.items.map(({ operation, part }) => ({ operation, part, found: "refused", message }));
    }
  }

  /** Runs an adapter's reading to its end, every question on record. @throws Held when the ledger can't be asked now */
  async drive<T>(steps: Generator<LedgerRequest, T, LedgerResponse>, callNo: number, purpose: JobAttempt["purpose"]): Promise<T> {
    const { link, signal } = this.#tools;
    let step = steps.next();
    while (!step.done) {
      const attempt = await this.#job.begin(this.#job.state, callNo, purpose, describe(step.value));
      const outcome = await link.send(step.value, { lane: "write", fairKey: `${link.clientId}/writes`, signal, onQueued: () => undefined });
      const kept = outcome.kind === "answered" ? answerOf(outcome.response) : { status: null, answer: null };
      const note = outcome.kind === "answered" || outcome.kind === "cancelled" ? null : outcome.failure.message;
      await this.#job.end(this.#job.state, { attemptNo: attempt, ...kept, note });
      if (outcome.kind === "rejected" && isRefusal(outcome.failure)) throw new AskingRefused(outcome.failure);
      if (outcome.kind !== "answered") throw new Held(outcome.kind === "cancelled" ? STOPPED : outcome.failure);
      const next = readable(() => steps.next(outcome.response));
      if (next === null) throw new Held(UNREADABLE);
      step = next;
    }
    return step.value;
  }

  async #pause(ms: number): Promise<void> {
    const { clock, signal } = this.#tools;
    try {
      await clock.sleep(ms, signal);
    } catch (error) {
      if (signal.aborted) throw new Held(STOPPED);
      throw error;
    }
  }

  #itemsOf(call: StoredCall): JobItem[] {
    return call.items.map((key) => this.#itemOf(key));
  }

  #itemOf({ operation, part }: ItemKey): JobItem {
    const item = this.#job.body.items.find((candidate) => candidate.operation === operation && candidate.part === part);
    assert(item !== undefined, `job ${this.#job.jobId} has no item ${operation}/${part}`);
    return item;
  }

  /** What the ledger has answered for stands, whatever became of the record since. */
  #noteOpen(look: Look, otherwise: AbsentMeans): void {
    const { outcome } = this.#itemOf(look);
    if (outcome === "unknown" || outcome === "pending") this.#note(newsOfLook(look, otherwise));
  }

  #note(news: ItemNews): void {
    const { operation: _operation, part: _part, ...what } = news;
    const item = this.#itemOf(news);
    if (what.outcome !== "accepted") {
      Object.assign(item, what);
      return;
    }
    const { entityType, ...accepted } = what;
    Object.assign(item, accepted, { recordId: `${entityType}:${what.ledgerId}` });
    delete item.message;
  }

  /** Rule 30: the words that people use for the fields of a rejection, beside its own. Best effort. */
  async #label(call: StoredCall, callNo: number, { ledgerError }: Failure): Promise<void> {
    const { writes, context } = this.#tools;
    if (writes.explain === undefined || ledgerError === undefined) return;
    try {
      const fieldLabels = await this.drive(writes.explain(context, call, ledgerError.body), callNo, "look");
      if (fieldLabels.length > 0) for (const item of this.#itemsOf(call)) item.fieldLabels = [...fieldLabels];
    } catch (error) {
      if (!(error instanceof Held)) throw error;
    }
  }

  #refuse(call: StoredCall, failure: Failure, outcome: "rejected" | "conflict"): void {
    const error = failure.ledgerError === undefined ? {} : { ledgerError: failure.ledgerError };
    for (const item of this.#itemsOf(call)) Object.assign(item, { outcome, message: failure.message, ...error });
  }
}
