import { parseArgs } from "node:util";
import { runAgingBench } from "./aging.bench.ts";
import { runDashboardBench } from "./dashboard.bench.ts";
import { runDayBench } from "./day.bench.ts";
import { runDeltaBench } from "./delta.bench.ts";
import { runDiskBench } from "./disk.bench.ts";
import { runDocumentsBench } from "./documents.bench.ts";
import { runDuplicatesBench } from "./duplicates.bench.ts";
import { runFirmBench } from "./firm.bench.ts";
import { runIngestBench } from "./ingest.bench.ts";
import { limiterLines } from "./limiter-lines.ts";
import { runMemoryBench } from "./memory.bench.ts";
import { runPackBench, runPackPartsBench } from "./pack.bench.ts";
import { runPeersBench } from "./peers.bench.ts";
import { runStallBench } from "./stall.bench.ts";
import { runStatementsBench } from "./statements.bench.ts";
import type { Line } from "./support/figure.ts";
import { countCpuTime } from "./support/stopwatch.ts";
import { tableOf, verdictOf } from "./support/table.ts";
import { runThreadsBench } from "./threads.bench.ts";
import { runWaitingBench } from "./waiting.bench.ts";
import { runWindowBench } from "./window.bench.ts";

interface Scale {
  readonly documents: number;
  readonly rounds: number;
}

const FIRM = ["F1", "F2", "F3"];
const groups: readonly { readonly ids: readonly string[]; readonly run: (scale: Scale) => Promise<Line[]> }[] = [
  { ids: ["P1", "P2"], run: runIngestBench },
  { ids: ["P3"], run: runPeersBench },
  { ids: ["P3", "P6"], run: runThreadsBench },
  { ids: ["P4", "P5"], run: runDeltaBench },
  { ids: ["P7", "P8"], run: limiterLines },
  { ids: ["P11"], run: runDashboardBench },
  { ids: ["P13"], run: runDocumentsBench },
  { ids: ["P19"], run: runMemoryBench },
  { ids: ["P20"], run: runDiskBench },
  { ids: ["W1"], run: runWaitingBench },
  { ids: ["P12"], run: runStatementsBench },
  { ids: ["S2"], run: runDuplicatesBench },
  { ids: ["P12"], run: runAgingBench },
  { ids: ["P15"], run: runPackPartsBench },
  { ids: ["S4"], run: runPackBench },
  { ids: ["S5"], run: runWindowBench },
  { ids: ["S6"], run: runStallBench },
  { ids: FIRM, run: runFirmBench },
];

/** Sixteen minutes and more: only when it is named. */
const LONG = { ids: ["S7"], run: runDayBench };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, cpu: { type: "boolean", default: false }, only: { type: "string" } },
});
const only = positionals[0] === "firm" ? FIRM : values.only?.split(",").map((id) => id.trim().toUpperCase());
const scale: Scale = values.quick ? { documents: 10_000, rounds: 5 } : { documents: 100_000, rounds: 5 };

if (values.cpu) countCpuTime();

const lines: Line[] = [];
for (const group of [...groups, LONG]) {
  if (only === undefined ? group === LONG : !group.ids.some((id) => only.includes(id))) continue;
  process.stderr.write(`measuring ${group.ids.join(", ")} …\n`);
  lines.push(...(await group.run(scale)));
}
const chosen = lines.filter(({ id }) => only === undefined || only.includes(id));
process.stdout.write(`${tableOf(chosen)}\n${verdictOf(chosen)}`);
