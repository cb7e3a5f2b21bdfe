import type { ClientSync } from "#shared/contract/sync.ts";
import type { Failure } from "#shared/model/failure.ts";

const KEYCHAIN: ReadonlySet<string> = new Set(["keychain_unavailable", "secret_missing"]);

interface SignInStanding {
  readonly kind: "signed_in" | "needs_sign_in" | "keychain";
  /** What was said about it, where something was. */
  readonly failure: Failure | null;
}

/** Whether what we sign in with still holds, as the last reading found it. A fault of the keychain is not one of the ledger. */
export function signInStanding(sync: ClientSync | undefined): SignInStanding {
  const failures = [sync?.failure ?? null, ...(sync?.streams ?? []).map((stream) => stream.failure)].filter((failure) => failure !== null);
  const keychain = failures.find(({ code }) => KEYCHAIN.has(code));
  if (keychain !== undefined) return { kind: "keychain", failure: keychain };
  const dead = failures.find(({ code }) => code === "needs_sign_in") ?? null;
  return { kind: sync?.state === "needs_sign_in" || dead !== null ? "needs_sign_in" : "signed_in", failure: dead };
}
