import { clientMigrations } from "#main/store/database/client-file.ts";
import { emptyDatabase } from "#main/store/database/exact-schema.ts";
import { firmMigrations } from "#main/store/database/firm-file.ts";

const HEAD = `# Data dictionary

Views of Tieout's data files for any SQLite tool. [Ten queries](queries.md) show how to use them. The tables behind the views are compact and
may change with a release ([decision 016](decisions/016-compact-tables-readable-views.md)); the views are made to stay.

This page is made from the files' own schema, where the same descriptions are comments. After changing a view, run
\`node_modules/.bin/node node_modules/vitest/vitest.mjs run test/store/readable-views.test.ts -u\`.
`;

/** The views of a schema in words, from the comments that SQLite keeps with each. */
export function dataDictionary(): string {
  return [
    HEAD,
    "## A client's file: `clients/<id>.sqlite`\n",
    ...viewsOf(clientMigrations),
    "## The firm's file: `firm.sqlite`\n",
    ...viewsOf(firmMigrations),
  ].join("\n");
}

export interface DescribedView {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly (readonly [name: string, description: string])[];
}

/** Reads names, order and descriptions of columns back from the SQL of a view. */
export function describedViews(migrations: Parameters<typeof emptyDatabase>[0]): DescribedView[] {
  const db = emptyDatabase(migrations);
  try {
    const rows = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY rowid").all() as {
      name: string;
      sql: string;
    }[];
    return rows.map(({ name, sql }) => {
      const comments = [...sql.matchAll(/ -- (.+)$/gm)].map(([, text = ""]) => text);
      const names = (db.pragma(`table_info(${name})`) as { name: string }[]).map((column) => column.name);
      if (comments.length !== names.length + 1) throw new Error(`${name}: ${names.length} columns, ${comments.length} descriptions`);
      return { name, about: comments[0] as string, columns: names.map((column, at) => [column, comments[at + 1] as string] as const) };
    });
  } finally {
    db.close();
  }
}

function viewsOf(migrations: Parameters<typeof emptyDatabase>[0]): string[] {
  return describedViews(migrations).map(
    ({ name, about, columns }) =>
      `### ${name}\n\n${about}.\n\n| column | holds |\n|---|---|\n${columns.map(([column, text]) => `| \`${column}\` | ${text} |`).join("\n")}\n`,
  );
}
