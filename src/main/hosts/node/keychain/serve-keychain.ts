import type { KeychainAnswer, KeychainCall } from "./keychain-messages.ts";

const SERVICE = "app.tieout";

/** `findCredentials` is left out on purpose: on a locked keyring it takes the process down. */
type Keytar = Pick<typeof import("keytar"), "getPassword" | "setPassword" | "deletePassword">;

let loading: Promise<Keytar> | null = null;

/** Answers one question in the helper process. Never rejects. */
export async function answerKeychain(call: KeychainCall): Promise<KeychainAnswer> {
  let installed = false;
  try {
    loading ??= load();
    const keytar = await loading;
    installed = true;
    return { id: call.id, ok: true, value: await perform(keytar, call) };
  } catch (error) {
    return { id: call.id, ok: false, message: (error as Error).message, installed };
  }
}

async function load(): Promise<Keytar> {
  const loaded = (await import("keytar")) as unknown as Keytar & { readonly default?: Keytar };
  return loaded.default ?? loaded;
}

async function perform(keytar: Keytar, call: KeychainCall): Promise<string | null> {
  if (call.op === "get") return keytar.getPassword(SERVICE, call.name);
  if (call.op === "set") await keytar.setPassword(SERVICE, call.name, call.value);
  else await keytar.deletePassword(SERVICE, call.name);
  return null;
}
