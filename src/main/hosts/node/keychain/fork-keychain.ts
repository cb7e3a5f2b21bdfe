import { fork } from "node:child_process";
import type { KeychainAnswer, SpawnKeychain } from "./keychain-messages.ts";

/** Starts the helper as a separate Node process. Its output is discarded, because a native library may print secrets. */
export function forkKeychain(entry: URL): SpawnKeychain {
  return () => {
    const child = fork(entry, [], { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
    child.unref();
    child.channel?.unref();
    return {
      post: (call) => {
        // A helper that has just died is reported by its exit.
        if (child.connected) child.send(call, () => undefined);
      },
      onAnswer: (listener) => void child.on("message", (answer) => listener(answer as KeychainAnswer)),
      onExit: (listener) => {
        child.once("exit", listener);
        child.once("error", listener);
      },
      hold: (held) => {
        if (held) child.channel?.ref();
        else child.channel?.unref();
      },
      kill: () => void child.kill("SIGKILL"),
    };
  };
}
