import { constants, verify, X509Certificate } from "node:crypto";

/** A certificate as a person uploaded it for an app. */
export interface UploadedCertificate {
  /** The ledger's id of it, which an assertion names as `kid`. */
  readonly certificateId: string;
  readonly clientId: string;
  /** PEM. */
  readonly certificate: string;
}

/** Why an assertion is refused, in the standard's word; null when it is good. */
export interface AssertionVerdict {
  readonly error: "invalid_request" | "invalid_client" | "invalid_scope" | null;
  /** For tests: what was wrong. */
  readonly why: string;
  readonly clientId: string;
}

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const LONGEST_SECONDS = 3_600;
/** How far ahead another clock may be. */
const AHEAD_SECONDS = 30;

/**
 * Checks a client assertion as the standards read it, with the platform's own signature check: type,
 * algorithm, certificate, signature, issuer, audience, times, and that it was not used before.
 */
export function checkAssertion(
  form: URLSearchParams,
  uploaded: readonly UploadedCertificate[],
  audience: string,
  nowMs: number,
  used: Set<string>,
): AssertionVerdict {
  const refuse = (why: string, error: AssertionVerdict["error"] = "invalid_client"): AssertionVerdict => ({ error, why, clientId: "" });
  if (form.get("client_assertion_type") !== TYPE) return refuse("type", "invalid_request");
  const parts = (form.get("client_assertion") ?? "").split(".");
  const [head = "", body = "", signature = ""] = parts;
  const header = decoded(head);
  const claims = decoded(body);
  if (parts.length !== 3 || header === null || claims === null) return refuse("malformed", "invalid_request");
  const known = uploaded.find(({ certificateId }) => certificateId === header.kid);
  if (known === undefined) return refuse("kid");
  const certificate = new X509Certificate(known.certificate);
  if (nowMs < Date.parse(certificate.validFrom) || nowMs > Date.parse(certificate.validTo)) return refuse("certificate ended");
  if (!isSigned(header.alg, `${head}.${body}`, signature, certificate)) return refuse("signature");
  if (claims.iss !== known.clientId) return refuse("iss");
  if (claims.aud !== audience) return refuse("aud");
  const now = nowMs / 1_000;
  const { iat, exp } = claims;
  if (typeof iat !== "number" || typeof exp !== "number" || exp <= iat || exp - iat >= LONGEST_SECONDS) return refuse("lifetime");
  if (iat > now + AHEAD_SECONDS) return refuse("iat in the future");
  if (exp <= now) return refuse("expired");
  if (used.has(signature)) return refuse("used before");
  used.add(signature);
  if (!hasScope(claims.scope)) return refuse("scope", "invalid_scope");
  return { error: null, why: "", clientId: known.clientId };
}

/** RS256 is not accepted, nor anything unsigned. */
function isSigned(algorithm: unknown, data: string, signature: string, { publicKey }: X509Certificate): boolean {
  const bytes = Buffer.from(signature, "base64url");
  if (algorithm === "PS256")
    return (
      publicKey.asymmetricKeyType === "rsa" &&
      verify("sha256", Buffer.from(data), { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, bytes)
    );
  if (algorithm !== "ES256" || publicKey.asymmetricKeyType !== "ec") return false;
  return verify("sha256", Buffer.from(data), { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes);
}

function hasScope(scope: unknown): boolean {
  const scopes = Array.isArray(scope) ? scope : typeof scope === "string" ? scope.split(/[ ,]/) : [];
  return scopes.length > 0 && scopes.every((one) => typeof one === "string" && one !== "");
}

function decoded(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
