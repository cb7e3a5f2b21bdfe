import { refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, textOption } from "../command.ts";

const connectionDisconnect: Command = {
  noun: "connection",
  verb: "disconnect",
  summary: "Disconnect a client: if possible, revoke Tieout's access at the ledger and delete the client's tokens. The local copy is kept",
  asks: ["connections.disconnect"],
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => end(run, false),
};

const connectionRemove: Command = {
  noun: "connection",
  verb: "remove",
  summary: "Disconnect a client, and remove its connection from Tieout too. The local copy is kept",
  asks: ["connections.disconnect"],
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => end(run, true),
};

async function end(run: CommandRun, forget: boolean): Promise<ExitStatus> {
  const ended = await reply(run, "connections.disconnect", { clientId: textOption(run.options, "client") as string, forget });
  if (!ended.ok) return refused(run, ended.failure);
  const { revoked, words } = ended.value;
  run.output.result({ revoked, mirror: "kept", connection: forget ? "removed" : "ended" }, words);
  return revoked === "unreachable" ? EXIT.partly : EXIT.done;
}

export const signInCommands: readonly Command[] = [connectionDisconnect, connectionRemove];
