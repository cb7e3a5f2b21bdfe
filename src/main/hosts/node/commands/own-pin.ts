import type { Caller, Router } from "#main/api/door.ts";
import { needsPin } from "#shared/contract/clients/people.ts";
import type { Reply } from "#shared/contract/reply.ts";

/** The environment variable with the current user's PIN, which each command enters where it needs it. */
const VARIABLE = "TIEOUT_PIN";

/** Asks, and enters the current user's PIN first where the core wants it. */
export async function withPin(route: Router, method: string, input: unknown, caller?: Caller): Promise<Reply> {
  const asked = await route(method, input, caller);
  if (asked.ok || !needsPin(asked.failure)) return asked;
  const pin = process.env[VARIABLE] ?? "";
  const next = `Put it in the environment variable ${VARIABLE} and run the command again.`;
  if (pin === "") return { ok: false, failure: { ...asked.failure, next } };
  const entered = await route("people.enterPin", { pin }, caller);
  return entered.ok ? route(method, input, caller) : entered;
}
