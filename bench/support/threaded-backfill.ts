import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflate } from "#main/hosts/node/inflate.ts";
import { spawnThreads } from "#main/hosts/node/threads.ts";
import type { SpawnThread } from "#main/ports/index.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { EMPTY_PAGE } from "./ledger-a-pages.ts";
import { answer, clientSetup, INVOICES, lists, NOW_MS } from "./mirror.ts";

const SOURCE = join(import.meta.dirname, "..", "..", "src", "main", "client-worker.ts");

/** The app's own threads on a data folder. */
export function benchThreads(home: string, entry = SOURCE): SpawnThread {
  return spawnThreads(pathToFileURL(entry), home);
}

/**
 * A client's first read through the threads, as the sync engine drives it: one answer on its way at
 * a time, its bytes handed over and not copied.
 * @param unzippedAhead how many bodies are unzipped before they are needed
 */
export async function readAll(pool: WorkerPool, clientId: string, pages: Iterable<Uint8Array>, unzippedAhead = 1): Promise<void> {
  const setup = clientSetup(clientId);
  await pool.must("client.setup", setup);
  for (const { stream, body } of lists) await readStream(pool, clientId, stream, [ownBuffer(body)]);
  await readStream(pool, clientId, INVOICES, bodies(pages, unzippedAhead));
  await pool.must("client.settle", { ...setup, firstRead: true, nowMs: NOW_MS });
}

type Answers = Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>;

async function readStream(pool: WorkerPool, clientId: string, stream: string, answers: Answers): Promise<void> {
  const { system, tenantId } = clientSetup(clientId);
  const at = { clientId, system, tenantId, stream };
  await pool.must("pass.begin", { ...at, kind: "backfill" });
  let [asked] = (await pool.must("pass.ask", { ...at, nowMs: NOW_MS })).requests;
  let committed: Promise<unknown> = Promise.resolve();
  for await (const body of answers) {
    await committed;
    if (asked === undefined) throw new Error("a request was expected");
    const done = await pool.perform("pass.answer", { ...at, no: asked.no, response: answer(body), nowMs: NOW_MS }, [body.buffer]);
    if (!done.ok) throw new Error(done.failure.message);
    [asked] = done.value.requests;
    committed = pool.must("pass.commit", { ...at, nowMs: NOW_MS });
  }
  await committed;
}

/** Bodies unzipped as the app's own HTTP host does it, at most so many ahead. */
async function* bodies(pages: Iterable<Uint8Array>, ahead: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const ready: Uint8Array<ArrayBuffer>[] = [];
  for (const page of pages) {
    ready.push(await inflate(page, "gzip"));
    if (ready.length >= ahead) yield ready.shift() as Uint8Array<ArrayBuffer>;
  }
  ready.push(await inflate(EMPTY_PAGE, "gzip"));
  yield* ready;
}

function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const own = new Uint8Array(bytes.length);
  own.set(bytes);
  return own;
}
