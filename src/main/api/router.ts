import { findOperation } from "#main/operations/collection.ts";
import type { Operation } from "#main/operations/operation.ts";
import { signingRefusal } from "#main/operations/signing-refusal.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { givenLabel, readGiven, type WrongField, wrongField } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ApiContext } from "./context.ts";
import type { Router } from "./door.ts";
import { inOneName } from "./in-one-name.ts";
import { tooBig } from "./input-caps.ts";
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
    if (wrong !== null) return { ok: false, failure: invalidInput(operation, wrong) };
    const parsed = readGiven(operation.input, input);
    if (!parsed.ok) return { ok: false, failure: invalidInput(operation, parsed.failure) };
    const refusedThis = refusal(context.people, operation, parsed.value);
    if (refusedThis !== null) return { ok: false, failure: refusedThis };
    try {
      if (!operation.signs(parsed.value)) return await runOperation(context, operation, parsed.value, caller);
      const own = inOneName(context);
      const unsigned = await signingRefusal(own);
      if (unsigned !== null) return { ok: false, failure: unsigned };
      return await runOperation(own, operation, parsed.value, caller);
    } catch (error) {
      if (error instanceof OperationFailed) return { ok: false, failure: error.failure };
      context.log.error("api.defect", error, { operation: name });
      return {
        ok: false,
        failure: {
          code: "defect",
          message: `Something went wrong inside Tieout: ${error instanceof Error ? error.message : String(error)}`,
          next: "Try again. If it keeps happening, the log in the data folder has the details.",
        },
      };
    }
  };
}

/** The field is named twice: for programs as the contract calls it, and for people as the screen and the command's help do. */
function invalidInput({ name, input }: Operation, { path, message }: WrongField): Failure {
  return { code: "invalid_input", message: wrongField(path.length === 0 ? name : givenLabel(input, path), message), field: path.join(".") };
}
