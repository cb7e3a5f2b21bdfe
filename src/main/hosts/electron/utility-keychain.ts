import { fileURLToPath } from "node:url";
import { utilityProcess } from "electron";
import type { KeychainAnswer, SpawnKeychain } from "#main/hosts/node/keychain/keychain-messages.ts";

/** Starts the keychain's helper as a utility process: with the fuse that forbids running as Node, a fork would be a second app. */
export function utilityKeychain(entry: URL): SpawnKeychain {
  return () => {
    const child = utilityProcess.fork(fileURLToPath(entry), [], { serviceName: "Tieout Keychain", stdio: "ignore", execArgv: [] });
    return {
      post: (call) => child.postMessage(call),
      onAnswer: (listener) => void child.on("message", (answer) => listener(answer as KeychainAnswer)),
      onExit: (listener) => void child.once("exit", () => listener()),
      // The app lives as long as its windows, whatever its helpers do.
      hold: () => undefined,
      kill: () => void child.kill(),
    };
  };
}
