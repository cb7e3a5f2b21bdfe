import { findOperation } from "#main/operations/collection.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ApiContext } from "./context.ts";
import type { Router } from "./door.ts";
import { tooBig, type WrongInput } from "./input-caps.ts";
import { refusal } from "./permissions.ts";
import { runOperation } from "./run-operation.ts";

/** The one door of the core: every host hands what people ask to this function. */
export function createRouter(context: ApiContext): Router {
  return async (name, input, caller = {}) => {
    const operation = findOperation(name);
    if (operation === null)
      return { ok: false, failure: { code: "invalid_input", message: `There is no operation ${name.slice(0, 80)}.`, field: "method" } };
    const refused = refusal(context.people, operation);
    if (refused !== null) return { ok: false, failure: refused };
    const wrong = tooBig(operation, input);
    if (wrong !== null) return { ok: false, failure: invalidInput(name, wrong) };
    const parsed = operation.input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return { ok: false, failure: invalidInput(name, { field: issue?.path.join(".") ?? "", message: issue?.message ?? "can't be read" }) };
    }
    const refusedThis = refusal(context.people, operation, parsed.data);
    if (refusedThis !== null) return { ok: false, failure: refusedThis };
    try {
      return await runOperation(context, operation, parsed.data, caller);
    } catch (error) {
      if (error instanceof OperationFailed) return { ok: false, failure: error.failure };
      context.log.error("api.defect", error, { operation: name });
      return {
        ok: false,
        failure: {
          code: "defect",
          message: `Something went wrong inside Tieout: ${error instanceof Error ? error.message : String(error)}`,
          next: "The log in the data folder has the details.",
        },
      };
    }
  };
}

function invalidInput(name: string, { field, message }: WrongInput): Failure {
  return { code: "invalid_input", message: `${field === "" ? name : field}: ${message}.`, field };
}
