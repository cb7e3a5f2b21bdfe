import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Ask } from "./electron-stand-in/messages.ts";

type Message =
  | { readonly kind: "shown" }
  | { readonly kind: "news"; readonly channel: string; readonly news: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly value?: unknown; readonly error?: string };

const ROOT = join(import.meta.dirname, "..", "..");

/** The real main bundle in a process of its own, over the stand-in for Electron. */
export class ShellProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly shown: Promise<void>;
  output = "";
  readonly #waiting = new Map<number, (message: Message & { kind: "answer" }) => void>();
  #nextId = 1;
  #onNews: (channel: string, news: unknown) => void = () => undefined;

  /** @param options `root`: where the bundles lie, when they are not those of this checkout */
  constructor(
    home: string,
    options: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>>; readonly root?: string } = {},
  ) {
    const root = options.root ?? ROOT;
    const args = ["--home", home, "--secrets", "memory", ...(options.args ?? [])];
    this.child = fork(join(root, "out", "main", "index.js"), args, {
      cwd: root,
      execArgv: ["--import", join(ROOT, "test", "support", "electron-stand-in", "register.ts")],
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (text) => {
        this.output += String(text);
      });
    this.ended = once(this.child, "exit").then(([code]) => code as number | null);
    this.shown = new Promise((resolve, reject) => {
      this.child.on("message", (message: Message) => {
        if (message.kind === "shown") resolve();
        else if (message.kind === "news") this.#onNews(message.channel, message.news);
        else this.#waiting.get(message.id)?.(message);
      });
      void this.ended.then((code) => reject(new Error(`the shell ended with ${code} before its window was there: ${this.output}`)));
    });
    // A test that expects the shell to end does not wait for a window.
    this.shown.catch(() => undefined);
  }

  /** Asks the stand-in; what it answers is as the test's question says. */
  ask<T>(ask: Ask): Promise<T> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ value, error }) => {
        this.#waiting.delete(id);
        if (error === undefined) resolve(value as T);
        else reject(new Error(error));
      });
      this.child.send({ id, ask });
    });
  }

  onNews(listener: (channel: string, news: unknown) => void): void {
    this.#onNews = listener;
  }

  async quit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.connected) await this.ask({ kind: "quit" });
    return this.ended;
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }
}
