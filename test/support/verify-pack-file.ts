import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import type { PackVerification } from "#shared/model/close/pack.ts";

/** Verifies a pack file that may not be on record, as the command line does. */
export async function verifyPackFile(path: string, prior: string | null = null): Promise<PackVerification> {
  const verified = await verifyPack(path, prior, {});
  if (!verified.ok) throw new Error(verified.failure.message);
  return verified.value;
}
