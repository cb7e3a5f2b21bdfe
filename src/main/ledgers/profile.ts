import { z } from "zod";
import type { Result } from "#shared/kernel/result.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/**
 * A vendor's addresses and names that may change, as data (resources/profiles). `neutral` holds the
 * specification's names. Every key has a default, so a profile file contains only what differs.
 */
export const profileSchema = z.strictObject({
  name: z.string().min(1),
  a: z
    .strictObject({
      tenantHeader: z.string().default("Ledger-Tenant-Id"),
      wrapCollections: z.boolean().default(true),
    })
    .prefault({}),
  b: z
    .strictObject({
      minorVersion: z.string().default("75"),
    })
    .prefault({}),
  c: z
    .strictObject({
      queryPath: z.string().default("/query/v1/query_language"),
      recordPath: z.string().default("/record/v1"),
      restPrefix: z.string().default("/services/rest"),
      /** Header that makes the record service reject misspelled fields, which it otherwise drops silently. */
      nameValidationHeader: z.string().default("X-PropertyNameValidation"),
      /** Column that holds the outstanding amount of a transaction's main line. */
      outstandingColumn: z.string().default("foreignamountunpaid"),
    })
    .prefault({}),
  oauth: z
    .strictObject({
      authorizeUrl: z.string().optional(),
      tokenUrl: z.string().optional(),
      revokeUrl: z.string().optional(),
      /** Requested at every sign-in. */
      scopes: z.array(z.string()).default([]),
      /** Requested only when a connection wants journals: a grant with an unapproved scope is refused as a whole. */
      journalsScope: z.string().optional(),
    })
    .prefault({}),
  /** What a sign-in needs without a connection file; absent in profiles without sign-in. */
  signIn: z
    .strictObject({
      system: ledgerSystem,
      label: z.string().min(1),
      /** As the `baseUrl` of a connection file; `{host}` stands for the account in the ledger's addresses. */
      baseUrl: z.string(),
      /** Lists the tenants of a grant; a tenant is disconnected there as well. */
      tenantsUrl: z.string().optional(),
      /** The redirect addresses the vendor allows: any loopback port, one exact loopback address, or https only. */
      redirect: z.enum(["loopback", "registered", "https"]),
      /** Whether the vendor issues a client secret. */
      clientSecret: z.enum(["none", "optional", "required"]),
    })
    .optional(),
  /** For people only: addresses and remarks that help to write a connection file. The code doesn't use them. */
  forPeople: z.record(z.string(), z.string()).default({}),
});
export type Profile = z.infer<typeof profileSchema>;

/** Reads a profile file's JSON. The failure names the key. */
export function readProfile(json: unknown): Result<Profile, Failure> {
  const read = readGiven(profileSchema, json);
  if (read.ok) return read;
  const field = read.failure.path.join(".");
  const message = wrongField(field === "" ? "The profile" : `${field} in the profile`, read.failure.message);
  return { ok: false, failure: { code: "invalid_input", message, field: field || "profile" } };
}
