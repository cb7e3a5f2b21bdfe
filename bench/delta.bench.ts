import { alternate, type Side, scaled } from "./support/alternate.ts";
import type { Line, Spread } from "./support/figure.ts";
import { ledgerAPages, type Variant } from "./support/ledger-a-pages.ts";
import { type BenchMirror, backfill, closeMirror, inScratch, openMirror, readDelta, unzipped } from "./support/mirror.ts";

/** P4 and P5: reading everything again when nothing, one record in a hundred, or every record was edited. */
export async function runDeltaBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  const taken = await inScratch(async (home) => {
    const mirror = openMirror(home, "delta");
    backfill(mirror, ledgerAPages(documents));
    const bodies = (variant: Variant) => [...unzipped(ledgerAPages(documents, variant))];
    const original = bodies("original");
    const ms = await alternate(rounds, {
      parse: () => ({ run: () => parseAll(original) }),
      unchanged: () => ({ run: () => readDelta(mirror, original) }),
      onePercent: editAndBack(mirror, bodies("onePercent"), original),
      changed: editAndBack(mirror, bodies("changed"), original),
    });
    closeMirror(mirror);
    return ms;
  });
  const [parse, unchanged, onePercent, changed] = [taken.parse, taken.unchanged, taken.onePercent, taken.changed].map((ms) =>
    scaled(ms, 1_000 / documents),
  ) as [Spread, Spread, Spread, Spread];
  return [
    {
      id: "P4",
      what: "delta, nothing changed / every record changed",
      ours: unchanged,
      baseline: changed,
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 10 }],
    },
    {
      id: "P4",
      what: "delta, nothing changed / decode and JSON.parse of the same bytes",
      ours: unchanged,
      baseline: parse,
      unit: "µs/doc",
      ratio: "gain",
      goals: [{ of: "ratio", sense: "≥", value: 1 }],
    },
    {
      id: "P5",
      what: "delta, 1 % changed / nothing changed",
      ours: onePercent,
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
