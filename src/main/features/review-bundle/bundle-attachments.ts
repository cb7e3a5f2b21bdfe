import { z } from "zod";
import { bytesOf } from "#main/operations/base64.ts";
import { sha256 as hashOf } from "#main/store/database/hash.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { keepFile, readFile } from "#main/store/records/attachment-files.ts";
import { readAttachments } from "#main/store/records/attachment-store.ts";
import { rangeName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { CarriedDecision, CarriedFile, ClientReview } from "#shared/model/close/review-bundle.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A review with the files behind its statements, typed balances and reconciliations. One that is missing or damaged here is left out. */
export function withFiles(review: ClientReview, db: Sqlite, home: string, clientId: string): ClientReview {
  const hashes = [...new Set([...review.statements.map(({ sha256 }) => sha256), ...review.decisions.flatMap(filesBehind)])];
  const files = readAttachments(db, hashes).flatMap(({ sha256, fileName }): CarriedFile[] => {
    const bytes = readFile(home, clientId, sha256);
    return bytes === null ? [] : [{ sha256, fileName, content: Buffer.from(bytes).toString("base64") }];
  });
  const carried = new Set(files.map(({ sha256 }) => sha256));
  return { ...review, files, statements: review.statements.filter(({ sha256 }) => carried.has(sha256)) };
}

const attached = z.object({ what: z.literal("files"), files: z.array(z.string()) });

/** The hashes of the files that a decision rests on. Files that were removed from a reconciliation aren't carried. */
function filesBehind({ kind, body, undoneMs }: CarriedDecision): string[] {
  if (kind === "bank_balance") return /"sha256":"([0-9a-f]{64})"/.exec(body)?.slice(1) ?? [];
  if (kind !== "reconciliation" || undoneMs !== null) return [];
  const read = attached.safeParse(JSON.parse(body));
  return read.success ? read.data.files : [];
}

const ANOTHER = "Ask the sender for a new review bundle.";

/** Keeps the files of a review beside the client's, each only under its own hash. */
export function keepFiles(home: string, clientId: string, { files, statements }: ClientReview): Result<null, Failure> {
  const carried = new Set(files.map(({ sha256 }) => sha256));
  const bare = statements.find(({ sha256 }) => !carried.has(sha256));
  if (bare !== undefined)
    return fail({
      code: "invalid_input",
      message: `The review bundle has a bank statement for ${rangeName(bare.from, bare.to)}, but not the statement's file.`,
      field: "path",
      next: ANOTHER,
    });
  for (const { sha256, fileName, content } of files) {
    const bytes = bytesOf(content);
    if (!bytes.ok || hashOf(bytes.value) !== sha256)
      return fail({
        code: "invalid_input",
        message: `The copy of ${fileName} in the review bundle was changed or is damaged.`,
        field: "path",
        next: ANOTHER,
      });
    keepFile(home, clientId, bytes.value);
  }
  return ok(null);
}
