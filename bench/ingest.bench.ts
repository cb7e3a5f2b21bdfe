import { gunzipSync } from "node:zlib";
import { adapterA } from "#main/ledgers/a/index.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import { alternate, scaled, type Trial } from "./support/alternate.ts";
import type { Line, Spread } from "./support/figure.ts";
import { ledgerAPages, type Pages } from "./support/ledger-a-pages.ts";
import { type BenchMirror, backfill, closeMirror, INVOICES, inScratch, type MirrorOptions, NOW_MS, openMirror } from "./support/mirror.ts";
import { readyRows } from "./support/ready-rows.ts";
import { stopwatchMs } from "./support/stopwatch.ts";
import { deserialiseWithSdk } from "./support/vendor-sdk.ts";

/** P1 and P2: a first read compared with the minimum work of any program, and with the vendor's SDK. */
export async function runIngestBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  const pages = ledgerAPages(documents);
  const taken = await inScratch(async (home) => {
    const made = openMirror(home, "ready");
    backfill(made, pages);
    const ms = await alternate(rounds, {
      limit: () => limitTrial(home, made, pages),
      withRaw: () => backfillTrial(home, pages, {}),
      withoutRaw: () => backfillTrial(home, pages, { keepsRaw: false }),
      sdk: () => ({ run: () => pages.forEach(readWithSdk) }),
    });
    closeMirror(made);
    return ms;
  });
  const alone = await normaliseAlone(pages.slice(0, 5), rounds);
  const perDocument = (ms: Spread) => scaled(ms, 1_000 / documents);
  const [limit, withRaw, withoutRaw, sdk] = [taken.limit, taken.withRaw, taken.withoutRaw, taken.sdk].map(perDocument) as [
    Spread,
    Spread,
    Spread,
    Spread,
  ];
  return [
    {
      id: "P1",
      what: "first read, raw dropped / limit: gunzip, parse, insert ready rows",
      ours: withoutRaw,
      baseline: limit,
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 0.75 }],
    },
    {
      id: "P1",
      what: "first read, raw kept (the product) / the same limit",
      ours: withRaw,
      baseline: limit,
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 0.6 }],
    },
    {
      id: "P2",
      what: "first read, stored with raw / SDK: parse and deserialise, not stored",
      ours: withRaw,
      baseline: sdk,
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 1.2 }],
    },
    {
      id: "P2",
      what: "normalise alone / SDK: deserialise alone",
      ours: scaled(alone.ours, 1 / 5),
      baseline: scaled(alone.sdk, 1 / 5),
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 10 }],
    },
  ];
}

let clients = 0;

function backfillTrial(home: string, pages: Pages, options: MirrorOptions): Trial {
  const mirror = openMirror(home, `client-${++clients}`, options);
  return {
    run: () => backfill(mirror, pages),
    stop: () => closeMirror(mirror),
  };
}

/** The minimum work: writing rows that are already prepared. Preparing them isn't timed. */
function limitTrial(home: string, made: BenchMirror, pages: Pages): Trial {
  const mirror = openMirror(home, `client-${++clients}`);
  // The baseline has no page checksums, so SQLite checkpoints the log automatically.
  mirror.db.pragma("wal_autocheckpoint = 1000");
  const ready = readyRows(made.db, mirror.db, INVOICES);
  let ms = 0;
  const timed = (work: () => void) => {
    const began = stopwatchMs();
    work();
    ms += stopwatchMs() - began;
  };
  const run = () => {
    for (const page of pages) {
      const write = ready.nextPage();
      timed(() => {
        JSON.parse(gunzipSync(page).toString());
        write();
      });
    }
    timed(() => ensureReadIndexes(mirror.db));
  };
  return { run, took: () => ms, stop: () => closeMirror(mirror) };
}

function readWithSdk(page: Uint8Array): void {
  deserialiseWithSdk(JSON.parse(gunzipSync(page).toString()));
}

/** Mapping compared with deserializing, both from parsed values. Milliseconds for all of them. */
async function normaliseAlone(pages: Pages, rounds: number) {
  return inScratch(async (home) => {
    const mirror = openMirror(home, "alone");
    const context = mirror.lookups.context(mirror.setup, mirror.setup.discovery, NOW_MS);
    const stream = adapterA.streams(context).find(({ name }) => name === INVOICES);
    const texts = pages.map((page) => gunzipSync(page).toString());
    const exact = texts.flatMap((text) => (parseExactJson(text) as { Invoices: never[] }).Invoices);
    const parsed = texts.map((text) => JSON.parse(text));
    const mapAll = () => {
      for (const record of exact) stream?.map(context, record);
    };
    const deserialiseAll = () => {
      for (const page of parsed) deserialiseWithSdk(page);
    };
    const ms = await alternate(rounds, { ours: () => ({ run: mapAll }), sdk: () => ({ run: deserialiseAll }) });
    closeMirror(mirror);
    return ms;
  });
}
