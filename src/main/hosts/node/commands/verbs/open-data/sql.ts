import { aligned } from "#main/hosts/node/output.ts";
import { csvHeader, csvLine } from "#main/pack/tables/csv.ts";
import type { SqlRows, SqlValue } from "#shared/contract/reports/open-data.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { must, refused, reply } from "../../ask.ts";
import { type Command, type CommandRun, EXIT, listOption, type OptionValues, textOption } from "../../command.ts";
import { oneOf } from "../../report-options.ts";

const FORMATS = ["table", "csv", "ndjson"] as const;
type Format = (typeof FORMATS)[number];

export const sql: Command = {
  noun: "sql",
  verb: "",
  summary: "Run a SELECT query on one or more clients' readable views",
  asks: ["data.sql", "clients.list"],
  options: { client: "list", "all-clients": "flag", format: "text", limit: "text", seconds: "text" },
  places: ["query"],
  required: [],
  help: {
    query: "The query, in quotation marks",
    client: "Client ID; may be repeated",
    "all-clients": "Query every client that has been synced",
    format: "table (the default), csv or ndjson. With --json the default is ndjson",
    limit: "Maximum rows per client (default 1000)",
    seconds: "Stop after this many seconds per client (default 30)",
  },
  run: async (run) => {
    const { options, output } = run;
    const format =
      textOption(options, "format") === undefined ? ok<Format>(output.json ? "ndjson" : "table") : oneOf(options, "format", FORMATS);
    if (!format.ok) return refused(run, format.failure);
    const bounds = boundsOf(options);
    if (!bounds.ok) return refused(run, bounds.failure);
    const clients = await clientsOf(run);
    if (!clients.ok) return refused(run, clients.failure);
    const show = printer(run, format.value);
    let rows = 0;
    const cut: string[] = [];
    for (const { clientId, name } of clients.value) {
      const answer = await reply(run, "data.sql", { clientId, query: must(options, "query"), ...bounds.value });
      if (!answer.ok) return refused(run, answer.failure);
      rows += answer.value.rows.length;
      if (answer.value.more) cut.push(name);
      show(clients.value.length > 1 ? named(clientId, answer.value) : answer.value);
    }
    if (format.value === "table") output.endRows(rows);
    if (cut.length > 0)
      output.progress(
        `More rows exist${clients.value.length > 1 ? ` for ${counted(cut.length, "client")}` : ""}. Raise --limit, or use “tieout export” for whole views.`,
      );
    return EXIT.done;
  },
};

interface Asked {
  readonly clientId: string;
  readonly name: string;
}

async function clientsOf(run: CommandRun): Promise<Result<readonly Asked[], Failure>> {
  const given = listOption(run.options, "client");
  if (run.options["all-clients"] !== true)
    return given.length === 0
      ? fail({ code: "usage", message: "--client is missing.", field: "client", next: "Add --client ID or --all-clients." })
      : ok(given.map((clientId) => ({ clientId, name: clientId })));
  const listed = await reply(run, "clients.list", {});
  // A client that was never read has nothing to answer with.
  return listed.ok ? ok(listed.value.rows.filter(({ asOf }) => asOf !== null)) : listed;
}

function boundsOf(options: OptionValues): Result<{ readonly limit?: number; readonly seconds?: number }, Failure> {
  const bounds: { limit?: number; seconds?: number } = {};
  for (const name of ["limit", "seconds"] as const) {
    const text = textOption(options, name);
    if (text === undefined) continue;
    if (!/^[1-9]\d{0,14}$/.test(text))
      return fail({ code: "invalid_input", message: `--${name} takes a whole number of at least 1.`, field: name });
    bounds[name] = Number(text);
  }
  return ok(bounds);
}

function named(clientId: string, { columns, rows, more }: SqlRows): SqlRows {
  return { columns: ["client", ...columns], rows: rows.map((row) => [clientId, ...row]), more };
}

/** Prints answers one after the other; headings are printed once. */
function printer({ output }: CommandRun, format: Format): (answer: SqlRows) => void {
  let isHeaded = false;
  return ({ columns, rows }) => {
    const names = unlike(columns);
    const cells = rows.map((row) => row.map(textOf));
    if (format === "table") {
      output.result(null, aligned([...(isHeaded ? [] : [[...columns, ""]]), ...cells.map((row) => [...row, ""])], columns.length + 1));
    } else if (format === "csv") {
      // Amounts are decimals and stay; any other text that a spreadsheet could run gets an apostrophe.
      const csv = columns.map((name, at) => ({ name, kind: "amount" as const, of: (row: readonly string[]) => row[at] }));
      output.text([...(isHeaded ? [] : [csvHeader(csv)]), ...cells.map((row) => csvLine(csv, row))].join("").trimEnd());
    } else {
      const lines = rows.map((row) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]]))));
      if (lines.length > 0) output.text(lines.join("\n"));
    }
    isHeaded = true;
  };
}

/** Column names that differ, as the fields of an object must. */
function unlike(columns: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return columns.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}_${times}`;
  });
}

function textOf(value: SqlValue): string {
  return value === null ? "" : String(value);
}
