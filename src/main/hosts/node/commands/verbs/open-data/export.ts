import { resolve } from "node:path";
import { whyNotWritten } from "#main/files/named-file.ts";
import { writeWhole } from "#main/files/write-whole.ts";
import { systemClock } from "#main/hosts/node/clock.ts";
import { TABLES } from "#main/pack/tables/tables.ts";
import { TABLE_FORMATS, type TableFormat, writeTable } from "#main/pack/tables/write-table.ts";
import { exportFormat } from "#shared/contract/reports/open-data.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { counted } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { must, refused, reply } from "../../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, listOption, textOption } from "../../command.ts";
import { ListingStopped, recordPages } from "../../record-pages.ts";
import { oneOf } from "../../report-options.ts";

const INSTEAD = "Use --to for readable views, or --what and --out for one table of records.";

export const exportTable: Command = {
  noun: "export",
  verb: "",
  summary: "Export a client's data: readable views with --to, or one table of records with --what and --out",
  asks: ["records.list", "data.export"],
  options: { client: "text", format: "text", view: "list", to: "text", what: "text", out: "text" },
  required: ["client", "format"],
  help: {
    format: `${TABLE_FORMATS.join(", ")}. With --to also ${exportFormat.options.filter((format) => !isTableFormat(format)).join(", ")}`,
    view: "Readable view, as shown by “view list”; may be repeated. The default is all views",
    to: "Folder to save in. For a workbook, a journal or a single view, you can name a file instead",
    what: `Table of records to export instead of views: ${Object.keys(TABLES).join(", ")}. Needs --out`,
    out: "File for the table of records",
  },
  run: async (run) => (textOption(run.options, "to") === undefined ? exportRecords(run) : exportViews(run)),
};

/** Views and journals: written by the core. */
async function exportViews(run: CommandRun): Promise<ExitStatus> {
  const { options, output } = run;
  const format = oneOf(options, "format", exportFormat.options);
  if (!format.ok) return refused(run, format.failure);
  const both = ["what", "out"].find((name) => options[name] !== undefined);
  if (both !== undefined)
    return refused(run, {
      code: "usage",
      message: `--${both} can't be combined with --to.`,
      field: both,
      next: INSTEAD,
    });
  const views = listOption(options, "view");
  const exported = await reply(run, "data.export", {
    clientId: must(options, "client"),
    format: format.value,
    views: [...views],
    to: resolve(must(options, "to")),
  });
  if (!exported.ok) return refused(run, exported.failure);
  output.result(
    exported.value,
    exported.value.files.map(({ path, rows }) => `Exported ${counted(rows, "row")} to ${path}.`),
  );
  return EXIT.done;
}

/** A table of records, read page by page through the door. */
async function exportRecords(run: CommandRun): Promise<ExitStatus> {
  const missing = ["what", "out"].find((name) => textOption(run.options, name) === undefined);
  if (missing !== undefined)
    return refused(run, {
      code: "usage",
      message: `--${missing} is missing.`,
      field: missing,
      next: INSTEAD,
    });
  const { options, output, signal } = run;
  const what = textOption(options, "what") as string;
  const format = textOption(options, "format") as string;
  const table = Object.hasOwn(TABLES, what) ? TABLES[what] : undefined;
  if (table === undefined) {
    output.failure({
      code: "invalid_input",
      message: `There is no table named ${what}.`,
      field: "what",
      next: `Choose one of ${Object.keys(TABLES).join(", ")}.`,
    });
    return EXIT.usage;
  }
  if (!isTableFormat(format)) {
    output.failure({
      code: "invalid_input",
      message: `A table of records can't be exported as ${format}.`,
      field: "format",
      next: `Choose one of ${TABLE_FORMATS.join(", ")}.`,
    });
    return EXIT.usage;
  }
  // List before creating the file, so that a wrong client leaves none behind.
  const first = await reply(run, "records.list", { clientId: textOption(options, "client") as string, kind: table.kind });
  if (!first.ok) return refused(run, first.failure);
  const records = () => recordPages(run, table.kind);
  const out = textOption(options, "out") as string;
  const day = localDay(systemClock.nowMs());
  try {
    const rows = await writeWhole(out, (write) => {
      const unlessStopped = async (piece: string | Uint8Array) => {
        if (signal.aborted) throw new Error(t("the export was canceled"));
        await write(piece);
      };
      return writeTable(unlessStopped, format, { name: what, table, records, day });
    });
    output.result({ path: out, rows }, [`Exported ${counted(rows, "row")} to ${out}.`]);
    return EXIT.done;
  } catch (error) {
    if (error instanceof ListingStopped) throw error;
    output.failure({ code: "storage", message: `Can't write ${out}: ${whyNotWritten(error)}.`, field: "out" });
    return EXIT.failed;
  }
}

function isTableFormat(format: string): format is TableFormat {
  return (TABLE_FORMATS as readonly string[]).includes(format);
}
