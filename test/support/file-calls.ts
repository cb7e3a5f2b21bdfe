import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import Database from "better-sqlite3";

type Call = (...args: never[]) => unknown;
type Methods = Record<string, Call>;

/** Everything that changes a file, a folder or a name, in the blocking and in the promised form. */
const CHANGING = [
  "chmod",
  "copyFile",
  "fdatasync",
  "fsync",
  "ftruncate",
  "link",
  "mkdir",
  "open",
  "rename",
  "rm",
  "rmdir",
  "unlink",
].concat(["truncate", "write", "writeFile"]);

/**
 * Calls `before` with the name and the first argument (often a path) of each change to the file system, and of
 * each SQLite statement, before it happens, until the returned function is called.
 */
export function beforeFileCalls(before: (name: string, first: unknown) => void): () => void {
  const undo: (() => void)[] = [];
  let inside = false;
  const wrap = (owner: Methods, method: string, name: string) => {
    const real = owner[method] as Call;
    owner[method] = function (this: unknown, ...args: never[]) {
      // What `before` does itself, and what one call does within another, is not announced.
      if (!inside) {
        inside = true;
        try {
          before(name, args[0]);
        } finally {
          inside = false;
        }
      }
      return real.apply(this, args);
    };
    undo.push(() => {
      owner[method] = real;
    });
  };
  for (const name of CHANGING) {
    wrap(fs as unknown as Methods, `${name}Sync`, name);
    if (name in fs.promises) wrap(fs.promises as unknown as Methods, name, name);
  }
  for (const name of ["exec", "pragma", "close"]) wrap(Database.prototype as unknown as Methods, name, `sqlite ${name}`);
  const statement = Object.getPrototypeOf(new Database(":memory:").prepare("SELECT 1")) as Methods;
  for (const name of ["run", "get"]) wrap(statement, name, `sqlite ${name}`);
  syncBuiltinESMExports();
  return () => {
    for (const back of undo) back();
    syncBuiltinESMExports();
  };
}
