import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4096;

/**
 * What PostgreSQL keeps of a password (RFC 5803, as its own clients make it), so that the password itself never reaches the server
 * or its log. The password must be ASCII, which needs no normalisation.
 */
export function scramVerifier(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const stored = createHash("sha256").update(hmac(salted, "Client Key")).digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${Buffer.from(salt).toString("base64")}$${stored}:${hmac(salted, "Server Key").toString("base64")}`;
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
