import { hash } from "node:crypto";
import { listConflicts, previewReview, settleConflict, takeReview } from "#main/services/review-import.ts";
import { readReview } from "#main/store/review-store.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource } from "./protocol.ts";
import type { ReviewBundleOps } from "./review-bundle-ops.ts";

type Ops = ReviewBundleOps<ClientSource>;
type Handlers = { readonly [O in keyof Ops]: (input: Ops[O][0]) => Ops[O][1] };

/** Collects, compares and takes over what people said of a client in a review. */
export function reviewBundleHandlers(files: ClientFiles): Handlers {
  const read = (source: ClientSource) => files.readable(source).db;
  return {
    "review.collect": (source) => readReview(read(source)),
    "review.compare": ({ review, ...source }) => previewReview(read(source), review),
    "review.take": ({ clientId, chosen, ...input }) =>
      files.withWritable(clientId, (db) => takeReview(db, { ...input, chosen: new Set(chosen) }, sha256)),
    "review.conflicts": (source) => listConflicts(read(source)),
    "review.settle": ({ clientId, ...input }) => files.withWritable(clientId, (db) => settleConflict(db, input)),
  };
}

/** The whole hash, as signatures name what they were given on; records of the mirror carry a part of it. */
function sha256(text: string): string {
  return hash("sha256", text);
}
