import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import { failure } from "#shared/model/ledger/failure.ts";
import { topic } from "../define.ts";

/** The firm's own registration with a ledger's vendor. The secret goes in and never comes out. */
export const registeredApp = z.object({
  clientId: z.string(),
  /** `loopback` (any port of this machine), a registered `http://localhost:PORT/PATH`, or the https address of a landing page. */
  redirect: z.string(),
  hasSecret: z.boolean(),
});
export type RegisteredApp = z.output<typeof registeredApp>;

/** One kind of ledger that can be signed in to: a profile with addresses, or a practice ledger of this machine. */
export const signInChoice = z.object({
  /** What `signIn.begin` and `signIn.setApp` take: the profile's name, or `practice-a`, `practice-b`, `practice-c`. */
  profile: z.string(),
  label: z.string(),
  system: ledgerSystem,
  ledger: z.string(),
  /** A simulated ledger on this machine: no registration is needed, `app` is already there. */
  practice: z.boolean(),
  /** `redirect`: what this ledger's vendor lets an app register. */
  redirect: z.enum(["loopback", "registered", "https"]),
  /** What may be typed for `redirect` when the app is set; shown as the field's proposal. */
  proposedRedirect: z.string(),
  /** Whether the vendor gives the app a secret. */
  clientSecret: z.enum(["none", "optional", "required"]),
  /** Null: the tenant comes out of the sign-in. Otherwise a person types the account (its label; a proposal or empty). */
  account: z.object({ label: z.string(), proposal: z.string() }).nullable(),
  /** The general-ledger feed can be asked for; unapproved for the app, asking refuses the whole sign-in. */
  journals: z.boolean(),
  /** Tenants are chosen at the ledger, one each time, or listed after it, several at once. */
  tenants: z.enum(["several", "one"]),
  /** A certificate can sign in instead of a person. */
  certificates: z.boolean(),
  app: registeredApp.nullable(),
});
export type SignInChoice = z.output<typeof signInChoice>;

export const foundTenant = z.object({
  tenantId: z.string(),
  name: z.string(),
  /** The client that is connected to it already. */
  connectedTo: z.object({ clientId: z.string(), name: z.string() }).nullable(),
});
export type FoundTenantView = z.output<typeof foundTenant>;

/** How one tenant's connection came out. */
export const tenantOutcome = z.object({
  tenantId: z.string(),
  state: z.enum(["waiting", "connecting", "connected", "failed"]),
  clientId: z.string().nullable(),
  connectionId: z.string().nullable(),
  failure: failure.nullable(),
});
export type TenantOutcome = z.output<typeof tenantOutcome>;

/**
 * A sign-in on its way: `browser` (the person is at the ledger), `looking` (which tenants there are),
 * `choose` (waits for `signIn.connect`), `connecting`, then `done`, `failed` or `cancelled`.
 */
export const signInView = z.object({
  signInId: z.string(),
  profile: z.string(),
  ledger: z.string(),
  state: z.enum(["browser", "looking", "choose", "connecting", "done", "failed", "cancelled"]),
  tenants: z.array(foundTenant),
  outcomes: z.array(tenantOutcome),
  failure: failure.nullable(),
});
export type SignInView = z.output<typeof signInView>;

/** The public part of a key for signed assertions; the private one stays in the keychain. */
export const certificateView = z.object({
  keyId: z.string(),
  name: z.string(),
  algorithm: z.enum(["PS256", "ES256"]),
  /** PEM text, for upload at the ledger. */
  certificate: z.string(),
  /** SHA-256 of the certificate, in hex. */
  fingerprint: z.string(),
  notBefore: instantString,
  notAfter: instantString,
  daysLeft: z.number().int(),
  /** Set 60 days before its end and after it. */
  warning: z.string().nullable(),
});
export type CertificateView = z.output<typeof certificateView>;

export const disconnectOutcome = z.object({
  /** `not_needed`: another connection still uses the grant, or nothing was granted to this machine. */
  revoked: z.enum(["revoked", "not_offered", "not_needed", "unreachable"]),
  /** Words for people: what was ended at the ledger, what was deleted here, what stays. */
  words: z.array(z.string()),
});
export type DisconnectOutcome = z.output<typeof disconnectOutcome>;

/** Whether tokens can be kept. `session`: a person chose to keep them in memory while the keychain can't be used. */
export const keychainState = z.object({ problem: failure.nullable(), session: z.boolean() });
export type KeychainState = z.output<typeof keychainState>;

export const signInTopics = {
  /** A sign-in moved. */
  "signIn.changed": topic(signInView),
};
