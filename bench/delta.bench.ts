import { alternate, type Side, scaled } from "./support/alternate.ts";
import type { Line, Spread } from "./support/figure.ts";
import { ledgerAPages, PAGE_SIZE, type Variant } from "./support/ledger-a-pages.ts";
import { type BenchMirror, backfill, closeMirror, inScratch, openMirror, readDelta, unzipped } from "./support/mirror.ts";

// A change costs many times what an unchanged record does: a tenth of the pages says it as well.
const CHANGED_SHARE = 10;

/** P4 and P5: reading everything again when nothing, one record in a hundred, or every record was edited. */
export async function runDeltaBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  const taken = await inScratch(async (home) => {
    const mirror = openMirror(home, "delta");
    backfill(mirror, ledgerAPages(documents));
    const bodies = (variant: Variant) => [...unzipped(ledgerAPages(documents, variant))];
    const original = bodies("original");
    const few = (variant: Variant) => [...unzipped(ledgerAPages(documents, variant).slice(0, documents / PAGE_SIZE / CHANGED_SHARE))];
    const ms = await alternate(rounds, {
      parse: () => ({ run: () => parseAll(original) }),
      unchanged: () => ({ run: () => readDelta(mirror, original) }),
      onePercent: editAndBack(mirror, bodies("onePercent"), original),
      changed: editAndBack(mirror, few("changed"), few("original")),
    });
    closeMirror(mirror);
    return ms;
  });
  const perDocument = (ms: Spread, share = 1) => scaled(ms, (1_000 * share) / documents);
  const unchanged = perDocument(taken.unchanged);
  return [
    {
      id: "P4",
      what: "delta, nothing changed / every record changed",
      ours: unchanged,
      baseline: perDocument(taken.changed, CHANGED_SHARE),
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 10 }],
    },
    {
      id: "P4",
      what: "delta, nothing changed / decode and JSON.parse of the same bytes",
      ours: unchanged,
      baseline: perDocument(taken.parse),
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 1 }],
    },
    {
      id: "P5",
      what: "delta, 1 % changed / nothing changed",
      ours: perDocument(taken.onePercent),
      baseline: unchanged,
      unit: "µs/doc",
      ratio: "share",
      goals: [{ of: "ratio", sense: "≤", value: 1.15 }],
    },
  ];
}

function parseAll(bodies: readonly Uint8Array[]): void {
  const decoder = new TextDecoder();
  for (const body of bodies) JSON.parse(decoder.decode(body));
}

/** Times the way to the edited records; the way back is not timed. */
function editAndBack(mirror: BenchMirror, edited: readonly Uint8Array[], original: readonly Uint8Array[]): Side {
  return () => ({
    run: () => readDelta(mirror, edited),
    stop: () => {
      readDelta(mirror, original);
      mirror.ingest.records.dropUnusedRaw();
    },
  });
}
