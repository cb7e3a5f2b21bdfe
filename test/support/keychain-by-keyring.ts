/** The keychain's helper process on a machine where keytar has no binding. */
import { loadKeyring } from "#main/hosts/node/keychain/keychain-libraries.ts";
import { serveKeychain } from "#main/hosts/node/keychain/serve-keychain.ts";

serveKeychain([loadKeyring]);
