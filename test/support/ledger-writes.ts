import type { Failure } from "#shared/model/failure.ts";
import type { WriteJob, WriteOperation } from "#shared/model/write.ts";
import type { World } from "./world.ts";
import type { Tenant } from "./world-tenant.ts";

/** Submits operations for a tenant of a world and lets time pass until the job is settled or held. */
export async function write(
  world: World,
  tenant: Tenant,
  operations: readonly WriteOperation[],
  options: { readonly actionId?: string; readonly draft?: boolean } = {},
): Promise<WriteJob> {
  const done = await world.run(world.runtime.context.writes.submit({ clientId: tenant.source.clientId, operations, ...options }));
  if (!done.ok) throw new WriteRefused(done.failure);
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
