import { createPrivateKey, type KeyObject } from "node:crypto";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** How an assertion is signed: RSA with PSS padding, or the elliptic curve P-256. */
export type SigningAlgorithm = "PS256" | "ES256";

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const PARAMETERS = {
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256" },
} as const;
const LEAST_RSA_BITS = 3_072;

/** Makes a private key usable for signatures, and not exportable again. Failure: `invalid_input`, without a word of the key. */
export async function readPrivateKey(pem: string, algorithm: SigningAlgorithm): Promise<Result<SigningKey, Failure>> {
  const key = parsed(pem);
  if (key === null || algorithmOf(key) !== algorithm) return fail(unfit(algorithm));
  const pkcs8 = key.export({ type: "pkcs8", format: "der" });
  return ok(await crypto.subtle.importKey("pkcs8", new Uint8Array(pkcs8), PARAMETERS[algorithm], false, ["sign"]));
}

/** What a private key can sign with; null when it is none that a ledger takes. */
export function algorithmOfKey(pem: string): SigningAlgorithm | null {
  const key = parsed(pem);
  return key === null ? null : algorithmOf(key);
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningAlgorithm | null {
  if (asymmetricKeyType === "ec") return asymmetricKeyDetails?.namedCurve === "prime256v1" ? "ES256" : null;
  // RSA-PSS keys may be bound to another hash; plain RSA keys are what every tool makes.
  return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS ? "PS256" : null;
}

function parsed(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

function unfit(algorithm: SigningAlgorithm): Failure {
  const kind = algorithm === "PS256" ? `an RSA key of at least ${LEAST_RSA_BITS} bits` : "an elliptic curve key (P-256)";
  return { code: "invalid_input", message: `The private key must be ${kind}, in PEM format without a password.`, field: "privateKey" };
}
