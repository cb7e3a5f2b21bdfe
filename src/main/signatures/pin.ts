import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 32 MB and about a tenth of a second for each try. A verifier names the cost that it was made with. */
const COST: ScryptOptions = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const VERIFIER = /^scrypt-32768-8-1:([0-9a-f]{32}):([0-9a-f]{64})$/;

/** What a PIN can be compared with later, and can't be read from: a random salt and the scrypt hash. */
export async function pinVerifier(pin: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt-32768-8-1:${salt.toString("hex")}:${(await derive(pin, salt, 32, COST)).toString("hex")}`;
}

/** Whether a verifier was made of this PIN. A text that isn't a verifier was made of none. */
export async function isPin(verifier: string, pin: string): Promise<boolean> {
  const [, salt, hash] = VERIFIER.exec(verifier) ?? [];
  if (salt === undefined || hash === undefined) return false;
  return timingSafeEqual(await derive(pin, Buffer.from(salt, "hex"), 32, COST), Buffer.from(hash, "hex"));
}
