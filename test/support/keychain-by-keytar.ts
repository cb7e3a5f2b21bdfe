/** The keychain's helper process of the versions that knew keytar alone. */
import { loadKeytar } from "#main/hosts/node/keychain/keychain-libraries.ts";
import { serveKeychain } from "#main/hosts/node/keychain/serve-keychain.ts";

serveKeychain([loadKeytar]);
