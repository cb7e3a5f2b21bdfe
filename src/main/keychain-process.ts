/**
 * The process that alone loads the native keychain module: started by the host at the first secret,
 * ended with its owner. Secrets come and go over its private channel, never in arguments or environment.
 */
import type { KeychainCall } from "./hosts/node/keychain/keychain-messages.ts";
import { answerKeychain } from "./hosts/node/keychain/serve-keychain.ts";

/** Electron's utility process speaks through `parentPort`, a forked Node process through `send`. */
interface ParentPort {
  on(event: "message", listener: (message: { readonly data: KeychainCall }) => void): void;
  postMessage(message: unknown): void;
}

const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
if (parentPort !== undefined) {
  parentPort.on("message", ({ data }) => void answerKeychain(data).then((answer) => parentPort.postMessage(answer)));
} else {
  process.on("message", (call) => void answerKeychain(call as KeychainCall).then((answer) => process.send?.(answer)));
  process.on("disconnect", () => process.exit(0));
}
