import { z } from "zod";
import { operations } from "#main/operations/collection.ts";
import type { Operation } from "#main/operations/operation.ts";
import type { ProgramAnswer, ProgramSetting, ProgramTool } from "#shared/contract/app/programs.ts";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Caller, Router } from "./door.ts";
import type { NoteProgramRead, ProgramQuestion, Programs } from "./programs.ts";

const ASKED_CHARS_MAX = 2_000;
const RECORD_IDS_MAX = 200;
/** The one operation that writes: a job that waits in the queue for a person. */
const DRAFT = "writes.submit";
const SQL = "data.sql";
const CLIENTS: ProgramTool = {
  name: "clients",
  operation: "clients.list",
  about: "List the clients that apps and AI assistants can read, with their IDs",
  input: { type: "object", properties: {} },
  writes: false,
};

/** Another program's way in: it reaches the router as a person does, for what the setting allows and nothing else. */
export class ProgramDoor implements Programs {
  readonly #route: () => Router;

  constructor(route: () => Router) {
    this.#route = route;
  }

  /** Everything that may be asked for; a failure while it is switched off. */
  async tools(): Promise<Result<ProgramTool[], Failure>> {
    const setting = await this.#setting();
    return setting.ok ? ok([CLIENTS, ...toolsFor(setting.value)]) : setting;
  }

  /** Answers, with the source, after the question was put on record. */
  async ask(
    { program, tool: name, input }: ProgramQuestion,
    note: NoteProgramRead,
    caller: Caller,
  ): Promise<Result<ProgramAnswer, Failure>> {
    const setting = await this.#setting();
    if (!setting.ok) return setting;
    if (name === CLIENTS.name) return this.#chosen(setting.value);
    const found = toolsFor(setting.value).find((tool) => tool.name === name);
    if (found === undefined)
      return fail({
        code: "not_found",
        message: `There is no tool ${name.slice(0, 80)}.`,
        field: "tool",
        next: "List the tools to see their names.",
      });
    const { clientId } = input as { readonly clientId?: unknown };
    if (typeof clientId !== "string" || !setting.value.clientIds.includes(clientId)) return fail(notChosen(clientId));
    const client = await this.#client(clientId);
    if (!client.ok) return client;
    const { operation, about, writes } = found;
    const noted = await note({
      clientId,
      program,
      operation,
      about,
      asked: JSON.stringify(input).slice(0, ASKED_CHARS_MAX).toWellFormed(),
    });
    if (!noted.ok) return noted;
    const reply = await this.#route()(operation, writes ? { clientId, operations: input.operations, draft: true } : input, caller);
    return reply.ok ? ok({ answer: reply.value, source: sourceOf(client.value, about, reply.value) }) : fail(reply.failure);
  }

  async #setting(): Promise<Result<ProgramSetting, Failure>> {
    const reply = (await this.#route()("programs.show", {})) as Result<ProgramSetting, Failure>;
    if (!reply.ok || reply.value.enabled) return reply;
    return fail({
      code: "not_allowed",
      message: "Apps and AI assistants can't read this firm's data: access is switched off.",
      next: "An administrator can switch it on under Settings › Apps and AI assistants, or with tieout mcp --enable --client ID.",
    });
  }

  /** The clients that were chosen, by name; of their books it tells nothing else. */
  async #chosen({ clientIds }: ProgramSetting): Promise<Result<ProgramAnswer, Failure>> {
    const reply = await this.#rows();
    if (!reply.ok) return reply;
    const rows = reply.value.filter(({ clientId }) => clientIds.includes(clientId));
    const answer = rows.map(({ clientId, name, ledger, organisation, baseCurrency, asOf }) => {
      return { clientId, name, ledger, organisation, baseCurrency, asOf };
    });
    const nobody = { client: null, ledger: null, organisation: null, baseCurrency: null, asOf: null };
    return ok({ answer, source: { ...nobody, report: CLIENTS.about, recordIds: [], moreRecordIds: false } });
  }

  async #rows(): Promise<Result<readonly ClientRow[], Failure>> {
    const reply = (await this.#route()("clients.list", {})) as Result<{ readonly rows: readonly ClientRow[] }, Failure>;
    return reply.ok ? ok(reply.value.rows) : reply;
  }

  async #client(clientId: string): Promise<Result<ClientRow, Failure>> {
    const reply = await this.#rows();
    if (!reply.ok) return reply;
    const row = reply.value.find((client) => client.clientId === clientId);
    return row === undefined ? fail({ code: "not_found", message: `No client has the ID ${clientId}.`, field: "clientId" }) : ok(row);
  }
}

/** Every question about one client that viewers may ask and that its file answers; a draft where the setting allows it. */
function toolsFor({ drafts }: ProgramSetting): ProgramTool[] {
  return (operations as readonly Operation[]).flatMap((operation) => {
    const isRead = operation.kind === "query" && operation.allowed === "viewer" && (operation.runs === "reader" || operation.name === SQL);
    const isDraft = drafts && operation.name === DRAFT;
    if (!isRead && !isDraft) return [];
    const { $schema: _dialect, ...schema } = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as {
      readonly $schema?: string;
      readonly properties?: Record<string, unknown>;
      readonly required?: string[];
    };
    if (schema.required?.includes("clientId") !== true) return [];
    // A draft is a new one each time: an id of somebody else's action would name theirs.
    const { draft: _draft, actionId: _action, ...properties } = schema.properties ?? {};
    return [
      {
        name: operation.name.replaceAll(".", "_"),
        operation: operation.name,
        about: isDraft ? "Draft a ledger update for a person to review; nothing is sent" : operation.summary,
        input: { ...schema, type: "object", properties },
        writes: isDraft,
      },
    ];
  });
}

function notChosen(clientId: unknown): Failure {
  if (typeof clientId !== "string")
    return {
      code: "invalid_input",
      message: "clientId must be the ID of a client.",
      field: "clientId",
      next: 'Use an ID that the tool "clients" lists.',
    };
  return {
    code: "not_allowed",
    message: `Apps and AI assistants aren't allowed to read client ${clientId.slice(0, 80)}.`,
    field: "clientId",
    next: 'The tool "clients" lists the clients that they can read; an administrator can add others under Settings › Apps and AI assistants.',
  };
}

function sourceOf(client: ClientRow, report: string, value: unknown): ProgramAnswer["source"] {
  const { clientId, name, ledger, organisation, baseCurrency, asOf } = client;
  const found = new Set<string>();
  collectIds(value, found);
  const recordIds = [...found].slice(0, RECORD_IDS_MAX);
  return {
    client: { clientId, name },
    ledger,
    organisation,
    baseCurrency,
    asOf,
    report,
    recordIds,
    moreRecordIds: found.size > RECORD_IDS_MAX,
  };
}

/** Ids of the ledger's records, such as `Bill:401`: type and id, wherever the answer names one. */
function collectIds(value: unknown, found: Set<string>): void {
  if (found.size > RECORD_IDS_MAX || typeof value !== "object" || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry === "string" && /^(?:id|\w+Id)$/.test(name) && /^[A-Za-z]\w{0,60}:\S{1,120}$/.test(entry)) found.add(entry);
    else collectIds(entry, found);
  }
}
