import { readNamedJson } from "#main/files/named-file.ts";
import type { LimitsView } from "#shared/contract/connections-extra.ts";
import type { Reply } from "#shared/contract/reply.ts";
import type { Output } from "../output.ts";
import { type Command, EXIT, type ExitStatus, exitOf, textOption } from "./command.ts";

const limitsShow: Command = {
  noun: "limits",
  verb: "show",
  summary: "shows the limits of a client's connection and where each came from",
  options: { client: "text" },
  required: ["client"],
  run: async ({ core, options, output }) =>
    tell(output, await core.runtime.route("connections.limits", { clientId: textOption(options, "client") })),
};

const limitsSet: Command = {
  noun: "limits",
  verb: "set",
  summary: "replaces a connection's own limits; beyond the verified numbers only with --yes",
  options: { client: "text", file: "text", yes: "flag" },
  required: ["client", "file"],
  run: async ({ core, options, output }) => {
    const limits = readNamedJson(textOption(options, "file") as string, "file");
    if (!limits.ok) {
      output.failure(limits.failure);
      return EXIT.usage;
    }
    const input = { clientId: textOption(options, "client"), limits: limits.value, yes: options.yes === true };
    return tell(output, await core.runtime.route("connections.setLimits", input));
  },
};

export const limitsCommands: readonly Command[] = [limitsShow, limitsSet];

function tell(output: Output, reply: Reply): ExitStatus {
  const failure = reply.ok ? null : reply.failure;
  const view = reply.ok ? (reply.value as LimitsView | null) : null;
  if (failure !== null || view === null) {
    const told = failure ?? { code: "not_found" as const, message: "The client has no connection yet.", field: "client" };
    output.failure(told);
    return exitOf(told);
  }
  output.result(view, [
    ...view.values.map(({ name, value, from }) => `${name.padEnd(22)} ${String(value ?? "-").padStart(12)}  ${from}`),
    view.warning ?? `Verified on ${view.verifiedOn}.`,
  ]);
  return EXIT.done;
}
