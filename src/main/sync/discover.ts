import { type LedgerResponse, unreadable } from "#main/ledgers/adapter.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { LedgerLink, LinkOptions, LinkOutcome } from "./ledger-link.ts";

export type DiscoveryFailure =
  | { readonly kind: "failure"; readonly failure: Failure }
  | { readonly kind: Exclude<LinkOutcome["kind"], "answered" | "cancelled">; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/** What a person asked for and waits for: no sync continues it later. */
export function notContinued<T>(done: Result<T, Failure>): Result<T, Failure> {
  if (done.ok || done.failure.code !== "ledger_unreachable") return done;
  return fail({ ...done.failure, next: "Check your internet connection, then try again. The ledger may also be down or busy." });
}

/** Asks the ledger what the connection can do (rule 3). The answers are small and are read here. */
export async function discover(link: LedgerLink, options: LinkOptions): Promise<Result<Discovery, DiscoveryFailure>> {
  const asking = link.adapter.discover(link.facts);
  try {
    let step = asking.next();
    while (!step.done) {
      const outcome = await link.send(step.value, options);
      if (outcome.kind === "cancelled") return fail({ kind: "cancelled" });
      if (outcome.kind !== "answered") return fail({ kind: outcome.kind, failure: outcome.failure });
      step = asking.next(outcome.response satisfies LedgerResponse);
    }
    return ok(step.value);
  } catch (error) {
    const message = unreadable(error);
    if (message === null) throw error;
    return fail({
      kind: "failure",
      failure: {
        code: "ledger_unreadable",
        message,
        next: "If you used a connection file, check its API address and company ID. For a client that's already connected, they're under Technical details on the Connection screen.",
      },
    });
  }
}
