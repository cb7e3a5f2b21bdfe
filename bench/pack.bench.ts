import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { type Line, spreadOf } from "./support/figure.ts";
import { millionDocuments } from "./support/million-documents.ts";
import { inScratch } from "./support/mirror.ts";

const CHILD = join(import.meta.dirname, "support", "pack-process.ts");
const ROUNDS_MAX = 3;

/**
 * S4: the close pack of a client in a process of its own, with workbook, PDFs, extracts and hashes, in time
 * and in peak memory. The baseline writes the same CSVs alone, plain and unhashed.
 */
export async function runPackBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  return inScratch(async (home) => {
    const { db, reader } = millionDocuments(home, "packed", documents);
    // As a sync leaves the file.
    new PostingWriter(reader, { baseCurrency: "GBP", hasGlFeed: true }).catchUp();
    db.close();
    const taken = { pack: [] as { ms: number; mb: number }[], csv: [] as { ms: number; mb: number }[] };
    for (let round = 0; round < Math.min(rounds, ROUNDS_MAX); round++)
      for (const mode of ["pack", "csv"] as const) taken[mode].push(run(home, mode));
    const of = (mode: "pack" | "csv", figure: "ms" | "mb") => spreadOf(taken[mode].map((one) => one[figure]));
    const what = `close pack of a client with ${documents.toLocaleString("en-GB")} documents`;
    return [
      {
        ...{ id: "S4", what: `${what} / its CSVs alone`, unit: "ms", ratio: "share" },
        ...{ ours: of("pack", "ms"), baseline: of("csv", "ms"), goals: [{ of: "ratio", sense: "≤", value: 3 }] },
      },
      {
        ...{ id: "S4", what: `${what}, peak memory / its CSVs alone`, unit: "MB", ratio: "share" },
        ...{ ours: of("pack", "mb"), baseline: of("csv", "mb"), goals: [{ of: "ours", sense: "≤", value: 512 }] },
      },
    ];
  });
}

function run(home: string, mode: "pack" | "csv"): { readonly ms: number; readonly mb: number } {
  const [ms = 0, kib = 0] = execFileSync(process.execPath, [CHILD, home, "packed", mode], { encoding: "utf8" }).split(" ").map(Number);
  return { ms, mb: kib / 1024 };
}
