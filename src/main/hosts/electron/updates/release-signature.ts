import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);
/** A name beside the feed. An address or a path would be fetched from, or written, elsewhere. */
const fileName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][\w.+-]*$/);
const files = z
  .array(z.looseObject({ url: fileName, sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/), size: z.number().int().positive() }))
  .min(1)
  .max(20);

/** What has one form to be signed in: JSON, and the dates of YAML. A number without end, such as 1e400, has none. */
const signable: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.boolean(), z.null(), z.number(), z.date(), z.array(signable), z.record(z.string(), signable)]),
);

/** A release feed: what electron-updater reads of it, and what its builder adds beside that. All of it is signed. */
const signedRelease = z.looseObject({
  version,
  files,
  /** Another installer's parts, which the updater would fetch in place of the files. */
  packages: z.undefined().optional(),
  tieoutSignedAt: z.iso.datetime(),
  tieoutExpiresAt: z.iso.datetime(),
  /** The releases before it, so that a kept installer of theirs can be judged. */
  tieoutEarlier: z.array(z.strictObject({ version, files })).max(3).optional(),
  tieoutSignature: z.string().max(200),
});
export type SignedRelease = z.infer<typeof signedRelease>;

/**
 * The bytes that a release is signed over: the whole feed but its signature, in one fixed form, so that
 * nothing that the updater reads is unsigned.
 * @throws Defect when the feed holds what JSON can't
 */
export function signedBytes(feed: Readonly<Record<string, unknown>>): Buffer {
  const { tieoutSignature: _itself, ...signed } = feed;
  return Buffer.from(`tieout-release-2\n${canonical(signed)}`);
}

/**
 * Reads a feed and trusts it only when it is signed with the pinned key, so that access to the feed alone is useless.
 * `staleness` checks whether it is still valid.
 * @param publicKeyPem Ed25519; empty in a build without updates
 */
export function trustedRelease(offered: unknown, publicKeyPem: string): SignedRelease | null {
  const parsed = signable.pipe(signedRelease).safeParse(offered);
  if (!parsed.success || publicKeyPem === "") return null;
  const key = createPublicKey(publicKeyPem);
  if (key.asymmetricKeyType !== "ed25519") return null;
  const signature = Buffer.from(parsed.data.tieoutSignature, "base64");
  return verify(null, signedBytes(offered as Readonly<Record<string, unknown>>), key, signature) ? parsed.data : null;
}

/** Clocks differ; a feed from further in the future would make every later one look older. */
const CLOCK_AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Why a validly signed feed is not to be followed, or null: it has expired, so that newer releases may be
 * withheld; it is older than one that was seen before; or it comes from the future.
 * @param newestSeen when the newest feed was signed that this machine has seen
 */
export function staleness(release: SignedRelease, nowMs: number, newestSeen: string | null): string | null {
  const signedMs = Date.parse(release.tieoutSignedAt);
  if (signedMs > nowMs + CLOCK_AHEAD_MS) return "The list of Tieout versions is dated in the future. Check this computer's date.";
  if (Date.parse(release.tieoutExpiresAt) <= nowMs)
    return "The list of Tieout versions is out of date, so a newer version could be missing from it. Check this computer's date, or try again later.";
  if (newestSeen !== null && signedMs < Date.parse(newestSeen))
    return "The list of Tieout versions is older than the last one this computer saw, so nothing was downloaded. Check for updates again later.";
  return null;
}

/** The hashes that a release names for a version: its own, or one before it. */
export function signedHashes(release: SignedRelease, of: string): readonly string[] {
  const named = of === release.version ? release.files : release.tieoutEarlier?.find((earlier) => earlier.version === of)?.files;
  return named?.map(({ sha512 }) => sha512) ?? [];
}

/** True when `version` is later than `than`; both are three numbers. */
export function isLater(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(/[.+-]/, 3).map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** JSON with sorted keys. A date, which YAML knows and JSON doesn't, is its text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value instanceof Date) return JSON.stringify(value);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(",")}}`;
  }
  const isPlain = value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  if (!isPlain) throw new Error(`a release feed holds ${String(value)}`);
  return JSON.stringify(value);
}
