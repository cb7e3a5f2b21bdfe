import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { rawRequest } from "./raw-http.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const ADDRESSES = /^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{22}$/gm;

/** The browser host in a process of its own, as `npm start` runs it (source) or as it is shipped (build). */
export class LoopbackProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";
  /** Where it listens, without a code. */
  address = "";
  port = 0;
  #token: Promise<string> | undefined;

  private constructor(home: string, kind: "source" | "build", args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
    const entry = kind === "source" ? join(ROOT, "src", "main", "loopback.ts") : join(ROOT, "out", "main", "loopback.js");
    const { VITEST: _vitest, NODE_ENV: _test, ...env } = process.env;
    this.child = spawn(process.execPath, [entry, "--secrets", "memory", ...args], {
      cwd: ROOT,
      env: { ...env, TIEOUT_HOME: home, CI: "1", ...extra },
      stdio: ["pipe", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (text) => {
        this.output += String(text);
      });
    this.ended = once(this.child, "exit").then(([code]) => code as number | null);
  }

  /** Starts the host without waiting for its address: for a start that is to be refused. */
  static launch(home: string, kind: "source" | "build", args: readonly string[] = []): LoopbackProcess {
    return new LoopbackProcess(home, kind, args);
  }

  /** Starts the host and waits until it has printed its address on a line of its own. */
  static async start(
    home: string,
    kind: "source" | "build",
    args: readonly string[] = [],
    extra: Readonly<Record<string, string>> = {},
  ): Promise<LoopbackProcess> {
    const host = new LoopbackProcess(home, kind, args, extra);
    const { origin, port } = new URL(await host.#printed(1));
    Object.assign(host, { address: `${origin}/`, port: Number(port) });
    return host;
  }

  /** The whole address that was printed at the start. It works once. */
  firstAddress(): Promise<string> {
    return this.#printed(1);
  }

  /** Presses Enter and waits for the address that is printed then. */
  async newAddress(): Promise<string> {
    const count = this.#addresses().length + 1;
    this.child.stdin?.write("\n");
    return this.#printed(count);
  }

  /** The token of a session of the test's own, which is made once. */
  token(): Promise<string> {
    this.#token ??= this.#newToken();
    return this.#token;
  }

  async #newToken(): Promise<string> {
    const code = new URL(await this.newAddress()).hash.slice("#code=".length);
    const headers = { origin: this.address.slice(0, -1), "content-type": "application/json" };
    const { body } = await rawRequest(this.port, { method: "POST", path: "/api/session", headers, body: JSON.stringify({ code }) });
    return (JSON.parse(body) as { value: { token: string } }).value.token;
  }

  #addresses(): readonly string[] {
    return this.output.match(ADDRESSES) ?? [];
  }

  #printed(count: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const address = this.#addresses()[count - 1];
        if (address === undefined) return;
        this.child.stdout?.off("data", look);
        resolve(address);
      };
      this.child.stdout?.on("data", look);
      look();
      void this.ended.then((code) => reject(new Error(`the host ended with ${code}: ${this.output}`)));
    });
  }

  async stop(): Promise<number | null> {
    this.child.kill("SIGTERM");
    return this.ended;
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }
}
