import ts from "typescript";
import { type Breach, type SourceText, visit } from "./source.ts";

export const FUNCTION_LINES_MAX = 70;
export const FILE_LINES_MAX = 400;

/** Offenders that stood before the rule did, with the length that each may not pass again. */
export type Ratchet = Readonly<Record<string, number>>;

export interface Measured {
  readonly key: string;
  readonly path: string;
  readonly line: number;
  readonly lines: number;
}

const countLines = (text: string) => text.trimEnd().split("\n").length;

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)
  );
}

/** Its own name, or that of what it is assigned to. */
function nameOf(node: ts.FunctionLikeDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  if ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.name !== undefined) return parent.name.getText();
  return ts.isConstructorDeclaration(node) ? "constructor" : "(unnamed)";
}

/** Functions past the limit, as `path#name`. */
export function longFunctions(sources: readonly SourceText[]): Measured[] {
  return sources.flatMap((source) => {
    const found: Measured[] = [];
    visit(source, (node, lineOf) => {
      if (!isFunction(node) || node.body === undefined) return;
      const lines = countLines(node.getText());
      if (lines > FUNCTION_LINES_MAX) found.push({ key: `${source.path}#${nameOf(node)}`, path: source.path, line: lineOf(node), lines });
    });
    return found;
  });
}

/** Files past the limit. */
export function longFiles(sources: readonly SourceText[]): Measured[] {
  return sources
    .map(({ path, text }) => ({ key: path, path, line: 1, lines: countLines(text) }))
    .filter(({ lines }) => lines > FILE_LINES_MAX);
}

/** What is over the limit and not excused, what has grown past its excuse, and excuses that nothing needs any more. */
export function againstRatchet(measured: readonly Measured[], ratchet: Ratchet, advice: string): Breach[] {
  const grown = measured
    .filter(({ key, lines }) => lines > (ratchet[key] ?? 0))
    .map(({ key, path, line, lines }) => ({
      path,
      line,
      message: ratchet[key] === undefined ? `${lines} lines: ${advice}` : `grew from ${ratchet[key]} to ${lines} lines: ${advice}`,
    }));
  const idle = Object.keys(ratchet)
    .filter((key) => !measured.some((one) => one.key === key))
    .map((key) => ({ path: key, line: 1, message: "is within the limit now: take it out of the ratchet" }));
  return [...grown, ...idle];
}
