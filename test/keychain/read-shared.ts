/** Run by the keychain test in a process of its own: reads through the helper that is named and prints the secret, or the failure as JSON. */
import { keychainSecrets } from "#main/hosts/node/secret-stores.ts";
import { SecretsUnavailable } from "#main/ports/index.ts";

const [entry = "", name = ""] = process.argv.slice(2);
const secrets = keychainSecrets(new URL(entry));
try {
  process.stdout.write(`${await secrets.get(name)}\n`);
} catch (error) {
  if (!(error instanceof SecretsUnavailable)) throw error;
  process.stdout.write(`${JSON.stringify(error.failure)}\n`);
}
