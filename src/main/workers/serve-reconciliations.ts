import { pinFiles, reconciliations, requireReconciliation, saveReconciliation } from "#main/services/reconciliations.ts";
import { keepFile, readFile } from "#main/store/attachment-files.ts";
import { noteAttachment, readAttachments } from "#main/store/attachment-store.ts";
import { MirrorReader } from "#main/store/mirror-reader.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";
import type { ReconciliationOps } from "./reconciliation-ops.ts";

type Handlers = { readonly [O in keyof ReconciliationOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Answers how balances stand against their support, and keeps the files below a data folder. */
export function reconciliationHandlers(files: ClientFiles, home: string): Handlers {
  const act = <T>(source: ClientSource, decide: (reader: MirrorReader) => T): T =>
    files.withWritable(source.clientId, (db) => db.transaction(() => decide(new MirrorReader(db, source))).immediate());
  return {
    "reconciliations.list": ({ question, ...source }) => reconciliations({ ...question, reader: files.readable(source).reader }),
    "reconciliations.save": (input) =>
      act(input, (reader) => saveReconciliation({ ...input.question, reader }, { ...input, items: [...input.items] })),
    "reconciliations.require": (input) => act(input, (reader) => requireReconciliation(reader, input)),
    "reconciliations.attach": (input) => {
      const { clientId, question, fileName, content, person, nowMs } = input;
      const sha256 = keepFile(home, clientId, content);
      const kept = { sha256, fileName, bytes: content.length };
      return act(input, (reader) => {
        noteAttachment(reader.db, { ...kept, person, nowMs });
        const pinned = pinFiles({ ...question, reader }, { ...input, change: (standing) => [...standing, sha256] });
        return pinned.ok ? ok({ ...pinned.value, attachment: readAttachments(reader.db, [sha256])[0] ?? kept }) : pinned;
      });
    },
    "reconciliations.detach": (input) =>
      act(input, (reader) =>
        pinFiles({ ...input.question, reader }, { ...input, change: (standing) => standing.filter((sha256) => sha256 !== input.sha256) }),
      ),
    "reconciliations.file": ({ sha256, ...source }) => {
      const [attachment] = readAttachments(files.readable(source).db, [sha256]);
      if (attachment === undefined)
        return fail({ code: "not_found", message: `There is no file ${sha256} of this client.`, field: "sha256" });
      const content = readFile(home, source.clientId, sha256);
      if (content !== null) return ok({ attachment, content });
      return fail({
        code: "damaged",
        message: `${attachment.fileName} is missing from the client's folder, or is not what was kept.`,
        field: "sha256",
      });
    },
  };
}
