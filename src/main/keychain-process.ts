/**
 * The process that alone loads a native keychain library: started by the host at the first secret,
 * ended with its owner. Secrets come and go over its private channel, never in arguments or environment.
 */
import { serveKeychain } from "./hosts/node/keychain/serve-keychain.ts";

serveKeychain();
