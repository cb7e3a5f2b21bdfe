import { z } from "zod";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { importKeys, listKeys, revokeKey } from "#main/store/clients/person-keys.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { fingerprint, KEY_FILE_FORMAT, type KeyFile, keyFile, type PersonKey, personKey } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Public keys that people sign close packs with. The private parts never leave the keychain. */
export const keyOperations = [
  query("keys.list", {
    summary: "List the public keys of the people who sign close packs",
    input: z.object({}),
    output: z.array(personKey),
    runs: "firmReader",
    perform: ({ firm }) => ok(listKeys(firm)),
    command: {
      verb: "key list",
      table: {
        rows: (keys) => keys,
        columns: [
          left("person", 24, (row) => row.person),
          left("computer", 24, (row) => row.machine),
          left("status", 10, (row) => (row as unknown as PersonKey).ended?.how ?? "in use"),
          left("added", 24, (row) => row.addedAt),
          left("fingerprint", 64, (row) => row.keyId),
        ],
      },
    },
  }),

  // Public keys check signatures and can't make any.
  query("keys.export", {
    summary: "Export the firm's public keys, so that others can verify the firm's close packs",
    input: z.object({}),
    output: keyFile,
    runs: "firmReader",
    perform: ({ firm }) => ok({ format: KEY_FILE_FORMAT, version: 1, firm: null, keys: listKeys(firm) } satisfies KeyFile),
  }),

  command("keys.import", {
    summary: "Add the public keys in an exported file to the firm's list",
    input: z.object({ content: z.string().max(4_000_000).describe("Exported file of public keys") }),
    output: z.object({ added: z.number().int(), ended: z.number().int() }),
    runs: "firmWriter",
    allowed: "admin",
    perform: ({ firm, person }, { content }) => {
      const keys = keysIn(content);
      return keys.ok ? ok(importKeys(firm, keys.value, person)) : keys;
    },
    command: {
      verb: "key import",
      options: { content: { option: "file", file: "text" } },
      lines: ({ added, ended }) => [`Keys added: ${added}. Keys marked as replaced or revoked: ${ended}.`],
    },
  }),

  // A revoked key stays revoked, because a person who has the private part can sign with any date.
  command("keys.revoke", {
    summary: "Revoke a public key whose private key may have been compromised",
    input: z.object({
      keyId: z
        .string()
        .trim()
        .regex(/^[0-9a-f]{8,64}$/, "enter at least the first 8 digits of a fingerprint, without spaces")
        .describe("Fingerprint of the key"),
      why: z.string().trim().min(1, "give a reason").max(500).describe("Reason"),
    }),
    output: personKey,
    runs: "firmWriter",
    allowed: "admin",
    perform: ({ firm, person, nowMs }, { keyId, why }) => revokeKey(firm, { keyId, why, by: person, nowMs }),
    command: {
      verb: "key revoke",
      options: { keyId: "fingerprint" },
      lines: (key) => [`Revoked ${key.person}'s key on ${key.machine} (fingerprint ${fingerprint(key.keyId)}).`],
    },
  }),
] as const;

const NO_KEYS = "The file isn't a list of public keys, or it was changed.";

/** The keys of an exported file; each has to have the fingerprint that the file gives it. */
function keysIn(content: string): Result<readonly PersonKey[], Failure> {
  const refuse = (message: string): Result<never, Failure> =>
    fail({ code: "invalid_input", message, field: "content", next: "Ask the sender to export the file again in Settings › People." });
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return refuse(NO_KEYS);
  }
  const parsed = keyFile.safeParse(json);
  if (!parsed.success) return refuse(NO_KEYS);
  const wrong = parsed.data.keys.find(({ keyId, publicKey }) => sha256(Buffer.from(publicKey, "base64")) !== keyId);
  return wrong === undefined ? ok(parsed.data.keys) : refuse(`${wrong.person}'s key doesn't match its fingerprint.`);
}
