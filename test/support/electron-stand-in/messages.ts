/** Who sends a message to the main side, as the test wants it to look. */
export interface Sender {
  /** `other`: contents that no window of the shell holds. */
  readonly contents: "own" | "other";
  readonly frame: "main" | "sub" | "none";
  readonly url: string;
}

/** What a test asks of the shell's process. */
export type Ask =
  | { readonly kind: "report" }
  | { readonly kind: "page"; readonly url: string; readonly method: string }
  | { readonly kind: "invoke"; readonly channel: string; readonly message: unknown; readonly sender: Sender }
  | { readonly kind: "send"; readonly channel: string; readonly message: unknown; readonly sender: Sender }
  | { readonly kind: "contents"; readonly event: string; readonly url: string }
  | { readonly kind: "open"; readonly url: string }
  | { readonly kind: "permission"; readonly permission: string; readonly origin: string }
  | { readonly kind: "network"; readonly url: string }
  | { readonly kind: "download"; readonly url: string; readonly name: string }
  | { readonly kind: "second"; readonly argv: readonly unknown[] }
  | { readonly kind: "link"; readonly url: unknown }
  | { readonly kind: "menu"; readonly label: string }
  | { readonly kind: "place"; readonly window: number; readonly url: string }
  | { readonly kind: "close"; readonly window: number }
  | { readonly kind: "look"; readonly at: boolean }
  | { readonly kind: "person"; readonly says: "yes" | "no"; readonly chooses?: string }
  | { readonly kind: "gone"; readonly reason: string }
  | { readonly kind: "child-gone"; readonly name: string }
  | { readonly kind: "throw"; readonly message: string }
  | { readonly kind: "listeners" }
  | { readonly kind: "quit" };

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly base64: string;
}

/** Everything that the shell did so far, in order, and how it made its window. */
export interface Report {
  readonly calls: readonly string[];
  readonly windows: readonly Readonly<Record<string, unknown>>[];
  readonly schemes: unknown;
  readonly menu: readonly string[];
  readonly paths: Readonly<Record<string, string>>;
  readonly channels: readonly string[];
}
