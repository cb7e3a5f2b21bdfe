import type { Applied } from "#main/store/facts/apply-facts.ts";
import type { RefusedFact } from "#main/store/facts/fact-log.ts";
import type { Outbox, WaitingFact } from "#main/store/facts/outbox.ts";
import type { RefusedRecord } from "#main/store/facts/refused.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { BrokenFact, LoggedFact } from "#shared/model/firm/fact.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FactServer } from "./fact-server.ts";

/** What came of an exchange. */
export interface Exchanged {
  /** How many facts changed something here. */
  readonly changed: number;
  readonly conflicts: number;
  readonly sent: number;
  readonly refused: number;
  readonly forged: readonly BrokenFact[];
  /** Everything that was recorded before joining was sent, or refused. */
  readonly movedIn: boolean;
}

/** The file's side of a log, the client's or the firm's. */
interface LocalLog {
  begin(movesIn: boolean): Promise<{ readonly applied: number }>;
  outbox(): Promise<Outbox | null>;
  sent(throughEntry: number, refused: readonly RefusedFact[]): Promise<null>;
  apply(facts: readonly LoggedFact[]): Promise<Applied>;
  refused(): Promise<readonly RefusedRecord[]>;
  rewind(): Promise<null>;
}

export function localLog(pool: WorkerPool, clientId: string): LocalLog {
  if (clientId === "")
    return {
      begin: (movesIn) => pool.must("firm.facts.begin", { movesIn }),
      outbox: () => pool.must("firm.facts.outbox", {}),
      sent: (throughEntry, refused) => pool.must("firm.facts.sent", { throughEntry, refused }),
      apply: (facts) => pool.must("firm.facts.apply", { facts }),
      refused: () => pool.must("firm.facts.refused", {}),
      rewind: () => pool.must("firm.facts.rewind", {}),
    };
  return {
    begin: (movesIn) => pool.must("facts.begin", { clientId, movesIn }),
    outbox: () => pool.must("facts.outbox", { clientId }),
    sent: (throughEntry, refused) => pool.must("facts.sent", { clientId, throughEntry, refused }),
    apply: (facts) => pool.must("facts.apply", { clientId, facts }),
    refused: () => pool.must("facts.refused", { clientId }),
    rewind: () => pool.must("facts.rewind", { clientId }),
  };
}

/**
 * Brings one log and its copy here together: first everything new comes in, so that a conflict is found where it was made, then
 * what people did here goes out in its order, then that comes back with the server's times.
 */
export class LogOfClient {
  readonly #clientId: string;
  readonly #server: FactServer;
  readonly #local: LocalLog;
  readonly #nowMs: () => number;
  readonly #onRewound: () => void;
  #applied: number | null = null;

  /** @param needs `onRewound` hears that the server went back to an earlier state, and that the log is read again */
  constructor(
    clientId: string,
    needs: { readonly server: FactServer; readonly local: LocalLog; readonly nowMs: () => number; readonly onRewound: () => void },
  ) {
    this.#clientId = clientId;
    this.#server = needs.server;
    this.#local = needs.local;
    this.#nowMs = needs.nowMs;
    this.#onRewound = needs.onRewound;
  }

  /** The number of the last fact that is here; null before the file was first asked. */
  get applied(): number | null {
    return this.#applied;
  }

  /** What the server refused, and what was neither tried again nor given up since. */
  refused(): Promise<readonly RefusedRecord[]> {
    return this.#local.refused();
  }

  async exchange(movesIn: boolean): Promise<Result<Exchanged, Failure>> {
    this.#applied ??= (await this.#local.begin(movesIn)).applied;
    const came = await this.#takeIn();
    if (!came.ok) return came;
    const went = await this.#sendAll();
    if (!went.ok) return went;
    if (went.value.sent === 0) return ok({ ...came.value, ...went.value });
    const back = await this.#takeIn();
    if (!back.ok) return back;
    return ok({
      ...went.value,
      changed: came.value.changed + back.value.changed,
      conflicts: came.value.conflicts + back.value.conflicts,
      forged: [...came.value.forged, ...back.value.forged],
    });
  }

  async #takeIn(): Promise<Result<Pick<Exchanged, "changed" | "conflicts" | "forged">, Failure>> {
    let [changed, conflicts] = [0, 0];
    const forged: BrokenFact[] = [];
    let isSecondLook = false;
    for (;;) {
      const last = this.#applied ?? 0;
      // From the last one that is here on, so that a server with an earlier state shows.
      const facts = await this.#server.read(this.#clientId, Math.max(0, last - 1));
      if (!facts.ok) return facts;
      const took = isBehind(facts.value, last) ? null : await this.#local.apply(facts.value);
      if (took === null || took.isRewound) {
        await this.#local.rewind();
        this.#applied = 0;
        this.#onRewound();
        continue;
      }
      if (facts.value.length === (last === 0 ? 0 : 1)) return ok({ changed, conflicts, forged });
      this.#applied = took.applied;
      changed += took.changed;
      conflicts += took.conflicts;
      forged.push(...took.forged);
      if (took.broken === null) continue;
      // Requested once more: what was damaged on its way is whole the second time.
      if (isSecondLook) return fail(brokenLog(took.broken));
      isSecondLook = true;
    }
  }

  async #sendAll(): Promise<Result<Pick<Exchanged, "sent" | "refused" | "movedIn">, Failure>> {
    let [sent, refused] = [0, 0];
    for (;;) {
      const outbox = await this.#local.outbox();
      if (outbox === null) return ok({ sent, refused, movedIn: true });
      const done = await this.#send(outbox.facts);
      if (!done.ok) return done;
      await this.#local.sent(outbox.throughEntry, done.value);
      sent += outbox.facts.length - done.value.length;
      refused += done.value.length;
      if (!outbox.more) return ok({ sent, refused, movedIn: true });
    }
  }

  /** @returns what the server refused for good, which stays here and doesn't count */
  async #send(facts: readonly WaitingFact[]): Promise<Result<readonly RefusedFact[], Failure>> {
    if (facts.length === 0) return ok([]);
    const all = await this.#server.append(this.#clientId, facts);
    if (all.ok) return ok([]);
    if (!isRefusal(all.failure)) return all;
    const refused: RefusedFact[] = [];
    for (const fact of facts) {
      const one = await this.#server.append(this.#clientId, [fact]);
      if (one.ok) continue;
      if (!isRefusal(one.failure)) return one;
      const { message, next } = one.failure;
      refused.push({ itemKey: fact.itemKey, message: [message, next].filter(Boolean).join(" "), atMs: this.#nowMs() });
    }
    return ok(refused);
  }
}

/** The server lacks the last fact that is here: it was restored, or a replica took its place. */
function isBehind(facts: readonly LoggedFact[], last: number): boolean {
  return last > 0 && facts[0]?.factNo !== last;
}

/** The server's rules don't allow it; sending it again would change nothing. */
function isRefusal({ code }: Failure): boolean {
  return code === "not_allowed" || code === "conflict" || code === "invalid_input";
}

/** What a record that can't be trusted means for people. */
export function brokenLog({ factNo, what, person }: BrokenFact): Failure {
  const named = person === "" || what === "gap" || what === "forged" ? "" : ` by ${person}`;
  const why = {
    gap: "is missing",
    changed: "has changed since it was made",
    unreadable: "can't be read by this version of Tieout",
    forged: person === "" ? "wasn't made by the person it names" : `names ${person}, but ${person} didn't make it`,
  }[what];
  // A check finds what changed after it was applied here; then later records were accepted, too.
  const effect = what === "unreadable" ? "nothing after it was accepted" : "nothing after it can be trusted";
  return {
    code: "damaged",
    message: `Record ${factNo}${named} in the firm's log ${why}, so ${effect}.`,
    next:
      what === "unreadable"
        ? "Update Tieout. You can keep working; your changes are kept here."
        : "Ask the server's administrator whether its database was restored or changed. Once the original record is back, Tieout continues.",
  };
}
