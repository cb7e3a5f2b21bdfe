import { hash } from "node:crypto";

/** SHA-256 in hexadecimal: what signatures are bound to and files are known by. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}

/** The 128-bit hash that mirrored records carry (decision 005), for records that no ledger sent. */
export function digest(text: string): string {
  return sha256(text).slice(0, 32);
}
