import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Line, spreadOf } from "./support/figure.ts";
import { ledgerAPages } from "./support/ledger-a-pages.ts";

const CHILD = join(import.meta.dirname, "support", "backfill-process.ts");
const ROUNDS = 3;

/** P19: peak memory of a process that makes a first read, threads included, against one that fetches without a bound. */
export async function runMemoryBench({ documents }: { readonly documents: number }): Promise<Line[]> {
  ledgerAPages(documents);
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
      // The writers have a young generation of 64 MB: the larger of the two goals.
      goals: [{ of: "ours", sense: "≤", value: 400 }],
    },
  ];
}

function peakMb(documents: number, mode: "bounded" | "unbounded"): number {
  const said = execFileSync(process.execPath, [CHILD, String(documents), mode], { encoding: "utf8" });
  return Number(said) / 1024;
}
