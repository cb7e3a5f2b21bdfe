import { z } from "zod";
import type { Instant } from "../../kernel/instant.ts";
import { instantString } from "../books/money.ts";

/** SHA-256 of a public key in DER form, in hexadecimal. */
export const keyId = z.string().regex(/^[0-9a-f]{64}$/, "must be a fingerprint of 64 lowercase hexadecimal digits");
/** An Ed25519 public key (SPKI, DER) in base64: 44 bytes. */
export const publicKey = z.string().regex(/^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/, "must be an Ed25519 public key in base64");
const signatureText = z.string().regex(/^[A-Za-z0-9+/]{86}==$/, "must be an Ed25519 signature in base64");

/** A signature of a person's sign-off, complete with the public key, so that it is carried and checked without a list. */
export const signOffProof = z.object({ keyId, publicKey, signedAt: instantString, signature: signatureText });
export type SignOffProof = z.infer<typeof signOffProof>;

/** What a person signs off. */
export interface SignOffClaim {
  readonly tenantId: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly role: "preparer" | "reviewer" | "closed";
  /** SHA-256 of the figures that were signed off. */
  readonly hash: string;
  /** As noted beside the sign-off: `name@machine`. */
  readonly person: string;
  readonly signedAt: Instant;
  readonly keyId: string;
}

/** The text that is signed. Its first line keeps it apart from a manifest, which is signed as it is. */
export function signOffText(claim: SignOffClaim): string {
  const { tenantId, periodStart, periodEnd, role, hash, person, signedAt, keyId: key } = claim;
  return `tieout sign-off 1\n${JSON.stringify([tenantId, periodStart, periodEnd, role, hash, person, signedAt, key])}\n`;
}

/** How a key ended: `replaced` by a newer one of the same person and machine, or `revoked` because it isn't safe any more. */
export const keyEnd = z.enum(["replaced", "revoked"]);

/** A public key of the firm's list. */
export const personKey = z.object({
  keyId,
  publicKey,
  person: z.string().min(1).max(60),
  machine: z.string().max(255),
  addedAt: instantString,
  /** Who put it on the list. */
  addedBy: z.string().max(400),
  ended: z.object({ how: keyEnd, at: instantString, by: z.string().max(400), why: z.string().max(500).nullable() }).nullable(),
});
export type PersonKey = z.infer<typeof personKey>;

export const KEY_FILE_FORMAT = "tieout-public-keys";
/** What `key export` writes and `pack verify --keys` reads. */
export const keyFile = z.object({
  format: z.literal(KEY_FILE_FORMAT),
  version: z.literal(1),
  firm: z.string().max(200).nullable(),
  keys: z.array(personKey).max(10_000),
});
export type KeyFile = z.infer<typeof keyFile>;

/** The name of a person as noted beside an act, without the machine. */
export function nameOfNoted(noted: string): string {
  const at = noted.lastIndexOf("@");
  return at < 0 ? noted : noted.slice(0, at);
}

/** A fingerprint for people: the first 32 digits in groups of four. */
export function fingerprint(id: string): string {
  return (id.slice(0, 32).match(/.{4}/g) ?? []).join(" ");
}
