import { createServer, connect as openSocket, type Server as TcpServer } from "node:net";
import { TLSSocket } from "node:tls";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installMetadata } from "#main/signin/metadata-registry.ts";
import { readServerAddress, type ServerAddress } from "#main/store/server/address.ts";
import { connect } from "#main/store/server/connect.ts";
import { migrateServer, SERVER_SCHEMA, schemaFailure } from "#main/store/server/migrate.ts";
import { ok } from "#shared/kernel/result.ts";
import { type JoinedMachine, must, run, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";

let firm: ServerFirm & { readonly admin: JoinedMachine };
const opened: TcpServer[] = [];
beforeAll(async () => {
  firm = await serverFirm(["birch"]);
});
afterAll(async () => {
  for (const server of opened) server.close();
  await firm.end();
});

/** Asks something simple with a changed address. @returns the failure's code, or null */
async function failing(change: Partial<ServerAddress>): Promise<string | null> {
  const server = connect({ ...firm.admin.address, ...change });
  const done = await server.read(run("SELECT 1"));
  await server.end();
  return done.ok ? null : done.failure.code;
}

async function listening(server: TcpServer): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

describe("connecting", () => {
  test("says what is wrong with the login, the database and the address", async () => {
    expect(await failing({})).toBeNull();
    expect(await failing({ password: "wrong" })).toBe("server_refused");
    expect(await failing({ user: "tieout_nobody" })).toBe("server_refused");
    expect(await failing({ port: 1 })).toBe("server_unreachable");
    expect(await failing({ host: "no-such-host.invalid" })).toBe("server_unreachable");
  });

  test("never goes on without TLS where it is due", async () => {
    expect(await failing({ tls: true })).toBe("server_certificate");
    expect(readServerAddress("postgres://a@db.example.com/x?sslmode=disable")).toMatchObject({
      failure: { code: "invalid_input", field: "url" },
    });
    expect(readServerAddress("postgres://a@db.example.com/x?sslmode=require")).toMatchObject({ failure: { code: "invalid_input" } });
    expect(readServerAddress("postgres://a@db.example.com/x")).toMatchObject({ value: { tls: true, port: 5432 } });
    expect(readServerAddress("mysql://a@db.example.com/x")).toMatchObject({ failure: { field: "url" } });
  });

  test("names a certificate that has expired, and sends no password", async () => {
    const { cert, key } = await certificate(new Date("2020-01-01"), new Date("2021-01-01"));
    const heard: Buffer[] = [];
    const port = await listening(
      createServer((socket) => {
        socket.on("error", () => undefined);
        // What a PostgreSQL server with TLS answers to the first message.
        socket.once("data", () => {
          socket.write("S");
          const secured = new TLSSocket(socket, { isServer: true, cert, key });
          secured.on("error", () => undefined);
          secured.on("data", (bytes) => heard.push(bytes));
        });
      }),
    );
    const address = { ...firm.admin.address, port, host: "localhost", tls: true, ca: cert };
    const server = connect(address);
    const done = await server.read(run("SELECT 1"));
    expect(done).toMatchObject({ failure: { code: "server_certificate", message: expect.stringContaining("has expired") } });
    expect(heard).toEqual([]);
    await server.end();
  });
});

describe("in the middle of work", () => {
  test("a connection that ends before COMMIT loses nothing and says so", async () => {
    const done = await firm.admin.server.transaction(async (tx) => {
      await sql`SELECT tieout.client_put('gone', 'Gone', '{}')`.execute(tx);
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      must(await firm.owner.read(run(`SELECT pg_terminate_backend(${rows[0]?.pid}, 5000)`)));
      return ok(await sql`SELECT 1`.execute(tx));
    });
    expect(done).toMatchObject({ failure: { code: "server_unreachable" } });
    expect(done).not.toHaveProperty("failure.mayBeCommitted");
    expect(must(await firm.admin.server.read(run("SELECT FROM tieout.client WHERE client_id = 'gone'")))).toEqual([]);
  });

  test("an answer to COMMIT that is lost is told as such: what was sent may be there", async () => {
    const { port: real } = firm.admin.address;
    const port = await listening(
      createServer((socket) => {
        const up = openSocket(real, "127.0.0.1");
        let isCommitting = false;
        socket.on("data", (bytes) => {
          isCommitting ||= /commit/i.test(bytes.toString("latin1"));
          up.write(bytes);
        });
        up.on("data", (bytes) => (isCommitting ? socket.destroy() : socket.write(bytes)));
        for (const each of [socket, up]) each.on("error", () => undefined);
        socket.on("close", () => up.end());
      }),
    );
    const server = connect({ ...firm.admin.address, port });
    const done = await server.transaction(async (tx) => ok(await sql`SELECT tieout.client_put('kept', 'Kept', '{}')`.execute(tx)));
    expect(done).toMatchObject({ failure: { code: "server_unreachable", mayBeCommitted: true } });
    expect(must(await firm.admin.server.read(run("SELECT name FROM tieout.client WHERE client_id = 'kept'")))).toEqual([{ name: "Kept" }]);
    await server.end();
  });

  test("a full disk, a busy server and a standby are told apart", async () => {
    const raised = async (state: string) => {
      const done = await firm.owner.read(run(`DO $$ BEGIN RAISE EXCEPTION 'as the server says it' USING ERRCODE = '${state}'; END $$`));
      return done.ok ? null : done.failure.code;
    };
    expect(await raised("53100")).toBe("disk_full");
    expect(await raised("53300")).toBe("busy");
    const standby = await firm.owner.transaction(async (tx) => {
      await sql`SET TRANSACTION READ ONLY`.execute(tx);
      return ok(await sql`CREATE TABLE public.x (y int)`.execute(tx));
    });
    expect(standby).toMatchObject({ failure: { code: "server_unreachable", message: expect.stringContaining("read-only") } });
  });

  test("a statement of ours that is wrong is a defect and no failure", async () => {
    await expect(firm.admin.server.read(run("SELEC 1"))).rejects.toThrow("syntax error");
  });
});

test("a newer schema asks for an update here, an older one for the administrator, and neither is changed", async () => {
  must(await firm.owner.read(run(`INSERT INTO tieout.schema_version (number, name, app) VALUES (${SERVER_SCHEMA + 1}, 'later', 'x')`)));
  expect(must(await schemaFailure(firm.admin.server))).toMatchObject({ code: "app_outdated" });
  expect(await migrateServer(firm.owner, "test")).toMatchObject({ failure: { code: "app_outdated" } });
  must(await firm.owner.read(run(`DELETE FROM tieout.schema_version WHERE number >= ${SERVER_SCHEMA}`)));
  expect(must(await schemaFailure(firm.admin.server))).toMatchObject({ code: "server_outdated" });
  must(await firm.owner.read(run(`INSERT INTO tieout.schema_version (number, name, app) VALUES (${SERVER_SCHEMA}, 'again', 'x')`)));
  expect(must(await schemaFailure(firm.admin.server))).toBeNull();
});

/** A self-signed certificate for localhost. */
async function certificate(notBefore: Date, notAfter: Date): Promise<{ cert: string; key: string }> {
  installMetadata();
  const { X509CertificateGenerator, SubjectAlternativeNameExtension } = await import("@peculiar/x509");
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const made = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: "01", name: "CN=localhost", notBefore, notAfter, keys, signingAlgorithm: algorithm },
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }])],
  });
  const der = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return { cert: made.toString("pem"), key: `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n` };
}
