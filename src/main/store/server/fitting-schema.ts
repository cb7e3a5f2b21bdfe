import { fail } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Server } from "./connect.ts";
import { schemaFailure } from "./migrate.ts";

/** So long a schema that fitted is taken to fit: an upgrade takes a person, and adds to what is there. */
const TRUSTED_MS = 60_000;

/**
 * The firm's server for one release: while its schema is another release's, each question fails with what to do about it, and
 * nothing is read or written. Statements of one release could not only fail on the tables of another, but mean something else there.
 * @param monotonicMs milliseconds on a clock that never jumps back
 */
export function onFittingSchema(server: Server, monotonicMs: () => number): Server {
  let fittedMs: number | null = null;
  const misfit = async (): Promise<Failure | null> => {
    if (fittedMs !== null && monotonicMs() - fittedMs < TRUSTED_MS) return null;
    const found = await schemaFailure(server);
    const failure = found.ok ? found.value : found.failure;
    fittedMs = failure === null ? monotonicMs() : null;
    return failure;
  };
  const fitting = async <T>(act: () => Promise<T>) => {
    const failure = await misfit();
    return failure === null ? act() : fail(failure);
  };
  return {
    read: (act) => fitting(() => server.read(act)),
    bytes: (query) => fitting(() => server.bytes(query)),
    transaction: (act) => fitting(() => server.transaction(act)),
    listen: (...heard) => fitting(() => server.listen(...heard)),
    end: () => server.end(),
  };
}
