import { writesFor } from "#main/ledgers/registry.ts";
import type { LedgerWrites, PreparedCall, WriteContext } from "#main/ledgers/writing.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { readable, UNREADABLE } from "./answers.ts";
import { Held } from "./job-run.ts";

/** A way to a client's ledger with what a job needs of it. */
export interface WriteAccess {
  readonly link: LedgerLink;
  readonly discovery: Discovery;
  readonly writes: LedgerWrites;
  readonly source: ClientSource;
}

/** Whether a request that changes the ledger waits for one of its limits; a client's jobs go one after another. */
export function waitsForLimit({ link }: WriteAccess): boolean {
  return link.waits().has("write");
}

/** The way to a client's ledger, for writing. */
export async function openWriteAccess(
  linkFor: (clientId: string) => Promise<LedgerLink | null>,
  clientId: string,
): Promise<Result<WriteAccess, Failure>> {
  const link = await linkFor(clientId);
  if (link === null)
    return fail({
      code: "not_found",
      message: "This client isn't connected to a ledger, so nothing can be sent.",
      field: "client",
      next: "Connect a ledger, then sync.",
    });
  if (link.discovery === null)
    return fail({
      code: "not_found",
      message: "This client isn't synced yet, so nothing can be sent.",
      field: "client",
      next: "Sync the client, then try again.",
    });
  const source = { clientId, system: link.system, tenantId: link.tenantId };
  return ok({ link, discovery: link.discovery, writes: writesFor(link.system), source });
}

/**
 * Runs the adapter's preparation, sending its reads one at a time. If the ledger can't be asked now, that is a
 * failure, or thrown for a job that then waits.
 * @throws Held with `otherwise` "held"
 */
export async function prepareCalls(
  { link, writes }: WriteAccess,
  context: WriteContext,
  operations: readonly WriteOperation[],
  signal: AbortSignal,
  otherwise: "failure" | "held",
): Promise<Result<readonly PreparedCall[], Failure>> {
  const notNow = (failure: Failure): Result<never, Failure> => {
    if (otherwise === "held") throw new Held(failure);
    return fail(failure);
  };
  const steps = writes.prepare(context, operations);
  let step = steps.next();
  while (!step.done) {
    const outcome = await link.send(step.value, { lane: "write", fairKey: `${link.clientId}/writes`, signal, onQueued: () => undefined });
    if (outcome.kind === "rejected" && outcome.failure.code !== "ledger_unreadable") return fail(outcome.failure);
    if (outcome.kind === "cancelled") return notNow({ code: "cancelled", message: "Stopped. Nothing was sent." });
    if (outcome.kind !== "answered") return notNow(outcome.failure);
    const next = readable(() => steps.next(outcome.response));
    // Only a job that was kept is tried again; what was only asked for is a person's to repeat.
    if (next === null) return notNow(otherwise === "held" ? UNREADABLE : { ...UNREADABLE, next: "Nothing was sent. Try again." });
    step = next;
  }
  return step.value;
}
