import { firstThatLoads, type LoadKeychain, loadKeyring, loadKeytar } from "./keychain-libraries.ts";
import type { KeychainAnswer, KeychainCall } from "./keychain-messages.ts";
import type { KeychainItems } from "./long-values.ts";

/** Electron's utility process speaks through `parentPort`, a forked Node process through `send`. */
interface ParentPort {
  on(event: "message", listener: (message: { readonly data: KeychainCall }) => void): void;
  postMessage(message: unknown): void;
}

/** Answers the owner's questions for as long as the owner lives. keytar comes first: it holds what earlier versions kept. */
export function serveKeychain(libraries: readonly LoadKeychain[] = [loadKeytar, loadKeyring]): void {
  let loading: Promise<KeychainItems> | null = null;
  const answer = async (call: KeychainCall): Promise<KeychainAnswer> => {
    let installed = false;
    try {
      loading ??= firstThatLoads(libraries);
      const items = await loading;
      installed = true;
      return { id: call.id, ok: true, value: await perform(items, call) };
    } catch (error) {
      return { id: call.id, ok: false, message: (error as Error).message, installed };
    }
  };
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  if (parentPort !== undefined) {
    parentPort.on("message", ({ data }) => void answer(data).then((told) => parentPort.postMessage(told)));
    return;
  }
  process.on("message", (call) => void answer(call as KeychainCall).then((told) => process.send?.(told)));
  process.on("disconnect", () => process.exit(0));
}

async function perform(items: KeychainItems, call: KeychainCall): Promise<string | null> {
  if (call.op === "get") return items.get(call.name);
  if (call.op === "set") await items.set(call.name, call.value);
  else await items.delete(call.name);
  return null;
}
