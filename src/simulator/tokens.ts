import { X509Certificate } from "node:crypto";
import type { Random } from "#shared/kernel/random.ts";
import { checkAssertion, type UploadedCertificate } from "./assertions.ts";
import { createCodes, type Decision } from "./codes.ts";
import { createTokenBook, type TokenPair } from "./token-book.ts";

/** The authorization server of one tenant, or of several that one grant may cover. */
export interface TokenIssuer {
  /** A fresh grant: access and refresh token. @param tenants that it covers; left out: every one */
  issue(tenants?: readonly string[]): TokenPair;
  /** Ends an access token early. */
  expire(accessToken: string): void;
  /** Withdraws consent: every token is dead until `issue` is called or a person signs in again. */
  revoke(): void;
  /** @param tenantId whose books are asked for */
  check(accessToken: string | null, tenantId?: string): "ok" | "expired" | "invalid" | "wrong_tenant";
  /** What a person's visit leads to: the address of the redirect; null when the question is malformed. */
  authorize(query: URLSearchParams, decision?: Decision): string | null;
  /** Answers a form post to the token endpoint (`authorization_code`, `refresh_token` with rotation, `client_credentials`). */
  exchange(form: URLSearchParams, authorization?: string): TokenReply;
  /** Answers a form post to the revocation endpoint: an unknown token is answered like a known one. */
  revokeToken(form: URLSearchParams, authorization?: string): TokenReply;
  /** The tenants of a live grant by its access token; null: every one. */
  tenantsOf(accessToken: string): readonly string[] | null;
  /** Takes one tenant out of a grant. */
  leave(accessToken: string, tenantId: string): void;
  /** Takes a certificate as a person uploads it. @returns its id here. @throws Error when it is none */
  upload(certificate: Omit<UploadedCertificate, "certificateId">): string;
  readonly totals: TokenTotals;
}

export interface TokenReply {
  readonly status: number;
  readonly body: string;
}

export interface TokenTotals {
  readonly issued: number;
  readonly refreshed: number;
  readonly reuseDetected: number;
  readonly refused: number;
}

export interface TokenOptions {
  readonly nowMs: () => number;
  readonly random: Random;
  /** Default 30 minutes. */
  readonly lifetimeMs?: number;
  /** How long a used refresh token may be used again after an answer was lost; 0 (default): reuse kills the grant. */
  readonly reuseGraceMs?: number;
  /** Whether the person at the sign-in page consents; default: always. */
  readonly consents?: () => boolean;
  /** Apps and their secrets (null: none); left out: any app, unchecked. */
  readonly apps?: ReadonlyMap<string, string | null>;
  /** Scopes that the app is approved for; left out: any. */
  readonly approvedScopes?: readonly string[];
  /** Refresh tokens of an earlier process are taken as good: this server keeps nothing when it ends. */
  readonly forgetful?: boolean;
  /** Left out: any address. */
  readonly acceptsRedirect?: (redirectUri: string) => boolean;
  /** The token endpoint's own address, which assertions must be made for; left out: client credentials are not checked. */
  readonly audience?: string;
}

export function createTokenIssuer(options: TokenOptions): TokenIssuer {
  const { nowMs, lifetimeMs = 1_800_000, reuseGraceMs = 0, apps } = options;
  const book = createTokenBook(nowMs, options.random, lifetimeMs);
  const totals = book.totals;
  const consents = options.consents ?? (() => true);
  const codes = codesOf(options);
  const certificates = createCertificateGrants(options);
  let revoked = false;

  const refuse = (error: string): TokenReply => {
    totals.refused++;
    return { status: 400, body: JSON.stringify({ error }) };
  };
  const rotate = (token: string): TokenReply => {
    const known = book.refresh.get(token) ?? (options.forgetful === true && /^refresh-/.test(token) ? book.adopt(token) : undefined);
    if (known === undefined || !known.grant.alive) return refuse("invalid_grant");
    if (!book.use(known, reuseGraceMs)) return refuse("invalid_grant");
    return tokenAnswer(book.pair(known.grant), lifetimeMs);
  };
  const redeem = (form: URLSearchParams, clientId: string | null): TokenReply => {
    const consent = codes.redeem(form, clientId);
    if (consent === null) return refuse("invalid_grant");
    revoked = false;
    return tokenAnswer(book.pair({ alive: true, tenants: consent.tenants }), lifetimeMs);
  };
  const byCertificate = (form: URLSearchParams): TokenReply => {
    if (revoked) return refuse("invalid_client");
    const error = certificates.refusal(form);
    if (error !== null) return refuse(error);
    return tokenAnswer(book.pair({ alive: true, tenants: null }), lifetimeMs, false);
  };

  return {
    issue(tenants) {
      revoked = false;
      return book.pair({ alive: true, tenants: tenants ?? null });
    },
    expire: book.expire,
    revoke() {
      revoked = true;
      for (const { grant } of book.access.values()) grant.alive = false;
    },
    check: book.check,
    authorize: (query, decision = consents() ? { tenants: null } : "denied") => codes.authorize(query, consents() ? decision : "denied"),
    exchange(form, authorization) {
      const grantType = form.get("grant_type");
      if (grantType === "client_credentials") return byCertificate(form);
      const client = clientOf(form, authorization, apps);
      if (client.wrong) return refuse("invalid_client");
      if (grantType === "authorization_code") return redeem(form, client.clientId);
      return grantType === "refresh_token" ? rotate(form.get("refresh_token") ?? "") : refuse("unsupported_grant_type");
    },
    revokeToken(form, authorization) {
      if (clientOf(form, authorization, apps).wrong) return refuse("invalid_client");
      const token = form.get("token") ?? "";
      const grant = (book.refresh.get(token) ?? book.access.get(token))?.grant;
      if (grant !== undefined) grant.alive = false;
      return { status: 200, body: "" };
    },
    tenantsOf: (accessToken) => book.access.get(accessToken)?.grant.tenants ?? null,
    leave(accessToken, tenantId) {
      const grant = book.access.get(accessToken)?.grant;
      if (grant !== undefined) grant.tenants = (grant.tenants ?? []).filter((one) => one !== tenantId);
    },
    upload: certificates.upload,
    totals,
  };
}

function codesOf({ nowMs, random, apps, approvedScopes, acceptsRedirect = () => true }: TokenOptions) {
  const knowsClient = (clientId: string): boolean => apps?.has(clientId) ?? true;
  return createCodes(nowMs, random, { approvedScopes: approvedScopes ?? null, acceptsRedirect, knowsClient });
}

/** The uploaded certificates, and what is wrong with an assertion. */
function createCertificateGrants({ audience, nowMs }: Pick<TokenOptions, "audience" | "nowMs">) {
  const uploaded: UploadedCertificate[] = [];
  const used = new Set<string>();
  return {
    refusal: (form: URLSearchParams) => (audience === undefined ? null : checkAssertion(form, uploaded, audience, nowMs(), used).error),
    upload: (certificate: Omit<UploadedCertificate, "certificateId">): string => {
      const { fingerprint256 } = new X509Certificate(certificate.certificate);
      const certificateId = fingerprint256.replaceAll(":", "").slice(0, 24);
      uploaded.push({ ...certificate, certificateId });
      return certificateId;
    },
  };
}

/** Who asks, by Basic or by the form; `wrong` when the app is unknown or its secret is. */
function clientOf(
  form: URLSearchParams,
  authorization: string | undefined,
  apps: TokenOptions["apps"],
): { readonly clientId: string | null; readonly wrong: boolean } {
  const basic = /^Basic (.+)$/.exec(authorization ?? "")?.[1];
  const [name = "", secret = ""] =
    basic === undefined
      ? []
      : Buffer.from(basic, "base64")
          .toString("utf8")
          .split(":")
          .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
  const clientId = basic === undefined ? form.get("client_id") : name;
  if (apps === undefined) return { clientId, wrong: false };
  const right = apps.get(clientId ?? "");
  const isWrong = right === undefined || (right === null ? basic !== undefined && secret !== "" : secret !== right);
  return { clientId, wrong: isWrong };
}

function tokenAnswer(pair: TokenPair, lifetimeMs: number, withRefresh = true): TokenReply {
  const body = {
    access_token: pair.accessToken,
    token_type: "Bearer",
    expires_in: Math.floor(lifetimeMs / 1000),
    ...(withRefresh ? { refresh_token: pair.refreshToken } : {}),
  };
  return { status: 200, body: JSON.stringify(body) };
}
