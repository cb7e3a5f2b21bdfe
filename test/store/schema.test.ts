import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClientFile } from "#main/store/database/client-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { tempHome } from "./temp.ts";

const home = tempHome();
let db: Sqlite;
beforeAll(() => {
  db = openClientFile(home.path, "one");
});
afterAll(() => {
  db.close();
  home.remove();
});

const textOf = (name: string): string => readFileSync(new URL(`../../src/main/store/database/${name}.ts`, import.meta.url), "utf8");
const SOURCE = `${textOf("schema-client")}${textOf("schema-sums")}`.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");

/** `name: type` pairs between the braces that follow `opening`. */
function membersAfter(opening: string): [string, string][] {
  const start = SOURCE.indexOf(opening);
  if (start < 0) throw new Error(`schema-client.ts has no ${opening}`);
  const body = SOURCE.slice(start + opening.length, SOURCE.indexOf("}", start));
  return [...body.matchAll(/(\w+): ([^;]+);?/g)].map(([, name = "", type = ""]) => [name, type.trim()]);
}

/** The declared columns of every table of ClientSchema, from its source text, because types don't exist at run time. */
function declared(): Map<string, [string, string][]> {
  const start = SOURCE.indexOf("export interface ClientSchema {");
  const body = SOURCE.slice(start, SOURCE.indexOf("\n}", start));
  return new Map(
    [...body.matchAll(/^ {2}(\w+): (\{|\w+)/gm)].map(([, table = "", what = ""]) => [
      table,
      what === "{" ? membersAfter(`  ${table}: {`) : membersAfter(`export interface ${what} {`),
    ]),
  );
}

const TYPES: Readonly<Record<string, string>> = { TEXT: "string", INTEGER: "number", BLOB: "Buffer", ANY: "unknown" };

describe("the row types of a mirror", () => {
  it("name every table of a real file", () => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    expect([...declared().keys()].sort()).toEqual(tables.sort());
  });

  it.each([...declared()])("%s has the columns and types of the file", (table, members) => {
    const columns = db.pragma(`table_info(${table})`) as { name: string; type: string; notnull: number; pk: number }[];
    const real = columns.map(({ name, type, notnull, pk }) => [
      name,
      type === "ANY" ? "unknown" : `${TYPES[type]}${notnull === 1 || pk > 0 ? "" : " | null"}`,
    ]);
    expect(members).toEqual(real);
  });
});
