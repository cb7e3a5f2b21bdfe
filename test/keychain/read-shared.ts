/** Run by the keychain test in a process of its own: prints the secret that is named, or the failure as JSON. */
import { keychainSecrets } from "#main/hosts/node/secret-stores.ts";
import { SecretsUnavailable } from "#main/ports/index.ts";

const secrets = keychainSecrets(new URL("../../src/main/keychain-process.ts", import.meta.url));
try {
  process.stdout.write(`${await secrets.get(process.argv[2] ?? "")}\n`);
} catch (error) {
  if (!(error instanceof SecretsUnavailable)) throw error;
  process.stdout.write(`${JSON.stringify(error.failure)}\n`);
}
