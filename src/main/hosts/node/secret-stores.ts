import type { SecretStore } from "#main/ports/index.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

const SERVICE = "app.tieout";
const CANARY = "keychain-check";

/** Secrets for the length of this process. */
export function memorySecrets(): SecretStore {
  const values = new Map<string, string>();
  return {
    kind: "memory",
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => {
      values.set(name, value);
    },
    delete: async (name) => {
      values.delete(name);
    },
  };
}

type Keytar = Pick<typeof import("keytar"), "getPassword" | "setPassword" | "deletePassword">;

/**
 * The operating system's keychain through keytar. A locked keychain answers "no such entry", so a
 * canary entry is written and read back first: without it nothing that is read can be believed.
 * @returns a failure with code `keychain_unavailable`; there is no fall-back to a plain file
 */
export async function keychainSecrets(): Promise<Result<SecretStore, Failure>> {
  try {
    const loaded = (await import("keytar")) as unknown as Keytar & { readonly default?: Keytar };
    const keytar = loaded.default ?? loaded;
    await keytar.setPassword(SERVICE, CANARY, "ok");
    if ((await keytar.getPassword(SERVICE, CANARY)) !== "ok") throw new Error("the keychain is locked");
    return ok({
      kind: "keychain",
      get: (name) => keytar.getPassword(SERVICE, name),
      set: async (name, value) => {
        await keytar.setPassword(SERVICE, name, value);
        if ((await keytar.getPassword(SERVICE, name)) !== value) throw new Error(`the keychain did not keep ${name}`);
      },
      delete: async (name) => {
        await keytar.deletePassword(SERVICE, name);
      },
    });
  } catch (error) {
    return fail({
      code: "keychain_unavailable",
      message: `The operating system's keychain can not be used: ${(error as Error).message}.`,
      next: "Unlock or install the keychain (on Linux a secret service such as gnome-keyring), or start with --secrets memory to keep tokens for this run only.",
    });
  }
}

/** A keychain that is opened at the first secret, so that commands which need none do not need a keychain. */
export function lazyKeychain(): SecretStore {
  let opened: Promise<Result<SecretStore, Failure>> | null = null;
  const store = async (): Promise<SecretStore> => {
    opened ??= keychainSecrets();
    const result = await opened;
    if (!result.ok) {
      opened = null;
      throw new KeychainUnavailable(result.failure);
    }
    return result.value;
  };
  return {
    kind: "keychain",
    get: async (name) => (await store()).get(name),
    set: async (name, value) => (await store()).set(name, value),
    delete: async (name) => (await store()).delete(name),
  };
}

/** Thrown by a keychain that can not be opened; carries what to tell the person. */
export class KeychainUnavailable extends Error {
  override readonly name = "KeychainUnavailable";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
