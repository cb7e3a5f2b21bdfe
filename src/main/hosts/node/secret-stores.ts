import type { SecretStore } from "#main/ports/index.ts";
import { forkKeychain } from "./keychain/fork-keychain.ts";
import { superviseKeychain } from "./keychain/keychain-items.ts";
import type { SpawnKeychain } from "./keychain/keychain-messages.ts";
import { keychainStore } from "./keychain/keychain-store.ts";

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

/** The operating system's keychain; its helper process starts at the first secret. */
export function keychainSecrets(entry: URL, spawn: SpawnKeychain = forkKeychain(entry)): SecretStore {
  return keychainStore(superviseKeychain(spawn));
}
