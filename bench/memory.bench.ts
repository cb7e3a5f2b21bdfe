import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build } from "vite";
import { type Line, spreadOf } from "./support/figure.ts";
import { CACHE, folderOf, ledgerAPages } from "./support/ledger-a-pages.ts";

const BUILT = join(CACHE, "memory");
const ROUNDS = 3;

/** P19: peak memory of a process that makes a first read, threads included, against one that fetches without a bound. */
export async function runMemoryBench({ documents }: { readonly documents: number }): Promise<Line[]> {
  ledgerAPages(documents);
  await buildChild();
  const ours: number[] = [];
  const unbounded: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(peakMb(documents, "bounded"));
    unbounded.push(peakMb(documents, "unbounded"));
  }
  return [
    {
      id: "P19",
      what: "peak memory of a first read in a process of its own / every page in flight at once",
      ours: spreadOf(ours),
      baseline: spreadOf(unbounded),
      unit: "MB",
      ratio: "gain",
      goals: [{ of: "ours", sense: "≤", value: 350 }],
    },
  ];
}

function peakMb(documents: number, mode: "bounded" | "unbounded"): number {
  const [child, thread] = ["backfill-process.js", "client-worker.js"].map((name) => join(BUILT, name)) as [string, string];
  return Number(execFileSync(process.execPath, [child, String(documents), mode, thread, folderOf(documents)], { encoding: "utf8" })) / 1024;
}

/** As the app is shipped: a thread that strips types from its own sources holds 100 MB for that alone, and every new file adds to it. */
async function buildChild(): Promise<void> {
  const { dirname } = import.meta;
  const input = {
    "backfill-process": join(dirname, "support", "backfill-process.ts"),
    "client-worker": join(dirname, "..", "src", "main", "client-worker.ts"),
  };
  const rolldownOptions = { input, output: { format: "es", entryFileNames: "[name].js" } } as const;
  await build({
    configFile: false,
    logLevel: "error",
    build: { outDir: BUILT, emptyOutDir: true, ssr: true, target: "node24", rolldownOptions },
  });
}
