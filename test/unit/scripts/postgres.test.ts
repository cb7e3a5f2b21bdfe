import { Client } from "pg";
import { expect, test } from "vitest";
import { emptyDatabase } from "#test/support/postgres.ts";

test("a real PostgreSQL of version 15 or later starts, with a password and a database of its own", async () => {
  const database = await emptyDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS version, current_database() AS name");
  expect(rows[0].version).toBeGreaterThanOrEqual(150_000);
  expect(rows[0].name).toBe(database.name);
  await client.end();
  const stranger = new Client({ connectionString: database.urlFor("postgres", "wrong") });
  await expect(stranger.connect()).rejects.toMatchObject({ code: "28P01" });
  await database.drop();
});
