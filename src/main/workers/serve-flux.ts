import { hash } from "node:crypto";
import { budgetList, dropBudget, importBudget } from "#main/services/budgets.ts";
import { explainRow, returnRow, signBelow, signRow } from "#main/services/flux-acts.ts";
import { fluxDrivers } from "#main/services/flux-drivers.ts";
import { fluxFigures } from "#main/services/flux-figures.ts";
import { fluxReview } from "#main/services/flux-review.ts";
import { listThresholds, setThreshold, standardLimits } from "#main/services/flux-thresholds.ts";
import { MirrorReader } from "#main/store/mirror-reader.ts";
import type { ClientFiles } from "./client-files.ts";
import type { FluxOps } from "./flux-ops.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";

type Handlers = { readonly [O in keyof FluxOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** The hash that signatures are bound to. */
export function sha256(text: string): string {
  return hash("sha256", text);
}

/** Answers and carries out what the variance review asks. */
export function fluxHandlers(files: ClientFiles): Handlers {
  const reader = (source: ClientSource) => files.readable(source).reader;
  // Worked out and noted on the writing connection in one go: what is signed is what stands.
  const act = <T>(source: ClientSource, decide: (reader: MirrorReader) => T): T =>
    files.withWritable(source.clientId, (db) => db.transaction(() => decide(new MirrorReader(db, source))).immediate());
  return {
    "flux.review": ({ question, ...source }) => fluxReview(reader(source), question, sha256).review,
    "flux.drivers": ({ question, ...source }) => fluxDrivers(reader(source), question),
    "flux.explain": (input) => act(input, (own) => explainRow(own, input, sha256)),
    "flux.sign": (input) => act(input, (own) => signRow(own, input, sha256)),
    "flux.signBelow": (input) => act(input, (own) => signBelow(own, input, sha256)),
    "flux.return": (input) => act(input, (own) => returnRow(own, input, sha256)),
    "flux.thresholds": (source) => listThresholds(reader(source)),
    "flux.setThreshold": (input) => act(input, (own) => setThreshold(own, input)),
    "flux.standard": ({ question, ...source }) => standardLimits(fluxFigures(reader(source), question), question.books.baseCurrency),
    "budgets.import": (input) => act(input, (own) => importBudget(own, { ...input, sha256: hash("sha256", input.content) })),
    "budgets.list": (source) => budgetList(reader(source)),
    "budgets.remove": (input) => act(input, (own) => dropBudget(own, input)),
  };
}
