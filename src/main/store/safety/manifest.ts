import { z } from "zod";
import { archivedFile } from "#shared/contract/app/data-safety.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { instantString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

export const MANIFEST_NAME = "manifest.json";
/** SHA-256 of the manifest, which names that of everything else. */
export const SEAL_NAME = "manifest.sha256";
const FORMAT = "tieout-backup";
const VERSION = 1;

/**
 * What an archive says of itself: one `firm.sqlite`, a file for each client, and what else people
 * put into the data folder. Files of a data folder that are no databases have schema 0 and no rows.
 */
const manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  createdAt: instantString,
  firmId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  /** Releases of the application and of SQLite that made it. */
  app: z.string(),
  sqlite: z.string(),
  schema: z.strictObject({ firm: z.number().int().positive(), client: z.number().int().positive() }),
  clients: z.array(z.strictObject({ clientId: z.string(), name: z.string() })),
  files: z.array(archivedFile),
});
export type Manifest = z.infer<typeof manifest>;

export function writeManifest(value: Omit<Manifest, "format" | "version">): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...value }, null, 1)}\n`;
}

/** @returns a failure with code `invalid_input` that names the key which is wrong */
export function readManifest(text: string): Result<Manifest, Failure> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Whatever is wrong with it as JSON, it is not a manifest of ours.
    return fail(foreign("manifest", "its list of files (manifest.json) is unreadable"));
  }
  const known = json as { readonly format?: unknown; readonly version?: unknown } | null;
  if (known?.format !== FORMAT) return fail(foreign("format", "it isn't a Tieout backup"));
  if (known.version !== VERSION)
    return fail({
      code: "invalid_input",
      message: `The backup has format version ${JSON.stringify(known.version)}, but this version of Tieout reads version ${VERSION}.`,
      field: "version",
      next: "Update Tieout, then restore the backup. Nothing was changed.",
    });
  const parsed = manifest.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") || String((issue as { readonly keys?: readonly string[] } | undefined)?.keys?.[0] ?? "manifest");
  return fail(foreign(field, `the entry “${field}” in its list of files (manifest.json) is invalid`));
}

/** An archive that is not one of ours, or not whole. */
export function foreign(field: string, why: string): Failure {
  return {
    code: "invalid_input",
    message: `This backup can't be restored: ${why}.`,
    field,
    next: "Choose another backup file. Nothing was changed.",
  };
}
