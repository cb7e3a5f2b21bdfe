import { OperationFailed } from "#main/workers/pool.ts";
import type { Reply } from "#shared/contract/reply.ts";
import type { ApiContext } from "./context.ts";
import { operationNamed } from "./every-operation.ts";
import { refusalBelow } from "./permissions.ts";
import { runOperation } from "./run-operation.ts";

/** Answers one message of the outside world: it parses, routes and never throws for what a person may do. */
export type Router = (method: string, input: unknown) => Promise<Reply>;

export function createRouter(context: ApiContext): Router {
  return async (name, input) => {
    const operation = operationNamed(name);
    if (operation === null)
      return { ok: false, failure: { code: "invalid_input", message: `There is no operation ${name.slice(0, 80)}.`, field: "method" } };
    const parsed = operation.input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join(".") ?? "";
      return {
        ok: false,
        failure: { code: "invalid_input", message: `${field === "" ? name : field}: ${issue?.message ?? "can't be read"}.`, field },
      };
    }
    const refused = refusalBelow(context.people, operation.roleFor(parsed.data));
    if (refused !== null) return { ok: false, failure: refused };
    try {
      return await runOperation(context, operation, parsed.data);
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
