import type { Clock } from "#main/ports/index.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type DiscoveryFailure, discover } from "./discover.ts";
import type { LedgerLink, LinkOptions } from "./ledger-link.ts";

const AGE_MAX_MS = 86_400_000;
const AGE_MIN_MS = 3_600_000;
const GONE: ReadonlySet<number> = new Set([403, 404]);

/** Asks what the connection can do (rule 3) and stores the answer with what changed. */
export async function discoverAndSave(
  link: LedgerLink,
  { pool, clock }: { readonly pool: FilePool; readonly clock: Clock },
  options: LinkOptions,
): Promise<Result<Discovery, DiscoveryFailure>> {
  const found = await discover(link, options);
  if (found.ok) await pool.must("firm.saveDiscovery", { connectionId: link.connectionId, discovery: found.value, nowMs: clock.nowMs() });
  return found;
}

/** Discovery is repeated daily. */
export function isOld(discoveredMs: number | null, nowMs: number): boolean {
  return nowMs - (discoveredMs ?? 0) > AGE_MAX_MS;
}

/**
 * Whether a refusal suggests that a license, a role or a feature is missing. A stream that stays refused is no
 * reason to ask with every run.
 */
export function saysFeatureWent(failure: Failure, discoveredMs: number | null, nowMs: number): boolean {
  return failure.ledgerError !== undefined && GONE.has(failure.ledgerError.status) && nowMs - (discoveredMs ?? 0) > AGE_MIN_MS;
}
