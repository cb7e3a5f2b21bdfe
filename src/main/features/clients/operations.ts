import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { assignClients } from "#main/store/clients/insight-book.ts";
import { listFindings } from "#main/store/exceptions/findings.ts";
import { assignedRole, insightRow } from "#shared/contract/clients/client-insights.ts";
import { clientRow, findingRow } from "#shared/contract/clients/clients.ts";
import { clientId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { dashboardRows, oldestReading } from "./dashboard.ts";

/** The clients of the firm. */
export const clientOperations = [
  query("clients.list", {
    summary: "List every client, starting with those that need attention",
    input: z.object({}),
    output: z.object({ rows: z.array(clientRow), asOf: instantString.nullable() }),
    runs: "core",
    perform: async (context) => {
      const rows = await dashboardRows(context);
      rows.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name));
      return ok({ rows, asOf: oldestReading(rows) });
    },
  }),

  command("clients.add", {
    summary: "Add a client",
    input: z.object({ name: z.string().trim().min(1, "enter a name").describe("Name") }),
    output: z.object({ clientId: z.string() }),
    runs: "core",
    perform: async ({ pool, clock, uuid, publish }, { name }) => {
      const added = { clientId: uuid(), name, demo: false, nowMs: clock.nowMs() };
      if (!(await pool.must("firm.addClient", added)).added)
        return fail({
          code: "already_exists",
          message: `There is already a client named ${name}.`,
          field: "name",
          next: "Choose another name.",
        });
      publish("clients.changed", { clientIds: [added.clientId] });
      return ok({ clientId: added.clientId });
    },
    command: { verb: "client add", lines: ({ clientId: id }) => [`Added. The client ID is ${id}.`] },
  }),

  query("clients.findings", {
    summary: "List a client's current exceptions",
    input: z.object({ clientId }),
    output: z.array(findingRow),
    runs: "reader",
    unread: [],
    perform: ({ mirror }) => ok(listFindings(mirror)),
  }),

  // Those of `refresh` (the rows in sight) that aren't kept yet or are out of date are worked out afterwards, one after
  // the other: `insights.changed` tells.
  query("clients.insights", {
    summary: "List every client's dashboard figures",
    input: z.object({ refresh: z.array(clientId).max(1_000).default([]) }),
    output: z.object({ rows: z.array(insightRow), today: calendarDateString, waiting: z.number().int() }),
    runs: "core",
    perform: async ({ insights }, { refresh }) => ok(await insights.list(refresh)),
  }),

  // `before` is what an undo gives back.
  command("clients.assign", {
    summary: "Assign clients to a preparer or reviewer, or remove the assignment",
    input: z.object({ clientIds: z.array(clientId).min(1).max(1_000), role: assignedRole, person: z.string().max(60).nullable() }),
    output: z.object({ before: z.array(z.object({ clientId: z.string(), person: z.string().nullable() })) }),
    runs: "firmWriter",
    prepare: async ({ people }, { person }) => {
      if (person === null) return ok(null);
      const found = (await people.list()).find(({ name, active }) => active && name.toLowerCase() === person.toLowerCase());
      return found === undefined
        ? fail({
            code: "not_found",
            message: `There is no active person named ${person}.`,
            field: "person",
            next: "Check the list of people for the exact name.",
          })
        : ok(found.name);
    },
    perform: ({ firm, person, nowMs }, { clientIds, role }, assignee) =>
      ok({ before: assignClients(firm, { clientIds, role, assignee, person, nowMs }) }),
    after: async ({ publish }, { clientIds }) => publish("clients.changed", { clientIds }),
  }),
] as const;
