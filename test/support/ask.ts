import { findOperation, type OperationInput, type OperationName, type OperationOutput } from "#main/operations/collection.ts";
import type { World } from "./world.ts";

/** Asks as a window does. An answer that doesn't have the operation's declared shape fails the test. */
export async function ask<N extends OperationName>(world: World, name: N, input: OperationInput<N>): Promise<OperationOutput<N>> {
  const reply = await world.run(world.runtime.route(name, input));
  if (!reply.ok) throw new Error(`${name}: ${reply.failure.message} ${reply.failure.next ?? ""}`);
  return findOperation(name)?.output.parse(reply.value) as OperationOutput<N>;
}

/** Overrides every gate that holds up the reviewer's sign-off, as the current user; for tests about what comes after. */
export async function overrideGates(world: World, period: { readonly clientId: string; readonly period: string }): Promise<void> {
  const { sign } = await ask(world, "close.gates", period);
  for (const { gate, blocking } of sign)
    if (blocking > 0) await ask(world, "close.override", { ...period, gate, why: "Agreed with the client" });
}

/** The code of the failure that an operation answers, or "done". */
export async function refusal(world: World, name: OperationName, input: object): Promise<string> {
  const reply = await world.run(world.runtime.route(name, input));
  return reply.ok ? "done" : reply.failure.code;
}
