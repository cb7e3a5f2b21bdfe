import { readNamedJson } from "#main/files/named-file.ts";
import type { LimitsView } from "#shared/contract/connections/connections.ts";
import { dayName, withDays } from "#shared/kernel/readable.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, textOption } from "../command.ts";

const limitsShow: Command = {
  noun: "limits",
  verb: "show",
  summary: "Show the limits of a client's connection, and where each limit comes from",
  asks: ["connections.limits"],
  options: { client: "text" },
  required: ["client"],
  run: async (run) => tell(run, await reply(run, "connections.limits", { clientId: textOption(run.options, "client") as string })),
};

const limitsSet: Command = {
  noun: "limits",
  verb: "set",
  summary: "Replace the limits set for a connection. Limits that are less strict than the verified ones need --yes",
  asks: ["connections.setLimits"],
  options: { client: "text", file: "text", yes: "flag" },
  required: ["client", "file"],
  help: {
    file: "JSON file with the limits",
    yes: "Allow limits that are less strict than the verified ones",
  },
  run: async (run) => {
    const limits = readNamedJson(textOption(run.options, "file") as string, "file");
    if (!limits.ok) return refused(run, limits.failure);
    const input = { clientId: textOption(run.options, "client") as string, limits: limits.value, yes: run.options.yes === true };
    return tell(run, await reply(run, "connections.setLimits", input));
  },
};

export const limitsCommands: readonly Command[] = [limitsShow, limitsSet];

function tell(run: CommandRun, answer: Result<LimitsView | null, Failure>): ExitStatus {
  if (!answer.ok) return refused(run, answer.failure);
  const view = answer.value;
  if (view === null) return refused(run, { code: "not_found", message: "This client isn't connected to a ledger.", field: "client" });
  run.output.result(view, [
    ...view.values.map(
      ({ name, value, from }) =>
        `${name.padEnd(22)} ${String(value ?? "none").padStart(12)}  ${from === "file" ? "verified" : "set for this connection"}`,
    ),
    view.warning === null ? `The verified limits were last checked on ${dayName(view.verifiedOn)}.` : withDays(view.warning),
  ]);
  return EXIT.done;
}
