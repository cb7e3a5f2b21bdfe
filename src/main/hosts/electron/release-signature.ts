import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";

const file = z.object({
  url: z.string().min(1).max(300),
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  size: z.number().int().positive(),
});

/** What a feed says of a release, with the signature that its builder put beside it. */
const signedRelease = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  files: z.array(file).min(1).max(20),
  tieoutSignature: z.string().max(200),
});
export type SignedRelease = z.infer<typeof signedRelease>;

/**
 * The bytes that a release is signed over: its version, and name, SHA-512 and size of every file. One
 * fixed form, so that the builder and this application can not read it differently.
 */
export function signedBytes(release: Pick<SignedRelease, "version" | "files">): Buffer {
  return Buffer.from(
    JSON.stringify(["tieout-release-1", release.version, ...release.files.map(({ url, sha512, size }) => [url, sha512, size])]),
  );
}

/**
 * Reads what a feed offered and believes it only when the pinned key signed it: whoever can write to the
 * feed, but has no key, can offer nothing.
 * @param publicKeyPem Ed25519
 */
export function trustedRelease(offered: unknown, publicKeyPem: string): SignedRelease | null {
  const parsed = signedRelease.safeParse(offered);
  if (!parsed.success) return null;
  const key = createPublicKey(publicKeyPem);
  if (key.asymmetricKeyType !== "ed25519") return null;
  const signature = Buffer.from(parsed.data.tieoutSignature, "base64");
  return verify(null, signedBytes(parsed.data), key, signature) ? parsed.data : null;
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
