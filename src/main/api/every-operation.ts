import { findOperation, operations } from "#main/operations/collection.ts";
import type { Operation } from "#main/operations/operation.ts";
import { contract, isMethodName, type MethodName } from "#shared/contract/index.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { ApiContext } from "./context.ts";
import type { Caller } from "./door.ts";
import { adjustmentHandlers } from "./handlers/adjustments.ts";
import { clientHandlers } from "./handlers/clients.ts";
import { closeHandlers } from "./handlers/close.ts";
import { dataSafetyHandlers } from "./handlers/data-safety.ts";
import { documentHandlers } from "./handlers/documents.ts";
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

/** Everything that may be asked of Tieout, by name: the declared operations, and the contract's methods that aren't declared as one yet. */
export function everyOperation(): Operation[] {
  return [...operations, ...Object.keys(contract).filter(isMethodName).map(contractOperation)];
}

/** The operation of a name, or null. */
export function operationNamed(name: string): Operation | null {
  return findOperation(name) ?? (isMethodName(name) ? contractOperation(name) : null);
}

function contractOperation(name: MethodName): Operation {
  const { kind, input, output, allowed } = contract[name];
  return {
    ...{ name, kind, input, output, summary: name, runs: "core", outdates: [], command: null },
    allowed: allowed as Operation["allowed"],
    prepare: async () => ({ ok: true, value: undefined }),
    perform: (context, parsed, _prepared, caller) =>
      (handlersOf(context as ApiContext)[name] as (input: unknown, caller: Caller) => Promise<Result<unknown, Failure>>)(parsed, caller),
  };
}

const known = new WeakMap<ApiContext, Handlers>();

function handlersOf(context: ApiContext): Handlers {
  const made = known.get(context);
  if (made !== undefined) return made;
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
  known.set(context, handlers);
  return handlers;
}
