import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";

/** A pair of keys as it is kept: DER in base64. `keyId` is the SHA-256 of the public part. */
export interface KeyPair {
  readonly keyId: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Makes a pair of Ed25519 keys (RFC 8032). */
export function makeKeyPair(): KeyPair {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = pair.publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const privateKey = pair.privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
  return { keyId: keyIdOf(publicKey), publicKey, privateKey };
}

/** The fingerprint of a public key: SHA-256 of its DER form, in hexadecimal. */
export function keyIdOf(publicKey: string): string {
  return createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");
}

/** The public key of a private one; null when the text is no Ed25519 private key. */
export function publicKeyOf(privateKey: string): string | null {
  try {
    const key = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
    if (key.asymmetricKeyType !== "ed25519") return null;
    return createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64");
  } catch {
    // Whatever the reader of keys says of it: it is none.
    return null;
  }
}

/** Signs a text. The same text and key give the same signature. @returns 64 bytes in base64 */
export function signText(privateKey: string, text: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
  return sign(null, Buffer.from(text), key).toString("base64");
}

/** Whether a signature is of these bytes by the owner of a key. A key or signature that is none is no proof. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" && verify(null, bytes, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** A public key as a PEM file, for other programs. */
export function publicPem(publicKey: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`;
}
