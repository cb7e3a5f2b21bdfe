import { createHash } from "node:crypto";
import { PACK_FORMAT, PACK_FORMAT_VERSION, type PackManifest, packManifest } from "#shared/model/close/pack.ts";
import { PackFromNewer } from "./pack-unreadable.ts";

export const MANIFEST = "manifest.json";
export const SUMS = "SHA256SUMS";
/** Of the manifest and of the sums, which are read whole. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;

/** A hash that a manifest bears of itself, made while it is empty: it tells a changed manifest from changed sums. */
export function withOwnHash(manifest: PackManifest): string {
  const text = (ownSha256: string) => `${JSON.stringify({ ...manifest, ownSha256 }, null, 1)}\n`;
  return text(createHash("sha256").update(text("")).digest("hex"));
}

/** True when a manifest bears the hash of itself. */
export function bearsOwnHash(text: string): boolean {
  const own = /"ownSha256": "([0-9a-f]{64})"/.exec(text)?.[1];
  if (own === undefined) return false;
  return (
    createHash("sha256")
      .update(text.replace(`"ownSha256": "${own}"`, '"ownSha256": ""'))
      .digest("hex") === own
  );
}

/**
 * Reads a manifest.
 * @returns what is wrong with it, in words, when it is none
 * @throws PackFromNewer
 */
export function readManifest(text: string): PackManifest | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return `this file isn't JSON (${(error as Error).message})`;
  }
  const { format, formatVersion } = (json ?? {}) as { readonly format?: unknown; readonly formatVersion?: unknown };
  if (format === PACK_FORMAT && typeof formatVersion === "number" && formatVersion > PACK_FORMAT_VERSION)
    throw new PackFromNewer(`its format is ${formatVersion}, and this version knows ${PACK_FORMAT_VERSION}`);
  const parsed = packManifest.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  return `this file has ${field === "" ? "invalid content" : `an invalid field, ${field}`} (${issue?.message ?? "can't be read"})`;
}

/** The lines of a sums file by name; null for a line that is none. */
export function readSums(text: string): Map<string, string> | null {
  const sums = new Map<string, string>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, sha256, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (sha256 === undefined || name === undefined || sums.has(name)) return null;
    sums.set(name, sha256);
  }
  return sums;
}
