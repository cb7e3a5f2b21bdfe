import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { type Line, spreadOf } from "./support/figure.ts";
import { millionDocuments } from "./support/million-documents.ts";
import { inScratch } from "./support/mirror.ts";
import { installPeers } from "./support/peers.ts";

const CHILD = join(import.meta.dirname, "support", "pack-process.ts");
const PARTS = join(import.meta.dirname, "support", "pack-parts.ts");
const LIBRARIES = ["exceljs@4.4.0", "csv-stringify@6.9.0", "archiver@7.0.1"];
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

/**
 * P15: the files of a pack of that many rows, made by its own writers and by the libraries that such files are usually made with,
 * each in a process of its own.
 */
export async function runPackPartsBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  const what = `workbook, CSV, report of 30 pages, hashes and ZIP of ${documents.toLocaleString("en-GB")} rows`;
  try {
    installPeers(LIBRARIES);
  } catch (error) {
    return [{ id: "P15", what, reason: `the libraries can't be installed: ${error instanceof Error ? error.message : String(error)}` }];
  }
  return inScratch((home) => {
    const taken = { ours: [] as { ms: number; cpu: number }[], peers: [] as { ms: number; cpu: number }[] };
    for (let round = 0; round < Math.min(rounds, ROUNDS_MAX); round++)
      for (const mode of ["ours", "peers"] as const) {
        const folder = join(home, `${mode}-${round}`);
        const [ms = 0, cpu = 0] = execFileSync(process.execPath, [PARTS, folder, mode, String(documents)], { encoding: "utf8" })
          .split(" ")
          .map(Number);
        taken[mode].push({ ms, cpu });
      }
    const of = (mode: "ours" | "peers", figure: "ms" | "cpu") => spreadOf(taken[mode].map((one) => one[figure]));
    const base = { id: "P15", unit: "ms", ratio: "gain" } as const;
    return [
      {
        ...{ ...base, what: `${what} / exceljs, csv-stringify, Chromium and archiver` },
        ...{ ours: of("ours", "ms"), baseline: of("peers", "ms") },
        goals: [
          { of: "ours", sense: "≤", value: 2_000 },
          { of: "ratio", sense: "≥", value: 3.5 },
        ],
      },
      {
        ...{ ...base, what: "the same in CPU time of the process, without Chromium's own" },
        ...{ ours: of("ours", "cpu"), baseline: of("peers", "cpu"), goals: [] },
      },
    ];
  });
}

function run(home: string, mode: "pack" | "csv"): { readonly ms: number; readonly mb: number } {
  const [ms = 0, kib = 0] = execFileSync(process.execPath, [CHILD, home, "packed", mode], { encoding: "utf8" }).split(" ").map(Number);
  return { ms, mb: kib / 1024 };
}
