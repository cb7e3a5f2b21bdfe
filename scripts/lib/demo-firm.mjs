import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runQuiet } from "./child.mjs";
import { withNode } from "./node24.mjs";
import { ROOT } from "./paths.mjs";
import { startPostgres } from "./postgres.mjs";
import { setUp } from "./setup.mjs";
import { ensureBuild } from "./start.mjs";
import { stepPrinter } from "./step.mjs";

const READING_LIMIT_MS = 900_000;
const FOLLOW = new URL("./follow-parent.mjs", import.meta.url).href;

/**
 * Opens the demo firm as two people, each with a computer of their own, on a PostgreSQL that is started for it. All of it is in
 * a temporary folder and is deleted at the end.
 */
export async function startDemoFirm() {
  const print = stepPrinter(process.stdout);
  const node = await setUp(print);
  if (node === null) return 1;
  if (!(await ensureBuild(print, node, withNode(node)))) return 1;
  const folder = mkdtempSync(join(tmpdir(), "tieout-demo-firm-"));
  const postgres = await startPostgres();
  try {
    const { generateIdentity } = await import("age-encryption");
    const people = [];
    for (const name of ["Ana", "Ben"]) {
      const secrets = { TIEOUT_FIRM_PASSWORD: randomBytes(24).toString("hex"), TIEOUT_FIRM_IDENTITY: await generateIdentity() };
      people.push({ name, home: join(folder, name), node, env: { ...withNode(node), ...secrets } });
    }
    const [ana, ben] = people;
    print.say("Reading the demo firm's books. This takes a minute or two.");
    await tieout(ana, "demo", "start");
    markPlayed(ana.home);
    // Ben has the same books, so that both windows show all of them at once.
    cpSync(ana.home, ben.home, { recursive: true });
    await tieout(ana, "person", "add", "--name", ana.name, "--role", "admin");
    await tieout(ana, "person", "use", "--name", ana.name);
    await tieout(ana, "firm", "create", "--url", postgres.url());
    const { code } = await tieout(ana, "firm", "invite", "--person", ben.name, "--role", "reviewer");
    await tieout(ben, "firm", "join", "--code", code);
    print.say("Ana is an administrator, Ben a reviewer. What one of them does appears in the other's window. Press Ctrl-C to stop both.");
    process.once("SIGINT", () => undefined);
    await Promise.all(people.map(openWindow));
    return 0;
  } catch (error) {
    print.say(error.message);
    return 1;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command and returns its answer. */
async function tieout({ node, home, env }, ...args) {
  const cli = join(ROOT, "out", "main", "cli.js");
  const command = [cli, ...args, "--home", home, "--secrets", "memory", "--json"];
  const { code, stdout, output } = await runQuiet(node, command, { cwd: ROOT, env, limitMs: READING_LIMIT_MS });
  if (code !== 0) throw new Error(`tieout ${args.slice(0, 2).join(" ")} failed:\n${output}`);
  return JSON.parse(stdout);
}

/** The demo's people have no logins, so none of them acts by himself here. */
function markPlayed(home) {
  const file = join(home, "demo.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), worked: true }));
}

/** Resolves when the window's core has ended. */
function openWindow({ name, node, home, env }) {
  const args = ["--import", FOLLOW, join(ROOT, "out", "main", "loopback.js"), "--home", home, "--secrets", "memory"];
  const core = spawn(node, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  createInterface({ input: core.stdout }).on("line", (line) => process.stdout.write(`${name}: ${line}\n`));
  return new Promise((resolve) => core.once("exit", resolve));
}
