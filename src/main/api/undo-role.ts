import type { ClientSource } from "#main/workers/protocol.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { ApiContext } from "./context.ts";
import { refusalBelow } from "./permissions.ts";

/** What a reviewer alone decides; of signatures those that were given as reviewer. */
const REVIEWERS = ["flux_return", "tie_out_accepted", "flux_sign", "close_sign"] as const;

/** Why a person may not take this decision back, or null: what took a reviewer to decide takes one to undo. */
export async function undoRefusal(context: ApiContext, source: ClientSource, decisionNo: number): Promise<Failure | null> {
  const refused = refusalBelow(context.people, "reviewer");
  if (refused === null) return null;
  for (const kind of REVIEWERS) {
    const standing = await context.pool.perform("decisions.list", { ...source, kind, undone: false });
    if (!standing.ok) return standing.failure;
    const found = standing.value.find((decision) => decision.decisionNo === decisionNo);
    if (found === undefined) continue;
    const { role } = found.body as { readonly role?: unknown };
    return role === undefined || role === "reviewer" ? refused : null;
  }
  return null;
}
