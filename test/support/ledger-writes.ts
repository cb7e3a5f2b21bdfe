import { expect } from "vitest";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import type { World } from "./world.ts";
import type { Tenant } from "./world-tenant.ts";

/**
 * Submits operations for a tenant of a world and lets time pass until the job is settled or held. What
 * the ledger takes reads back as it was meant, unless a test says that it `differs`.
 */
export async function write(
  world: World,
  tenant: Tenant,
  operations: readonly WriteOperation[],
  options: { readonly actionId?: string; readonly draft?: boolean; readonly differs?: boolean } = {},
): Promise<WriteJob> {
  const { differs = false, ...rest } = options;
  const done = await world.run(world.runtime.context.writes.submit({ clientId: tenant.source.clientId, operations, ...rest }));
  if (!done.ok) throw new WriteRefused(done.failure);
  if (!differs) expect(done.value.items.flatMap((item) => item.postedDifferently ?? [])).toEqual([]);
  return done.value;
}

/** The submission itself was refused. */
export class WriteRefused extends Error {
  override readonly name = "WriteRefused";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
