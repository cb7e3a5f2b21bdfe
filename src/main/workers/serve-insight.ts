import { agingDocuments } from "#main/services/aging-documents.ts";
import { changesPage } from "#main/services/changes.ts";
import { dimensionBook } from "#main/services/dimension-book.ts";
import { assignOwnValue, ownDimensions, removeOwnDimension, saveOwnDimension } from "#main/services/own-dimensions.ts";
import { withMoves } from "#main/services/period-moves.ts";
import { listPeriods } from "#main/services/periods.ts";
import { searchMirror } from "#main/services/search.ts";
import { standingLocks } from "#main/services/standing-locks.ts";
import { digest } from "#main/store/hash.ts";
import { MirrorReader } from "#main/store/mirror-reader.ts";
import type { ClientFiles } from "./client-files.ts";
import type { InsightOps } from "./insight-ops.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";

type Handlers = { readonly [O in keyof InsightOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Answers what stands behind figures, and keeps the dimensions of the service. */
export function insightHandlers(files: ClientFiles): Handlers {
  const reader = (source: ClientSource) => files.readable(source).reader;
  // Checked and noted on the writing connection in one go, so that nothing moves in between.
  const act = <T>(source: ClientSource, decide: (reader: MirrorReader) => T): T =>
    files.withWritable(source.clientId, (db) => db.transaction(() => decide(new MirrorReader(db, source))).immediate());
  return {
    "aging.documents": (input) => agingDocuments(reader(input), input),
    "changes.page": (input) => changesPage(reader(input), input),
    "periods.book": ({ fiscalYearEnd, ...source }) => withMoves(listPeriods(reader(source), fiscalYearEnd, digest)),
    "locks.book": (source) => standingLocks(reader(source)),
    "search.mirror": (input) => searchMirror(reader(input), input),
    "dimensions.book": (source) => dimensionBook(reader(source)),
    "dimensions.own": (source) =>
      ownDimensions(reader(source)).map((dimension) => ({
        ...dimension,
        removedDetectedAt: null,
        changeHash: digest(JSON.stringify(dimension)),
        asOf: null,
      })),
    "dimensions.save": (input) => act(input, (own) => saveOwnDimension(own, input)),
    "dimensions.assign": (input) => act(input, (own) => assignOwnValue(own, input)),
    "dimensions.remove": (input) => act(input, (own) => removeOwnDimension(own, input)),
  };
}
