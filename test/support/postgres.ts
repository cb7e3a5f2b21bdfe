import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { type PrivatePostgres, startPostgres } from "../../scripts/lib/postgres.mjs";

let running: Promise<PrivatePostgres> | null = null;

/** The real PostgreSQL of this process: started by the first test that asks, ended with the process. */
export function postgres(): Promise<PrivatePostgres> {
  running ??= startPostgres();
  return running;
}

/** A fresh, empty database on the server, as its administrator. @returns its name and address, and how to run statements and drop it */
export async function emptyDatabase() {
  const server = await postgres();
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const onServer = async (statement: string) => {
    const client = new Client({ connectionString: server.url() });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await onServer(`CREATE DATABASE ${name}`);
  return {
    server,
    name,
    url: server.url(name),
    urlFor: (user: string, password: string) => server.url(name, user, password),
    drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
