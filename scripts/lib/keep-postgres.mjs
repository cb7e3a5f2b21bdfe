/**
 * Runs a PostgreSQL server for as long as somebody holds the other end of standard input: a thread or process that is ended
 * without a chance to clean up leaves no server and no folder behind. Arguments: the home folder, the program, its arguments.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

const [home, program, ...args] = process.argv.slice(2);
// The keeper stays who it is: another user may not be allowed to read this file, or to delete the folder.
const [uid, gid] = (process.env.TIEOUT_POSTGRES_USER || ":").split(":");
const owner = uid === "" ? {} : { uid: Number(uid), gid: Number(gid) };
const server = spawn(program, args, { ...owner, stdio: ["ignore", "ignore", "inherit"] });
// The other end may name the signal to stop with.
process.stdin.setEncoding("utf8");
process.stdin.on("data", (signal) => server.kill(signal.trim()));
process.stdin.on("end", () => server.kill("SIGINT"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill("SIGINT"));
server.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
server.on("exit", (code) => {
  rmSync(home, { recursive: true, force: true });
  process.exit(code ?? 1);
});
