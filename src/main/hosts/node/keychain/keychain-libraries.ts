import { CANARY } from "./keychain-store.ts";
import type { KeychainItems } from "./long-values.ts";

const SERVICE = "app.tieout";

/** One way to the system's keychain. Loading it rejects where it is not installed or has no binding for this machine. */
export type LoadKeychain = () => Promise<KeychainItems>;

/** `findCredentials` is left out on purpose: on a locked keyring it takes the process down. */
type Keytar = Pick<typeof import("keytar"), "getPassword" | "setPassword" | "deletePassword">;

/** Archived upstream, and needs a binding that was compiled or fetched for this machine. */
export const loadKeytar: LoadKeychain = async () => {
  const loaded = (await import("keytar")) as unknown as Keytar & { readonly default?: Keytar };
  const keytar = loaded.default ?? loaded;
  return {
    get: (name) => keytar.getPassword(SERVICE, name),
    set: (name, value) => keytar.setPassword(SERVICE, name, value),
    delete: async (name) => void (await keytar.deletePassword(SERVICE, name)),
  };
};

/** Maintained, and comes with a binding for every system that Tieout runs on. */
export const loadKeyring: LoadKeychain = async () => {
  const { AsyncEntry } = await import("@napi-rs/keyring");
  // Left to itself it falls back to the kernel's keyring, which forgets everything when the machine restarts.
  const entry = (name: string) => new AsyncEntry(SERVICE, name, { linux: { store: "secret-service" } });
  return {
    get: async (name) => (await entry(name).getPassword()) ?? null,
    set: async (name, value) => entry(name).setPassword(value),
    delete: async (name) => void (await entry(name).deletePassword()),
  };
};

/**
 * The first library that loads. The others file the same name under other attributes, and what they still
 * hold was kept while the first one did not load: it is newer, and moves to the first before anything else
 * is done with its name. Rejects where none loads.
 * @param apart false where the libraries use the same entries: there nothing may be moved or deleted
 */
export async function firstThatLoads(libraries: readonly LoadKeychain[], apart = process.platform !== "darwin"): Promise<KeychainItems> {
  const loaded = await Promise.allSettled(libraries.map((load) => load()));
  const [first, ...others] = loaded.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (first === undefined) throw (loaded[0] as PromiseRejectedResult).reason;
  const get = async (name: string): Promise<string | null> => {
    const held = await first.get(name);
    // Each library proves itself by its own canary: asking another one raises a prompt where the keychain is locked.
    for (const other of name === CANARY || !apart ? [] : others) {
      const newer = await other.get(name);
      if (newer === null) continue;
      if (newer !== held) await first.set(name, newer);
      if ((await first.get(name)) === newer) await other.delete(name);
      return newer;
    }
    return held;
  };
  return {
    get,
    // Moved first: a process that dies in between leaves either value, and never an older one that looks newer.
    set: async (name, value) => {
      await get(name);
      await first.set(name, value);
    },
    delete: async (name) => {
      await get(name);
      await first.delete(name);
    },
  };
}
