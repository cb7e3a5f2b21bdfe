import { afterAll, beforeAll, expect, test } from "vitest";
import { readServerAddress } from "#main/store/server/address.ts";
import { connect, type Server } from "#main/store/server/connect.ts";
import { SERVER_SCHEMA } from "#main/store/server/migrate.ts";
import { type FirmComputer, firmComputer } from "#test/support/firm-computer.ts";
import { emptyDatabase } from "#test/support/postgres.ts";
import { must, run } from "#test/support/server-firm.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let owner: Server;
let ada: FirmComputer;

beforeAll(async () => {
  database = await emptyDatabase();
  owner = connect(must(readServerAddress(database.url)));
  ada = await firmComputer("Ada");
  await ada.addClient("birch", "Birch & Co", "tenant-1");
  await ada.ask("firm.create", { url: database.url });
  await ada.ask("firm.status", {});
});
afterAll(async () => {
  await ada.close();
  await owner.end();
  await database.drop();
});

const isOnServer = async (name: string) =>
  must(await owner.read(run("SELECT body::text AS body FROM tieout.fact"))).some(({ body }) => String(body).includes(name));
const exchange = async () => {
  await ada.runtime.context.colleagues?.exchange();
  return ada.ask("firm.exchange", {});
};

test.for([
  ["app_outdated", `INSERT INTO tieout.schema_version (number, name, app) VALUES (${SERVER_SCHEMA + 1}, 'later', 'x')`],
  ["server_outdated", `DELETE FROM tieout.schema_version WHERE number >= ${SERVER_SCHEMA}`],
] as const)("a server of another release (%s) is not written to, and hears everything once it fits again", async ([code, change]) => {
  const name = `Named while the answer was ${code}`;
  must(await owner.read(run(change)));
  await ada.restart();
  expect(await ada.ask("firm.status", {})).toMatchObject({ state: "offline", problem: { code } });
  await ada.ask("firm.setProfile", { name });
  expect(await exchange()).toMatchObject({ online: false, failure: { code } });
  expect(await isOnServer(name)).toBe(false);

  must(await owner.read(run(`DELETE FROM tieout.schema_version WHERE number >= ${SERVER_SCHEMA}`)));
  must(await owner.read(run(`INSERT INTO tieout.schema_version (number, name, app) VALUES (${SERVER_SCHEMA}, 'again', 'x')`)));
  expect(await exchange()).toMatchObject({ online: true, failure: null });
  expect(await isOnServer(name)).toBe(true);
});
