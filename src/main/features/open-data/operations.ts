import { z } from "zod";
import { findClient } from "#main/operations/client-source.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { describedViews } from "#main/store/views/described-views.ts";
import { clientId, diskPath, shortId } from "#shared/contract/fields.ts";
import { exportedFile, exportFormat, sqlRows, viewAbout } from "#shared/contract/reports/open-data.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { fail, ok } from "#shared/kernel/result.ts";

const ROWS_MAX = 100_000;
const SECONDS_MAX = 600;

const listViews = query("data.views", {
  summary: "List the readable views of a client's data, or the columns of one view",
  input: z.object({ clientId, view: shortId.optional().describe("Name of a view") }),
  output: z.array(viewAbout),
  runs: "reader",
  perform: ({ mirror }, { view }) => {
    const views = describedViews(mirror.db);
    const found = views.filter(({ name }) => view === undefined || name === view);
    if (found.length > 0) return ok(found);
    const next = `Choose one of: ${views.map(({ name }) => name).join(", ")}.`;
    return fail({ code: "not_found", message: `There is no view named ${view}.`, field: "view", next });
  },
  command: {
    verb: "view list",
    table: {
      rows: (views) => (views.length > 1 ? views : (views[0]?.columns ?? [])),
      columns: [left("name", 24, (row) => row.name), left("kind", 8, (row) => row.kind), left("contents", 110, (row) => row.about)],
    },
  },
});

/** A client's data for other programs: the readable views, asked in SQL. */
export const openDataOperations = [
  listViews,

  // It writes files where the person says and changes nothing of the client.
  command("data.export", {
    summary: "Export readable views of a client's data, or its postings as a journal for plain-text accounting (hledger or beancount)",
    input: z.object({
      clientId,
      format: exportFormat,
      views: z.array(shortId).max(100).optional().describe("Names of views; all views by default"),
      to: diskPath.describe("Folder to save in. For a workbook, a journal or a single view, you can name a file instead"),
    }),
    output: z.object({ files: z.array(exportedFile) }),
    runs: "core",
    allowed: "viewer",
    perform: async (context, { clientId: client, format, views = [], to }, _prepared, { signal }) => {
      for (const view of views.length === 0 ? [undefined] : views) {
        const known = await context.ask(listViews, { clientId: client, view });
        if (!known.ok) return known;
      }
      const found = await findClient(context, client);
      if (!found.ok) return found;
      const making = context.uuid();
      const day = localDay(context.clock.nowMs());
      const stop = () => void context.pool.perform("packMaking.abandon", { making });
      signal?.addEventListener("abort", stop, { once: true });
      const order = { clientId: client, clientName: found.value.name, format, views, to, day };
      const exported = await context.pool.perform("packMaking.views", { clientId: client, making, order });
      signal?.removeEventListener("abort", stop);
      if (!exported.ok) return exported;
      return exported.value.ok ? ok({ files: exported.value.value }) : exported.value;
    },
  }),

  query("data.sql", {
    summary: "Run a SELECT query on the readable views of a client's data",
    input: z.object({
      clientId,
      query: z
        .string()
        .trim()
        .min(1)
        .max(20_000)
        .describe("One SELECT query on the readable views. The tool data_views lists the views and their columns"),
      limit: z.number().int().min(1).max(ROWS_MAX).default(1000).describe("Maximum rows to return (default 1000)"),
      seconds: z.number().int().min(1).max(SECONDS_MAX).default(30).describe("Stop after this many seconds (default 30)"),
    }),
    output: sqlRows,
    runs: "core",
    perform: async (context, { clientId: client, query: sql, limit, seconds }, _prepared, { signal }) => {
      const { askSql, about } = context;
      if (askSql === undefined || about === undefined)
        return fail({ code: "not_supported", message: "SQL isn't available here.", next: "Use “tieout sql” on the command line." });
      // Through the door of the file: an unknown, unread or damaged client is refused as everywhere.
      const known = await context.ask(listViews, { clientId: client });
      if (!known.ok) return known;
      return askSql({ path: clientFilePath(about.dataFolder, client), sql, rowsMax: limit, secondsMax: seconds }, signal);
    },
  }),
] as const;
