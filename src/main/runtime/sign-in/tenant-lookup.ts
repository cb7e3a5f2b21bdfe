import { type LedgerResponse, unreadable } from "#main/ledgers/adapter.ts";
import { signInFor } from "#main/ledgers/registry.ts";
import type { FoundTenant, SignInFacts, SignInRequest } from "#main/ledgers/sign-in.ts";
import { HttpFailure, type HttpResponse, type Ports } from "#main/ports/index.ts";
import { isWholeJson } from "#shared/kernel/json-cut.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";

type AskPorts = Pick<Ports, "http" | "clock" | "log">;

/** A fresh access token, and how to ask with it. */
export interface FreshGrant {
  readonly accessToken: string;
  readonly ports: AskPorts;
  readonly signal: AbortSignal;
}

/** Which tenants a fresh grant reaches. Failures: `ledger_unreachable`, `ledger_unreadable`, `cancelled`. */
export async function findTenants(
  system: LedgerSystem,
  facts: SignInFacts,
  grant: FreshGrant,
): Promise<Result<readonly FoundTenant[], Failure>> {
  try {
    return ok(await run(signInFor(system).find(facts), grant));
  } catch (error) {
    return fail(lookupFailure(system, error, grant.signal));
  }
}

/** Takes one tenant out of a grant that others use; false when the ledger offers no such thing, said no or did not answer. */
export async function leaveTenant(
  system: LedgerSystem,
  facts: Pick<SignInFacts, "tenantsUrl">,
  tenantId: string,
  grant: FreshGrant,
): Promise<boolean> {
  try {
    return await run(signInFor(system).leave(facts, tenantId), grant);
  } catch (error) {
    if (!(error instanceof HttpFailure) && unreadable(error) === null) throw error;
    grant.ports.log.warn("signin.leave_failed", { system });
    return false;
  }
}

async function run<T>(asking: Generator<SignInRequest, T, LedgerResponse>, grant: FreshGrant): Promise<T> {
  let step = asking.next();
  while (step.done !== true) step = asking.next(await ask(step.value, grant));
  return step.value;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 4 * 1_048_576;
const TRIES = 3;

async function ask(request: SignInRequest, { accessToken, ports, signal }: FreshGrant): Promise<LedgerResponse> {
  const headers = { accept: "application/json", authorization: `Bearer ${accessToken}` };
  for (let tried = 1; ; tried++) {
    const answer = await once(
      () => ports.http({ ...request, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal }),
      tried === TRIES,
    );
    const isFinal = answer !== null && answer.status < 500 && answer.status !== 429 && !isGarbled(request, answer);
    if (answer !== null && (isFinal || tried === TRIES))
      return { status: answer.status, headers: answer.headers, body: answer.body, receivedAt: ports.clock.now() };
    await ports.clock.sleep(tried * 1_000, signal);
  }
}

/** A list in an answer that was cut off, or a proxy's page in its place: asked for again like after a 5xx. */
function isGarbled({ method }: SignInRequest, { status, body }: HttpResponse): boolean {
  return method === "GET" && status >= 200 && status < 300 && !isWholeJson(body);
}

/** Null for no answer; the last failure is thrown. */
async function once(send: () => Promise<HttpResponse>, isLast: boolean): Promise<HttpResponse | null> {
  try {
    return await send();
  } catch (error) {
    if (isLast || !(error instanceof HttpFailure)) throw error;
    return null;
  }
}

function lookupFailure(system: LedgerSystem, error: unknown, signal: AbortSignal): Failure {
  const label = ledgerLabel(system);
  if (signal.aborted) return { code: "cancelled", message: t("The sign-in was canceled.") };
  const reason = unreadable(error);
  if (reason !== null)
    return {
      code: "ledger_unreadable",
      message: `The sign-in worked, but ${label} didn't say which books it covers.`,
      detail: reason,
      next: "Sign in again and choose the books in the ledger.",
    };
  if (error instanceof HttpFailure)
    return {
      code: "ledger_unreachable",
      message: `The sign-in worked, but Tieout couldn't get the details of the books from ${label}.`,
      next: "Check your internet connection and sign in again.",
    };
  throw error;
}
