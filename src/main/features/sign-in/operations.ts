import { z } from "zod";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import {
  type CertificateView,
  certificateView,
  keychainState,
  registeredApp,
  signInChoice,
  signInView,
  tenantOutcome,
} from "#shared/contract/connections/sign-in.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { minuteName } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import { calendarDateString } from "#shared/model/books/money.ts";

const text = z.string().trim().min(1).max(2_000);
const profile = text.describe("Name of the ledger's profile");
const account = z.string().trim().max(80).default("").describe("Account ID at the ledger, if the ledger asks for an account");
const ofSignIn = z.object({ signInId: shortId });
const pem = z.string().max(20_000);

/** Where a tenant goes: to a client that has no connection, or to a new client of that name. */
const target = z.union([z.object({ clientId }), z.object({ newClient: text })]);

/** Signing in to ledgers. Secrets go in here and never come out. */
export const signInOperations = [
  query("signIn.choices", {
    summary: "List the ledgers you can sign in to, practice ledgers last",
    input: z.object({}),
    output: z.array(signInChoice),
    runs: "core",
    perform: ({ signIns }) => signIns.choices(),
  }),

  command("signIn.setApp", {
    summary: "Save the details of the app that the firm registered with a ledger",
    input: z.object({
      profile,
      clientId: text.describe("The client ID that the ledger gave the app"),
      redirect: text,
      clientSecret: text
        .nullable()
        .optional()
        .describe("The app's client secret. Leave it out to keep the saved secret, or use null to delete the secret"),
    }),
    output: registeredApp,
    runs: "core",
    perform: ({ signIns }, app) => signIns.setApp(app),
  }),

  query("signIn.keychain", {
    summary: "Check the keychain before a sign-in. Your computer may ask for the keychain's password",
    input: z.object({}),
    output: keychainState,
    runs: "core",
    perform: async ({ signIns }) => ok(await signIns.keychain()),
  }),

  command("signIn.keepForSession", {
    summary: "If the keychain can't be used, keep sign-ins in memory only, until Tieout closes",
    input: z.object({}),
    output: keychainState,
    runs: "core",
    perform: async ({ signIns }) => ok(await signIns.keepForSession()),
  }),

  // `signIn.changed` tells how it goes on.
  command("signIn.begin", {
    summary: "Open the browser for a sign-in",
    input: z.object({ profile, account, journals: z.boolean().default(false).describe("Also ask for access to the general-ledger feed") }),
    output: signInView,
    runs: "core",
    perform: ({ signIns }, asked) => signIns.begin(asked),
  }),

  query("signIn.show", {
    summary: "Show the state of a sign-in, or null if Tieout no longer knows the sign-in",
    input: ofSignIn,
    output: signInView.nullable(),
    runs: "core",
    perform: async ({ signIns }, { signInId }) => ok(await signIns.show(signInId)),
  }),

  // A window that was closed finds its own sign-in again.
  query("signIn.active", {
    summary: "List the sign-ins in progress",
    input: z.object({}),
    output: z.array(signInView),
    runs: "core",
    perform: async ({ signIns }) => ok([...(await signIns.active())]),
  }),

  query("signIn.address", {
    summary:
      "Show the address of the ledger's sign-in page, in case no browser opened. If Tieout isn't waiting for you on that page, the address is null",
    input: ofSignIn,
    output: z.object({ address: z.string().nullable() }),
    runs: "core",
    perform: async ({ signIns }, { signInId }) => ok({ address: signIns.address(signInId) }),
  }),

  command("signIn.openAgain", {
    summary: "Open the ledger's sign-in page again",
    input: ofSignIn,
    output: z.object({ address: z.string() }),
    runs: "core",
    allowed: "viewer",
    perform: ({ signIns }, { signInId }) => signIns.openAgain(signInId),
  }),

  // Nothing happens while it is connecting.
  command("signIn.cancel", {
    summary: "Cancel a sign-in. Tieout also asks the ledger to revoke access already granted, unless that could end other connections",
    input: ofSignIn,
    output: z.object({}),
    runs: "core",
    allowed: "viewer",
    perform: async ({ signIns }, { signInId }) => {
      await signIns.cancel(signInId);
      return ok({});
    },
  }),

  command("signIn.connect", {
    summary: message("Connect the chosen organizations, one connection each"),
    input: ofSignIn.extend({
      tenants: z
        .array(z.object({ tenantId: shortId, client: target }))
        .min(1)
        .max(200),
    }),
    output: signInView,
    runs: "core",
    perform: ({ signIns }, { signInId, tenants }) => signIns.connect(signInId, tenants),
  }),
] as const;

/** Certificates that sign in instead of a person, and their keys. */
export const certificateOperations = [
  query("certificates.list", {
    summary: "List this computer's certificates and their expiration dates",
    input: z.object({}),
    output: z.array(certificateView),
    runs: "core",
    perform: ({ signIns }) => signIns.certificates(),
    command: {
      verb: "certificate list",
      table: {
        rows: (certificates) => certificates,
        columns: [
          left("key", 36, (row) => row.keyId),
          left("name", 24, (row) => row.name),
          left("signs with", 10, (row) => row.algorithm),
          left("expires", 24, (row) => row.notAfter),
          right("days left", 9, (row) => row.daysLeft),
        ],
      },
    },
  }),

  query("certificates.uploadAddress", {
    summary:
      "Show the web address where a practice ledger accepts certificates. The address is null if the ledger isn't a practice ledger or doesn't use certificates",
    input: z.object({ profile, account }),
    output: z.object({ address: z.string().nullable() }),
    runs: "core",
    perform: async ({ signIns }, place) => {
      const address = await signIns.uploadAddress(place);
      return address.ok ? ok({ address: address.value }) : address;
    },
  }),

  command("certificates.make", {
    summary: "Create a key in the keychain, and a self-signed certificate that is valid for up to two years",
    input: z.object({
      name: text.describe("Name of the key"),
      algorithm: z.enum(["PS256", "ES256"]).default("PS256").describe("Signing algorithm"),
      until: calendarDateString.optional().describe("Last day that the certificate is valid"),
    }),
    output: certificateView,
    runs: "core",
    perform: ({ signIns }, asked) => signIns.makeCertificate(asked),
    command: { verb: "certificate make", lines: certificateLines },
  }),

  command("certificates.import", {
    summary: "Import a private key and its certificate into the keychain",
    input: z.object({
      name: text.describe("Name of the key"),
      privateKey: pem.describe("PEM file of the private key"),
      certificate: pem.describe("PEM file of the certificate"),
    }),
    output: certificateView,
    runs: "core",
    perform: ({ signIns }, given) => signIns.importCertificate(given),
    command: {
      verb: "certificate import",
      options: { privateKey: { option: "key", file: "text" }, certificate: { option: "certificate", file: "text" } },
      lines: certificateLines,
    },
  }),

  command("certificates.forget", {
    summary: "Delete a key that no connection uses",
    input: z.object({ keyId: shortId.describe("Key ID") }),
    output: z.object({ forgotten: z.literal(true) }),
    runs: "core",
    allowed: "admin",
    perform: async ({ signIns }, { keyId }) => {
      const forgotten = await signIns.forgetCertificate(keyId);
      return forgotten.ok ? ok({ forgotten: true as const }) : forgotten;
    },
    command: {
      verb: "certificate forget",
      options: { keyId: "key" },
      lines: () => ["The key is deleted. If its certificate was uploaded to a ledger, revoke the certificate there."],
    },
  }),

  command("certificates.connect", {
    summary: "Connect a client with a certificate, and wait until the ledger has identified the company",
    input: z.object({
      client: target,
      profile,
      account,
      app: text.describe("The app's client ID at the ledger"),
      certificateId: text.describe("Certificate ID, as shown by the ledger after the upload"),
      keyId: shortId,
    }),
    output: tenantOutcome,
    runs: "core",
    perform: ({ signIns }, use) => signIns.connectByCertificate(use),
  }),
] as const;

function certificateLines({ keyId, algorithm, notAfter, certificate, warning }: CertificateView): string[] {
  return [
    `Certificate of key ${keyId} (${algorithm}), valid until ${minuteName(notAfter)}. If the ledger doesn't have it yet, upload this text to the ledger:`,
    ...certificate.trimEnd().split("\n"),
    ...(warning === null ? [] : [warning]),
  ];
}
