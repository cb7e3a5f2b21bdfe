import type { ApiContext } from "#main/api/context.ts";

/** Goes on with the writes of a client that an earlier process left: waiting, or sent without an answer. */
export function goOnWriting({ writes, log }: ApiContext, clientId: string): void {
  writes.resume(clientId).catch((error: unknown) => log.error("writes.defect", error, { clientId }));
}
