import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** A file as the rules see it: its path from the project folder, with slashes, and its text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** A broken rule. The message names what to do instead. */
export interface Breach {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const LEFT_OUT = new Set(["node_modules", "out", "dist", "coverage", ".git", ".setup.lock", "test-results"]);
const TEXT = new Set([".ts", ".tsx", ".mjs", ".cjs", ".js", ".json", ".md", ".css", ".html", ".yml", ".yaml", ".sh", ".npmrc", ""]);

/** Every text file of the project, below the named folders. */
export function readSources(...folders: readonly string[]): SourceText[] {
  return folders.flatMap((folder) => walk(join(ROOT, folder)));
}

function walk(folder: string): SourceText[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (LEFT_OUT.has(entry.name)) return [];
    if (entry.isDirectory()) return walk(path);
    if (!entry.isFile() || !TEXT.has(extname(entry.name)) || statSync(path).size > 2_000_000) return [];
    return [{ path: relative(ROOT, path).split(sep).join("/"), text: readFileSync(path, "utf8") }];
  });
}

let parsedLast: { readonly of: SourceText; readonly file: ts.SourceFile } | undefined;

/** One file at a time: the trees of all of them together would take half a gigabyte. */
function parsed(source: SourceText): ts.SourceFile {
  if (parsedLast?.of !== source)
    parsedLast = { of: source, file: ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true) };
  return parsedLast.file;
}

/** Calls the visitor for each node of the file. Rules about many files apply all of them to a file before the next: it is parsed once. */
export function visit(source: SourceText, visitor: (node: ts.Node, lineOf: (node: ts.Node) => number) => void): void {
  const file = parsed(source);
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const step = (node: ts.Node): void => {
    visitor(node, lineOf);
    ts.forEachChild(node, step);
  };
  step(file);
}

/** The lines of a text that match, counted from 1. */
export function linesMatching(text: string, pattern: RegExp): number[] {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}

export const isCode = ({ path }: SourceText) => /\.(ts|tsx|mjs|cjs)$/.test(path);
