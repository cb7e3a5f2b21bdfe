import { z } from "zod";
import { failure } from "#shared/model/failure.ts";
import { calendarDateString, instantString } from "#shared/model/money.ts";
import { ledgerSystem } from "#shared/model/source-ref.ts";
import { command, query, topic } from "./define.ts";

const text = z.string().trim().min(1).max(2_000);
const ofClient = z.object({ clientId: z.string() });

/** The firm's own registration with a ledger's vendor. The secret goes in and never comes out. */
export const registeredApp = z.object({
  clientId: z.string(),
  /** `loopback` (any port of this machine), a registered `http://localhost:PORT/PATH`, or the https address of a landing page. */
  redirect: z.string(),
  hasSecret: z.boolean(),
});

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

/** Where a tenant goes: to a client that has no connection, or to a new client of that name. */
const target = z.union([z.object({ clientId: z.string() }), z.object({ newClient: text })]);
const certificateUse = z.object({
  client: target,
  profile: text,
  account: z.string().trim().max(80).default(""),
  /** The app's client id at the ledger, and the id that the ledger gave the uploaded certificate. */
  app: text,
  certificateId: text,
  keyId: z.string(),
});

/** Whether tokens can be kept. `session`: a person chose to keep them in memory while the keychain can't be used. */
export const keychainState = z.object({ problem: failure.nullable(), session: z.boolean() });

export const signInContract = {
  /** The ledgers that can be signed in to, practice ledgers last. Starts nothing. */
  "signIn.choices": query(z.object({}), z.array(signInChoice)),
  /** Remembers the firm's registration of a profile. Without `clientSecret` a kept secret stays; null deletes it. */
  "signIn.setApp": command(
    z.object({ profile: text, clientId: text, redirect: text, clientSecret: z.string().trim().min(1).max(2_000).nullable().optional() }),
    registeredApp,
  ),
  /** Looks whether the keychain can be used, before anybody signs in. May make the system ask for its password. */
  "signIn.keychain": query(z.object({}), keychainState),
  /** New tokens that the keychain can't take are kept in memory until Tieout closes; nothing is written to a disk. */
  "signIn.keepForSession": command(z.object({}), keychainState),
  /** Opens the browser and comes back at once; ask `signIn.show` or listen to `signIn.changed`. */
  "signIn.begin": command(
    z.object({ profile: text, account: z.string().trim().max(80).default(""), journals: z.boolean().default(false) }),
    signInView,
  ),
  /** Null when it is not (or no longer) known. */
  "signIn.show": query(z.object({ signInId: z.string() }), signInView.nullable()),
  /** Sign-ins that are on their way or wait for a choice: a window that was closed finds its own again. */
  "signIn.active": query(z.object({}), z.array(signInView)),
  /** The ledger's page of a sign-in in the state `browser`, for where no browser opened; null before and after. Opens nothing. */
  "signIn.address": query(z.object({ signInId: z.string() }), z.object({ address: z.string().nullable() })),
  /** Opens the ledger's page again for a sign-in in the state `browser`, and answers its address, to be copied into another browser. */
  "signIn.openAgain": command(z.object({ signInId: z.string() }), z.object({ address: z.string() }), "viewer"),
  /** Ends a sign-in; a grant that was already given is revoked and not kept. Nothing happens while it is `connecting`. */
  "signIn.cancel": command(z.object({ signInId: z.string() }), z.object({}), "viewer"),
  /** Connects the chosen tenants, one connection each; answers when each of them is connected or failed. */
  "signIn.connect": command(
    z.object({
      signInId: z.string(),
      tenants: z
        .array(z.object({ tenantId: z.string(), client: target }))
        .min(1)
        .max(200),
    }),
    signInView,
  ),
  /**
   * Ends a connection: revoked at the ledger where it offers that, tokens deleted here. The mirror and its
   * cursors stay readable; signing in again takes it up. `forget` also takes the connection from the client.
   */
  "connections.disconnect": command(ofClient.extend({ forget: z.boolean().default(false) }), disconnectOutcome, "admin"),

  "certificates.list": query(z.object({}), z.array(certificateView)),
  /** Makes a key and a self-signed certificate of at most two years. */
  "certificates.make": command(
    z.object({
      name: text,
      algorithm: z.enum(["PS256", "ES256"]).default("PS256"),
      until: calendarDateString.optional(),
    }),
    certificateView,
  ),
  /** Takes a private key and its certificate, both as PEM text. */
  "certificates.import": command(
    z.object({ name: text, privateKey: z.string().max(20_000), certificate: z.string().max(20_000) }),
    certificateView,
  ),
  /** Deletes a key that no connection uses. */
  "certificates.forget": command(z.object({ keyId: z.string() }), z.object({}), "admin"),
  /** Connects a client by a certificate; answers when the ledger has said who it is, or why not. */
  "certificates.connect": command(certificateUse, tenantOutcome),

  /** A sign-in moved. */
  "signIn.changed": topic(signInView),
};
