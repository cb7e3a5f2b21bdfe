import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readServerAddress } from "#main/store/server/address.ts";
import { connect } from "#main/store/server/connect.ts";
import { migrateServer, SERVER_SCHEMA, schemaFailure } from "#main/store/server/migrate.ts";
import { emptyDatabase } from "#test/support/postgres.ts";
import { type JoinedMachine, must, run, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";

let firm: ServerFirm & { readonly admin: JoinedMachine };
beforeAll(async () => {
  firm = await serverFirm(["birch"]);
});
afterAll(() => firm.end());

test("the schema is made once by several who ask at the same time, and asking again changes nothing", async () => {
  const database = await emptyDatabase();
  const address = must(readServerAddress(database.url));
  const servers = [connect(address), connect(address), connect(address)];
  const steps = await Promise.all(servers.map((server) => migrateServer(server, "test")));
  expect(steps.map((done) => must(done).length).sort()).toEqual([0, 0, SERVER_SCHEMA]);
  expect(must(await schemaFailure(servers[0] as (typeof servers)[0]))).toBeNull();
  await Promise.all(servers.map((server) => server.end()));
  await database.drop();
});

test("facts are numbered and chained by the server, with its person and time", async () => {
  const { admin } = firm;
  for (const text of ["one", "two"])
    must(
      await admin.server.read(
        run(`INSERT INTO tieout.fact (client_id, fact_id, kind, body) VALUES ('birch', '${randomUUID()}', 'note', '{"id":"${text}"}')`),
      ),
    );
  const rows = must(await admin.server.read((db) => db.selectFrom("tieout.fact").selectAll().orderBy("fact_no").execute()));
  expect(rows.map(({ fact_no: no, person, machine_id: machine }) => [no, person, machine])).toEqual([
    [1, "Ada", admin.machineId],
    [2, "Ada", admin.machineId],
  ]);
  expect(rows[1]?.previous).toEqual(rows[0]?.hash);
});
