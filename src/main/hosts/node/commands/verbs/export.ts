import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { systemClock } from "#main/hosts/node/clock.ts";
import type { Write } from "#main/pack/archive/zip-writer.ts";
import { TABLES } from "#main/pack/tables/tables.ts";
import { TABLE_FORMATS, type TableFormat, writeTable } from "#main/pack/tables/write-table.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { counted } from "#shared/kernel/readable.ts";
import { refused, reply } from "../ask.ts";
import { type Command, EXIT, textOption } from "../command.ts";
import { ListingStopped, recordPages } from "../record-pages.ts";

export const exportTable: Command = {
  noun: "export",
  verb: "",
  summary: `Export a client's table to a file: ${Object.keys(TABLES).join(", ")}`,
  asks: ["records.list"],
  options: { client: "text", what: "text", format: "text", out: "text" },
  required: ["client", "what", "format", "out"],
  run: async (run) => {
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
        message: `There is no format named ${format}.`,
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
    const day = systemClock.now().slice(0, 10) as CalendarDate;
    try {
      const rows = await writeWhole(out, signal, (write) => writeTable(write, format, { name: what, table, records, day }));
      output.result({ path: out, rows }, [`Exported ${counted(rows, "row")} to ${out}.`]);
      return EXIT.done;
    } catch (error) {
      if (error instanceof ListingStopped) throw error;
      output.failure({ code: "storage", message: `Can't write ${out}: ${(error as Error).message}.`, field: "out" });
      return EXIT.failed;
    }
  },
};

function isTableFormat(format: string): format is TableFormat {
  return (TABLE_FORMATS as readonly string[]).includes(format);
}

/** Writes beside the target, syncs and renames: a reader sees the old file or the whole new one. */
async function writeWhole(path: string, signal: AbortSignal, produce: (write: Write) => Promise<number>): Promise<number> {
  const temporary = `${path}.part`;
  try {
    const stream = createWriteStream(temporary, { mode: 0o600 });
    await once(stream, "open");
    const rows = await produce(async (piece) => {
      if (signal.aborted) throw new Error("the export was canceled");
      if (!stream.write(piece)) await once(stream, "drain");
    });
    stream.end();
    await once(stream, "close");
    await syncPath(temporary);
    await rename(temporary, path);
    await syncPath(dirname(path));
    return rows;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
