/** One question to the keychain's helper process. */
export type KeychainCall =
  | { readonly id: number; readonly op: "get" | "delete"; readonly name: string }
  | { readonly id: number; readonly op: "set"; readonly name: string; readonly value: string };

/** Its answer; an error is text only, since the libraries give nothing else. */
export type KeychainAnswer =
  | { readonly id: number; readonly ok: true; readonly value: string | null }
  | { readonly id: number; readonly ok: false; readonly message: string; readonly installed: boolean };

/** The helper process as its owner sees it: `child_process` or Electron's utility process. */
export interface KeychainProcess {
  post(call: KeychainCall): void;
  onAnswer(listener: (answer: KeychainAnswer) => void): void;
  onExit(listener: () => void): void;
  /** Whether the owner must stay alive for it. */
  hold(held: boolean): void;
  kill(): void;
}

export type SpawnKeychain = () => KeychainProcess;
