import { WorkerPool } from "#main/workers/pool.ts";
import { storedPages } from "./ledger-a-pages.ts";
import { inScratch } from "./mirror.ts";
import { peakMemoryKib } from "./peak-memory.ts";
import { benchThreads, readAll } from "./threaded-backfill.ts";

/** Started by the memory bench: one first read as the app makes it; prints the peak memory in KiB. The threads' entry is built, as this is. */
const documents = Number(process.argv[2]);
const inFlight = process.argv[3] === "unbounded" ? Number.POSITIVE_INFINITY : 1;
const [entry, folder] = process.argv.slice(4) as [string, string];
await inScratch(async (home) => {
  const pool = new WorkerPool(benchThreads(home, entry), 1);
  await readAll(pool, "client-a", storedPages(folder, documents), inFlight);
  await pool.close();
});
process.stdout.write(String(peakMemoryKib()));
