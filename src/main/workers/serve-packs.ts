import { statSync } from "node:fs";
import { keepPack, listPacks } from "#main/store/pack-store.ts";
import type { ClientFiles } from "./client-files.ts";
import type { PackOps } from "./pack-ops.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";

type Handlers = { readonly [O in keyof PackOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Answers what packs a client has, and puts them on record. */
export function packHandlers(files: ClientFiles): Handlers {
  return {
    "packs.keep": ({ clientId, pack }) => ({ packNo: files.withWritable(clientId, (db) => keepPack(db, pack)) }),
    "packs.list": (source) =>
      listPacks(files.readable(source).db).map((pack) => ({
        ...pack,
        isThere: statSync(pack.path, { throwIfNoEntry: false })?.size === pack.bytes,
      })),
  };
}
