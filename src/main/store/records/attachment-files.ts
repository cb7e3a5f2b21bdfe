import { hash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { syncFolderOf } from "#main/files/sync.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { assert } from "#shared/kernel/assert.ts";

/** The folder next to a client's file for supporting documents, each file under its SHA-256. */
export function attachmentFolder(home: string, clientId: string): string {
  return clientFilePath(home, clientId).replace(/\.sqlite$/, ".files");
}

/**
 * Stores bytes under their hash: written to a temporary file, synced, then renamed, so that a stored file is
 * always complete. @returns the hash
 */
export function keepFile(home: string, clientId: string, bytes: Uint8Array): string {
  const sha256 = hash("sha256", bytes);
  const path = pathOf(home, clientId, sha256);
  // A copy that was damaged is made good by the same file, attached again.
  if (readFile(home, clientId, sha256) !== null) return sha256;
  mkdirSync(attachmentFolder(home, clientId), { recursive: true, mode: 0o700 });
  const aside = `${path}.tmp`;
  const handle = openSync(aside, "w", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(aside, path);
  syncFolderOf(path);
  return sha256;
}

/** The bytes behind a hash; null when the file is missing or has changed. */
export function readFile(home: string, clientId: string, sha256: string): Uint8Array | null {
  const path = pathOf(home, clientId, sha256);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  return hash("sha256", bytes) === sha256 ? bytes : null;
}

function pathOf(home: string, clientId: string, sha256: string): string {
  assert(/^[0-9a-f]{64}$/.test(sha256), `not a hash: ${sha256}`);
  return join(attachmentFolder(home, clientId), sha256);
}
