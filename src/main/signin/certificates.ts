import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import type { Clock } from "#main/ports/index.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { installMetadata } from "./metadata-registry.ts";
import { algorithmOfKey, type SigningAlgorithm } from "./private-key.ts";

/** A key with its certificate. The private part goes into the secret store and nowhere else. */
export interface KeyAndCertificate {
  readonly algorithm: SigningAlgorithm;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface CertificateToMake {
  readonly name: string;
  readonly algorithm: SigningAlgorithm;
  /** Default: two years from now, which is also the longest. */
  readonly notAfterMs?: number;
}

const DAY_MS = 86_400_000;
/** Ledger C takes certificates of at most two years. */
const LONGEST_DAYS = 730;
const RSA_BITS = 4_096;

/** Makes a key on this machine and a self-signed certificate for it. Failure: `invalid_input` for an end that is past or too far. */
export async function makeCertificate(asked: CertificateToMake, clock: Pick<Clock, "nowMs">): Promise<Result<KeyAndCertificate, Failure>> {
  const nowMs = clock.nowMs();
  const longestMs = nowMs + LONGEST_DAYS * DAY_MS;
  const notAfterMs = asked.notAfterMs ?? longestMs;
  if (notAfterMs <= nowMs || notAfterMs > longestMs)
    return fail({ code: "invalid_input", message: "Choose an expiration date within the next two years.", field: "until" });
  const keys = await (asked.algorithm === "PS256" ? crypto.subtle.generateKey(RSA, true, USES) : crypto.subtle.generateKey(EC, true, USES));
  installMetadata();
  const { X509CertificateGenerator } = await import("@peculiar/x509");
  const made = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [asked.name] }],
    // A clock that is a little ahead must not make it invalid at the ledger.
    notBefore: new Date(nowMs - DAY_MS),
    notAfter: new Date(notAfterMs),
    signingAlgorithm: asked.algorithm === "PS256" ? RSA_SIGNATURE : EC_SIGNATURE,
    keys,
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  const privateKey = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }).export({ type: "pkcs8", format: "pem" }).toString();
  return ok(described(asked.algorithm, privateKey, new X509Certificate(made.toString("pem"))));
}

const USES = ["sign", "verify"] as const;
const RSA = { name: "RSA-PSS", modulusLength: RSA_BITS, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" };
const RSA_SIGNATURE = { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 };
const EC = { name: "ECDSA", namedCurve: "P-256" };
const EC_SIGNATURE = { name: "ECDSA", hash: "SHA-256" };

/** Takes a pair that was made elsewhere. Failures: `invalid_input` naming `privateKey` or `certificate`, without a word of either. */
export function importCertificate(
  given: { readonly privateKey: string; readonly certificate: string },
  clock: Pick<Clock, "nowMs">,
): Result<KeyAndCertificate, Failure> {
  const algorithm = algorithmOfKey(given.privateKey);
  if (algorithm === null)
    return fail(refused("privateKey", "Use an RSA key of at least 3072 bits or a P-256 key, in PEM format without a password."));
  const certificate = parsedCertificate(given.certificate);
  if (certificate === null) return fail(refused("certificate", "This isn't a certificate in PEM format."));
  const key = createPrivateKey(given.privateKey);
  if (!publicPart(certificate.publicKey).equals(publicPart(createPublicKey(key))))
    return fail(refused("certificate", "The certificate and the private key don't match."));
  if (Date.parse(certificate.validTo) <= clock.nowMs()) return fail(refused("certificate", "The certificate has expired."));
  return ok(described(algorithm, key.export({ type: "pkcs8", format: "pem" }).toString(), certificate));
}

/** Compared as bytes: the platform's own comparison of keys of different kinds makes the next key unreadable. */
function publicPart(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" });
}

function described(algorithm: SigningAlgorithm, privateKey: string, certificate: X509Certificate): KeyAndCertificate {
  return {
    algorithm,
    privateKey,
    certificate: certificate.toString(),
    fingerprint: createHash("sha256").update(certificate.raw).digest("hex"),
    notBeforeMs: Date.parse(certificate.validFrom),
    notAfterMs: Date.parse(certificate.validTo),
  };
}

function parsedCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function refused(field: string, message: string): Failure {
  return { code: "invalid_input", message, field };
}

const WARN_DAYS = 60;

/** Days until a certificate ends, and what to tell a person about it; nothing while the end is far. */
export function certificateEnd(notAfterMs: number, nowMs: number): { readonly daysLeft: number; readonly warning: string | null } {
  const daysLeft = Math.floor((notAfterMs - nowMs) / DAY_MS);
  if (notAfterMs <= nowMs) return { daysLeft, warning: "The certificate has expired. Create a new one and upload it to the ledger." };
  if (daysLeft > WARN_DAYS) return { daysLeft, warning: null };
  const within = daysLeft === 0 ? "within a day" : `in ${counted(daysLeft, "day")}`;
  return { daysLeft, warning: `The certificate expires ${within}. Create a new one and upload it to the ledger before then.` };
}
