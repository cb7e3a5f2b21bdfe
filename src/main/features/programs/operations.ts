import { z } from "zod";
import { clientStep } from "#main/operations/client-work.ts";
import { command, query } from "#main/operations/operation.ts";
import { readProgramSetting, saveProgramSetting } from "#main/store/clients/program-access.ts";
import { noteProgramRead, type ProgramRead } from "#main/store/work/program-reads.ts";
import { programAnswer, programSetting, programTool } from "#shared/contract/app/programs.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";

/** Notes what another program asked, in the client's own file. */
export const noteRead = clientStep(
  "programs.noteRead",
  "writer",
  ({ mirror, person, nowMs }, { clientId: _client, ...read }: ProgramRead & { readonly clientId: string }) =>
    ok(noteProgramRead(mirror.db, read, person, nowMs)),
);
export const programSteps = [noteRead] as const;

/** What other programs may ask of the firm's data, such as an assistant over MCP. */
export const programOperations = [
  query("programs.show", {
    summary: "Show whether apps and AI assistants can read clients' data, and list the clients they can read",
    input: z.object({}),
    output: programSetting,
    runs: "firmReader",
    perform: ({ firm }) => ok(readProgramSetting(firm)),
  }),

  command("programs.set", {
    summary: "Choose whether apps and AI assistants can read clients' data, which clients, and whether they can draft ledger updates",
    input: z.object({
      enabled: z.boolean().optional(),
      clientIds: z.array(clientId).max(10_000).optional(),
      drafts: z.boolean().optional(),
    }),
    output: programSetting,
    runs: "firmWriter",
    allowed: "admin",
    perform: ({ firm, person, nowMs }, change) => {
      const { enabled, clientIds, drafts } = readProgramSetting(firm);
      const before = { enabled, clientIds, drafts };
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const setting = { ...before, ...given, changedBy: person, changedMs: nowMs, before };
      saveProgramSetting(firm, setting);
      return ok(setting);
    },
  }),

  command("programs.undo", {
    summary: "Undo the last change to the access of apps and AI assistants",
    input: z.object({}),
    output: programSetting,
    runs: "firmWriter",
    allowed: "admin",
    perform: ({ firm, person, nowMs }) => {
      const { before } = readProgramSetting(firm);
      if (before === null) return fail({ code: "not_found", message: "There is no change to undo." });
      const setting = { ...before, changedBy: person, changedMs: nowMs, before: null };
      saveProgramSetting(firm, setting);
      return ok(setting);
    },
  }),

  query("programs.tools", {
    summary: "List the tools that apps and AI assistants can use",
    input: z.object({}),
    output: z.array(programTool),
    runs: "core",
    perform: async ({ programs }) => programs.tools(),
  }),

  // It notes what was read, so it is no query; what it may do is in the setting and in the asked operation's own role.
  command("programs.ask", {
    summary: "Answer another program and name the source. Each request about a chosen client is recorded in that client's activity",
    input: z.object({
      program: z.string().min(1).max(200).describe("Name of the program"),
      tool: shortId.describe("Name of the tool that the program uses"),
      input: z.record(z.string(), z.unknown()),
    }),
    output: programAnswer,
    runs: "core",
    allowed: "viewer",
    perform: async ({ programs, perform }, question, _prepared, caller) =>
      programs.ask(question, (read) => perform(noteRead, read), caller),
  }),
] as const;
