import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { contentSecurityPolicy, HARDENING_HEADERS, newNonce, pageWithNonce } from "./page-policy.ts";

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

/** The built window by the path of its address; a path that is not a key does not exist. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
};

/**
 * Reads the built window into memory once, so that no request ever becomes a path on the disk.
 * @returns a failure when the window has not been built
 */
export function readPageFiles(folder: string): Result<PageFiles, Failure> {
  if (statSync(join(folder, "index.html"), { throwIfNoEntry: false }) === undefined)
    return fail({ code: "storage", message: `The window hasn't been built in ${folder}.`, next: "Run npm start, which builds it." });
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const type = TYPES[extname(name)];
    if (type === undefined || !statSync(path).isFile()) continue;
    files.set(`/${relative(folder, path).split(sep).join("/")}`, { type, body: readFileSync(path) });
  }
  const index = files.get("/index.html");
  if (index !== undefined) files.set("/", index);
  return ok(files);
}

/** One file as it is sent: a page gets its policy with a new nonce. */
export function servePageFile(file: PageFile): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const nonce = newNonce();
  const isPage = file.type.startsWith("text/html");
  return {
    body: isPage ? Buffer.from(pageWithNonce(file.body.toString("utf8"), nonce)) : file.body,
    headers: { ...HARDENING_HEADERS, "Content-Type": file.type, "Content-Security-Policy": contentSecurityPolicy(nonce) },
  };
}
