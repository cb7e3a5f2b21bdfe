import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { listRecords } from "#main/api/listing.ts";
import { csvHeader, csvLine } from "#main/pack/csv.ts";
import { type Row, TABLES } from "#main/pack/tables.ts";
import { type Command, EXIT, exitOf, textOption } from "./command.ts";

export const exportTable: Command = {
  noun: "export",
  verb: "",
  summary: `writes a table of a client to a file: ${Object.keys(TABLES).join(", ")}`,
  options: { client: "text", what: "text", format: "text", out: "text" },
  required: ["client", "what", "format", "out"],
  run: async ({ context, options, output, signal }) => {
    const what = textOption(options, "what") as string;
    const format = textOption(options, "format") as string;
    const table = Object.hasOwn(TABLES, what) ? TABLES[what] : undefined;
    if (table === undefined) {
      output.failure({
        code: "invalid_input",
        message: `--what: there is no table ${what}.`,
        field: "what",
        next: `Choose one of ${Object.keys(TABLES).join(", ")}.`,
      });
      return EXIT.usage;
    }
    if (format !== "csv" && format !== "ndjson") {
      output.failure({
        code: "invalid_input",
        message: `--format: ${format} is not offered.`,
        field: "format",
        next: "Choose csv or ndjson.",
      });
      return EXIT.usage;
    }
    const listed = await listRecords(context, textOption(options, "client") as string, table.kind);
    if (!listed.ok) {
      output.failure(listed.failure);
      return exitOf(listed.failure);
    }
    const out = textOption(options, "out") as string;
    try {
      const rows = await writeWhole(out, signal, async function* () {
        if (format === "csv") yield { text: csvHeader(table.columns), rows: 0 };
        for await (const records of listed.value) {
          const flat = records.flatMap((record) => table.rows?.(record as Row) ?? [record as Row]);
          yield {
            text: flat.map((row) => (format === "csv" ? csvLine(table.columns, row) : `${JSON.stringify(row)}\n`)).join(""),
            rows: flat.length,
          };
        }
      });
      output.result({ path: out, rows }, [`${rows} rows written to ${out}.`]);
      return EXIT.done;
    } catch (error) {
      output.failure({ code: "storage", message: `${out} can not be written: ${(error as Error).message}.`, field: "out" });
      return EXIT.failed;
    }
  },
};

/** Writes beside the target, syncs and renames: a reader sees the old file or the whole new one. */
async function writeWhole(
  path: string,
  signal: AbortSignal,
  chunks: () => AsyncGenerator<{ readonly text: string; readonly rows: number }>,
): Promise<number> {
  const temporary = `${path}.part`;
  try {
    const stream = createWriteStream(temporary, { mode: 0o600 });
    await once(stream, "open");
    let rows = 0;
    for await (const chunk of chunks()) {
      if (signal.aborted) throw new Error("it was cancelled");
      rows += chunk.rows;
      if (!stream.write(chunk.text)) await once(stream, "drain");
    }
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
