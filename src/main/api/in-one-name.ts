import { OperationFailed } from "#main/workers/pool.ts";
import type { ApiContext } from "./context.ts";
import { runStep } from "./run-operation.ts";

/**
 * The context of a signature. Before it is saved, a keychain may ask the person, and meanwhile another window may switch the user:
 * then nothing more is saved, because it would be in the name of somebody who neither asked for it nor entered a PIN.
 */
export function inOneName(context: ApiContext): ApiContext {
  const { person: asked } = context;
  const person = (): string => {
    if (context.person === asked) return asked;
    throw new OperationFailed("operation.write", {
      code: "conflict",
      message: "This wasn't finished, because the current user changed in the meantime.",
      next: "Check who the current user is, then try again.",
    });
  };
  const perform: ApiContext["perform"] = (step, input) => runStep(own, step, input);
  const own = Object.create(context, { person: { get: person }, perform: { value: perform } }) as ApiContext;
  return own;
}
