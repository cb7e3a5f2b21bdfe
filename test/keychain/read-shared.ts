/** Run by the keychain test in a process of its own: prints the secret named `shared`, or the failure as JSON. */
import { keychainSecrets } from "#main/hosts/node/secret-stores.ts";

const opened = await keychainSecrets();
process.stdout.write(`${opened.ok ? await opened.value.get("shared") : JSON.stringify(opened.failure)}\n`);
