import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Server } from "#main/store/server/connect.ts";
import { putClient, whoAmI } from "#main/store/server/members.ts";
import { ok } from "#shared/kernel/result.ts";
import { type JoinedMachine, must, run, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";

const PGBOUNCER = ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find((path) => existsSync(path));
if (PGBOUNCER === undefined) console.warn("PgBouncer isn't installed: its tests are skipped.");
const [UID, GID] = [65_534, 65_534];

describe.skipIf(PGBOUNCER === undefined)("through PgBouncer in transaction mode", () => {
  const home = mkdtempSync(join(tmpdir(), "tieout-pooler-"));
  let firm: ServerFirm & { readonly admin: JoinedMachine };
  let rita: JoinedMachine;
  let pooler: ChildProcess;
  const pooled: Server[] = [];

  beforeAll(async () => {
    firm = await serverFirm(["birch"]);
    rita = await firm.join("Rita", "reviewer");
    const port = await freePort();
    pooler = await startPooler(home, port, firm.admin.address.port, [firm.admin, rita]);
    for (const { address } of [firm.admin, rita]) pooled.push(connect({ ...address, port }));
  });
  afterAll(async () => {
    for (const server of pooled) await server.end();
    const ended = new Promise((resolve) => pooler.once("exit", resolve));
    pooler.kill("SIGINT");
    await ended;
    rmSync(home, { recursive: true, force: true });
    await firm.end();
  });

  test("each login stays its person, however connections are shared", async () => {
    const [admins, ritas] = pooled as [Server, Server];
    const asked = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? admins : ritas).read(whoAmI));
    const people = (await Promise.all(asked)).map((answer) => must(answer)?.person);
    expect(people).toEqual(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? "Ada" : "Rita")));
  });

  test("transactions commit and roll back, and leases hold across connections", async () => {
    const [admins, ritas] = pooled as [Server, Server];
    must(await admins.transaction(async (tx) => ok(await putClient(tx, "cedar", "Cedar"))));
    expect(
      await admins.transaction(async (tx) => {
        await putClient(tx, "elm", "Elm");
        return { ok: false as const, failure: { code: "cancelled" as const, message: "not after all" } };
      }),
    ).toMatchObject({ failure: { code: "cancelled" } });
    expect(must(await ritas.read(run("SELECT client_id FROM tieout.client WHERE client_id <> '' ORDER BY 1")))).toEqual([
      { client_id: "birch" },
      { client_id: "cedar" },
    ]);
    const take = "SELECT fence FROM tieout.lease_take('birch', NULL, 60)";
    expect(must(await ritas.read(run(take)))).toHaveLength(1);
    expect(must(await admins.read(run(take)))).toHaveLength(0);
    expect(await admins.read(run("SELECT tieout.assert_fence('birch', 1)"))).toMatchObject({ failure: { code: "lease_lost" } });
  });
});

/** Knows each login with its password, as an `auth_query` would. */
async function startPooler(home: string, port: number, server: number, machines: readonly JoinedMachine[]): Promise<ChildProcess> {
  const [users, settings] = [join(home, "users.txt"), join(home, "pgbouncer.ini")];
  writeFileSync(users, machines.map(({ address: { user, password } }) => `"${user}" "${password}"\n`).join(""));
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  );
  const asRoot = process.getuid?.() === 0;
  chmodSync(home, 0o755);
  if (asRoot) for (const path of [users, settings]) chownSync(path, UID, GID);
  const child = spawn(PGBOUNCER as string, [settings], { stdio: ["ignore", "ignore", "pipe"], ...(asRoot ? { uid: UID, gid: GID } : {}) });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said.push(text);
      if (text.includes("process up")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`PgBouncer ended with status ${code}: ${said.join("")}`)));
  });
  return child;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
