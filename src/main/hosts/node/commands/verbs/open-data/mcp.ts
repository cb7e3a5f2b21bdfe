import type { Door } from "#main/api/door.ts";
import type { OperationInput } from "#main/operations/collection.ts";
import type { ProgramSetting } from "#shared/contract/app/programs.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { refused, reply } from "../../ask.ts";
import { EXIT, type ExitStatus, type LastingCommand, type LastingRun, listOption } from "../../command.ts";

const SETTINGS = ["enable", "disable", "client", "all-clients", "drafts", "no-drafts", "undo", "show"] as const;

export const mcp: LastingCommand = {
  noun: "mcp",
  verb: "",
  lasting: true,
  summary: "Let an AI assistant read chosen clients' data over MCP (standard input and output). Access is off until you enable it",
  asks: ["clients.list", "programs.show", "programs.set", "programs.undo", "programs.tools", "programs.ask"],
  options: {
    ...{ enable: "flag", disable: "flag", client: "list", "all-clients": "flag" },
    ...{ drafts: "flag", "no-drafts": "flag", undo: "flag", show: "flag" },
  },
  required: [],
  help: {
    enable: "Switch access on and exit",
    disable: "Switch access off and exit",
    client: "ID of a client that apps and AI assistants may read; may be repeated. Replaces the clients chosen before",
    "all-clients": "Let apps and AI assistants read all current clients",
    drafts: "Let apps and AI assistants draft ledger updates for a person to review; nothing is sent",
    "no-drafts": "Stop apps and AI assistants from drafting ledger updates; they can still read if access is on",
    undo: "Undo the last change to the access of apps and AI assistants",
    show: "Show what apps and AI assistants can read",
  },
  run: async (run) => {
    if (SETTINGS.some((name) => run.options[name] !== undefined)) return changeSetting(run);
    const { serveMcp } = await import("./mcp-server.ts");
    return serveMcp(run);
  },
};

async function changeSetting(run: LastingRun): Promise<ExitStatus> {
  const { options, output, signal } = run;
  for (const [yes, no] of [
    ["enable", "disable"],
    ["drafts", "no-drafts"],
  ] as const)
    if (options[yes] === true && options[no] === true)
      return refused(run, {
        code: "usage",
        message: `--${yes} and --${no} can't be used together.`,
        field: no,
        next: "Use only one of them.",
      });
  let before: readonly string[] = [];
  const setting = await run.withDoor<ProgramSetting>(async (door) => {
    const asked = { door, signal };
    const shown = await reply(asked, "programs.show", {});
    if (!shown.ok) return shown;
    if (listOption(options, "client").length > 0) before = shown.value.clientIds;
    if (options.undo === true) return reply(asked, "programs.undo", {});
    const change = await changeOf(run, door);
    if (!change.ok) return change;
    return Object.keys(change.value).length === 0 ? shown : reply(asked, "programs.set", change.value);
  });
  if (!setting.ok) return refused(run, setting.failure);
  output.result(setting.value, [...settingLines(setting.value), ...replacedLines(before, setting.value)]);
  return EXIT.done;
}

async function changeOf({ options, signal }: LastingRun, door: Door): Promise<Result<OperationInput<"programs.set">, Failure>> {
  const given = listOption(options, "client");
  const listed = await reply({ door, signal }, "clients.list", {});
  if (!listed.ok) return listed;
  const known = listed.value.rows.map(({ clientId }) => clientId);
  const unknown = given.find((clientId) => !known.includes(clientId));
  if (unknown !== undefined)
    return fail({
      code: "not_found",
      message: `No client has the ID ${unknown}.`,
      field: "client",
      next: "Run “tieout client list” to see the IDs.",
    });
  return ok({
    ...(options.enable === true ? { enabled: true } : options.disable === true ? { enabled: false } : {}),
    ...(options.drafts === true ? { drafts: true } : options["no-drafts"] === true ? { drafts: false } : {}),
    ...(options["all-clients"] === true ? { clientIds: known } : given.length > 0 ? { clientIds: [...given] } : {}),
  });
}

function settingLines({ enabled, clientIds, drafts }: ProgramSetting): string[] {
  if (!enabled) return ["Apps and AI assistants can't read anything: access is switched off."];
  if (clientIds.length === 0)
    return [
      "Access is on, but no clients are chosen, so apps and AI assistants can't read anything. Choose clients with --client or --all-clients. If Tieout has no clients yet, add one first.",
    ];
  return [
    `Apps and AI assistants can read ${counted(clientIds.length, "client")}${drafts ? ", and draft ledger updates for a person to review" : ""}. They can never send anything to a ledger.`,
    ...clientIds,
  ];
}

/** A choice of clients takes the place of the earlier one: who was left out is named. */
function replacedLines(before: readonly string[], { enabled, clientIds }: ProgramSetting): string[] {
  const dropped = before.filter((clientId) => !clientIds.includes(clientId));
  return enabled && dropped.length > 0 ? [`This replaces the earlier choice. No longer included: ${dropped.join(", ")}.`] : [];
}
