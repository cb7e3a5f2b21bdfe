import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const ADDRESS = /^(http:\/\/127\.0\.0\.1:(\d+)\/)#token=([\w-]+)$/m;

/** The browser host in a process of its own, as `npm start` runs it (source) or as it is shipped (build). */
export class LoopbackProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";
  address = "";
  port = 0;
  token = "";

  private constructor(home: string, kind: "source" | "build", args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
    const entry = kind === "source" ? join(ROOT, "src", "main", "loopback.ts") : join(ROOT, "out", "main", "loopback.js");
    const { VITEST: _vitest, NODE_ENV: _test, ...env } = process.env;
    this.child = spawn(process.execPath, [entry, "--secrets", "memory", ...args], {
      cwd: ROOT,
      env: { ...env, TIEOUT_HOME: home, CI: "1", ...extra },
      stdio: ["ignore", "pipe", "pipe"],
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
    await new Promise<void>((resolve, reject) => {
      host.child.stdout?.on("data", () => {
        const [, address, port, token] = ADDRESS.exec(host.output) ?? [];
        if (address === undefined || token === undefined) return;
        Object.assign(host, { address, port: Number(port), token });
        resolve();
      });
      void host.ended.then((code) => reject(new Error(`the host ended with ${code}: ${host.output}`)));
    });
    return host;
  }

  async stop(): Promise<number | null> {
    this.child.kill("SIGTERM");
    return this.ended;
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }
}
