import { instantOf, type ReadableView } from "./readable-view.ts";

/** Keys of people. */
export const keyViews: readonly ReadableView[] = [
  {
    name: "signature_keys",
    about: "Public keys that people of the firm sign close packs and sign-offs with, ended ones included",
    columns: [
      ["key_id", "key_id", "Fingerprint: SHA-256 of the public key"],
      ["person", "person", "Whose key it is"],
      ["machine", "machine", "Computer that has the private key"],
      ["public_key", "public_key", "Ed25519 public key, DER in base64"],
      ["added_at", instantOf("added_ms"), "When it was added"],
      ["added_by", "added_by", "Who added it"],
      ["ended", "ended_how", "replaced or revoked; empty while it is used"],
      ["ended_at", instantOf("ended_ms"), "When it ended"],
      ["ended_by", "ended_by", "Who ended it"],
      ["ended_reason", "ended_why", "Why it was revoked"],
    ],
    from: "FROM person_key",
  },
];
