import { BEFORE_ALL, followChain } from "#main/signatures/fact-chain.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { BrokenFact, LogPosition } from "#shared/model/firm/fact.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FactServer } from "./fact-server.ts";

/**
 * Reads again what was applied long ago: somebody may have changed it at the server since, which nothing that comes later shows.
 * @param local how far this computer's copy goes, and the hash of everything up to there
 * @returns the first record that isn't as it was applied here; null when all are
 */
export async function checkLog(
  server: Pick<FactServer, "read">,
  clientId: string,
  local: LogPosition,
): Promise<Result<BrokenFact | null, Failure>> {
  let at = BEFORE_ALL;
  while (at.applied < local.applied) {
    const facts = await server.read(clientId, at.applied);
    if (!facts.ok) return facts;
    if (facts.value.length === 0) return ok({ clientId, factNo: at.applied + 1, what: "gap", person: "" });
    const reached = followChain(at, facts.value, local.applied);
    if ("what" in reached) return ok(reached);
    at = reached;
  }
  if (at.head === local.head) return ok(null);
  return ok({ clientId, factNo: local.applied, what: "changed", person: "" });
}
