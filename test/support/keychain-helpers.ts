import { loadKeytar } from "#main/hosts/node/keychain/keychain-libraries.ts";

/** The helper process that ships, and ones that know a single library. */
export const INSTALLED = new URL("../../src/main/keychain-process.ts", import.meta.url);
export const KEYRING_ALONE = new URL("./keychain-by-keyring.ts", import.meta.url);
export const KEYTAR_ALONE = new URL("./keychain-by-keytar.ts", import.meta.url);

/** keytar needs a binding that was built on this machine. */
export const keytarLoads = await loadKeytar().then(
  () => true,
  () => false,
);

/** A locked keyring answers keytar like an empty one, and asks the person when the other library calls. */
export const HELPERS = [
  { library: "the library that loads first", entry: INSTALLED, locked: keytarLoads ? "locked" : "cancelled" },
  { library: "@napi-rs/keyring alone", entry: KEYRING_ALONE, locked: "cancelled" },
] as const;
