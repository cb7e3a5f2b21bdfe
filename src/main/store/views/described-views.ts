import type { ViewAbout, ViewColumnKind } from "#shared/contract/reports/open-data.ts";

/** What any SQLite library can answer: the application's own, or the one beside it that answers questions in SQL. */
interface Asked {
  prepare(sql: string): { all(): readonly unknown[] };
}

/** The readable views of an open file, in the order in which they were made, from the comments that SQLite keeps with each. */
export function describedViews(db: Asked): ViewAbout[] {
  const rows = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY rowid").all() as readonly {
    readonly name: string;
    readonly sql: string;
  }[];
  return rows.map(({ name, sql }) => {
    const [about = "", ...lines] = sql.split("\n").filter((line) => line.includes(" -- "));
    const columns = db.prepare(`PRAGMA table_info(${name})`).all() as readonly { readonly name: string }[];
    return {
      name,
      about: descriptionOf(about),
      columns: columns.map((column, at) => {
        const line = lines[at] ?? "";
        return { name: column.name, kind: kindOf(column.name, line), about: descriptionOf(line) };
      }),
    };
  });
}

function descriptionOf(line: string): string {
  return line.slice(line.lastIndexOf(" -- ") + " -- ".length);
}

/** From the expression that fills the column; see `readable-view.ts` for how amounts and dates are written. */
function kindOf(name: string, line: string): ViewColumnKind {
  const expression = line.trimStart();
  if (name.endsWith("_scaled") || name === "record" || name === "line") return "integer";
  if (expression.startsWith("date(")) return "date";
  return expression.startsWith("CASE (") && expression.includes(".scales >> ") ? "amount" : "text";
}
