import { OperationFailed } from "#main/workers/pool.ts";
import { contract, isMethodName } from "#shared/contract/index.ts";
import type { Reply } from "#shared/contract/reply.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { ApiContext } from "./context.ts";
import { adjustmentHandlers } from "./handlers/adjustments.ts";
import { clientHandlers } from "./handlers/clients.ts";
import { closeHandlers } from "./handlers/close.ts";
import { dataSafetyHandlers } from "./handlers/data-safety.ts";
import { documentHandlers } from "./handlers/documents.ts";
import { fluxHandlers } from "./handlers/flux.ts";
import { groupHandlers } from "./handlers/groups.ts";
import type { Handlers } from "./handlers/handlers.ts";
import { insightHandlers } from "./handlers/insight.ts";
import { packHandlers } from "./handlers/packs.ts";
import { peopleHandlers } from "./handlers/people.ts";
import { periodHandlers } from "./handlers/periods.ts";
import { queueHandlers } from "./handlers/queue.ts";
import { reconciliationHandlers } from "./handlers/reconciliations.ts";
import { recordHandlers } from "./handlers/records.ts";
import { reportHandlers } from "./handlers/reports.ts";
import { reviewBundleHandlers } from "./handlers/review-bundle.ts";
import { reviewHandlers } from "./handlers/reviews.ts";
import { searchHandlers } from "./handlers/search.ts";
import { settingsHandlers } from "./handlers/settings.ts";
import { shellHandlers } from "./handlers/shell.ts";
import { signInHandlers } from "./handlers/sign-in.ts";
import { syncHandlers } from "./handlers/sync.ts";
import { tieOutHandlers } from "./handlers/tie-outs.ts";
import { watchHandlers } from "./handlers/watch.ts";
import { workHandlers } from "./handlers/work.ts";
import { writeHandlers } from "./handlers/writes.ts";
import { refusal } from "./permissions.ts";

/** Answers one message of the outside world: it parses, routes and never throws for what a person may do. */
export type Router = (method: string, input: unknown) => Promise<Reply>;

export function createRouter(context: ApiContext): Router {
  const handlers: Handlers = {
    ...clientHandlers(context),
    ...signInHandlers(context),
    ...syncHandlers(context),
    ...queueHandlers(context),
    ...writeHandlers(context),
    ...documentHandlers(context),
    ...recordHandlers(context),
    ...reportHandlers(context),
    ...insightHandlers(context),
    ...searchHandlers(context),
    ...groupHandlers(context),
    ...reviewHandlers(context),
    ...periodHandlers(context),
    ...tieOutHandlers(context),
    ...fluxHandlers(context),
    ...closeHandlers(context),
    ...reconciliationHandlers(context),
    ...packHandlers(context),
    ...adjustmentHandlers(context),
    ...watchHandlers(context),
    ...peopleHandlers(context),
    ...workHandlers(context),
    ...reviewBundleHandlers(context),
    ...shellHandlers(context),
    ...dataSafetyHandlers(context),
    ...settingsHandlers(context),
  };
  return async (method, input) => {
    if (!isMethodName(method))
      return { ok: false, failure: { code: "invalid_input", message: `There is no method ${method.slice(0, 80)}.`, field: "method" } };
    const parsed = contract[method].input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join(".") ?? "";
      return {
        ok: false,
        failure: { code: "invalid_input", message: `${field === "" ? method : field}: ${issue?.message ?? "can not be read"}.`, field },
      };
    }
    const refused = refusal(context.people, method, parsed.data);
    if (refused !== null) return { ok: false, failure: refused };
    const handle = handlers[method] as (input: unknown) => Promise<Result<unknown, Failure>>;
    try {
      return await handle(parsed.data);
    } catch (error) {
      if (error instanceof OperationFailed) return { ok: false, failure: error.failure };
      context.log.error("api.defect", error, { method });
      return {
        ok: false,
        failure: {
          code: "defect",
          message: `Something broke inside Tieout: ${error instanceof Error ? error.message : String(error)}`,
          next: "The log in the data folder has the details.",
        },
      };
    }
  };
}
