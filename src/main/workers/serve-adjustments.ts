import { dueAdjustments, listDefinitions, removeDefinition, saveDefinition } from "#main/services/adjusting-entries.ts";
import { MirrorReader } from "#main/store/mirror-reader.ts";
import type { AdjustmentOps } from "./adjustment-ops.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";

type Handlers = { readonly [O in keyof AdjustmentOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Keeps what adjusting entries are made of, and says what became of them. */
export function adjustmentHandlers(files: ClientFiles): Handlers {
  const reader = (source: ClientSource) => files.readable(source).reader;
  const act = <T>(source: ClientSource, decide: (reader: MirrorReader) => T): T =>
    files.withWritable(source.clientId, (db) => db.transaction(() => decide(new MirrorReader(db, source))).immediate());
  return {
    "adjustments.definitions": (source) => listDefinitions(reader(source)),
    "adjustments.due": ({ question, ...source }) => dueAdjustments(reader(source), question),
    "adjustments.save": (input) => act(input, (own) => saveDefinition(own, input)),
    "adjustments.remove": (input) => act(input, (own) => removeDefinition(own, input)),
  };
}
