import ts from "typescript";
import { type Breach, isCode, type SourceText, visit } from "./source.ts";

/** Phrases that read as a translation, wherever they appear. docs/voice.md has what to write instead. */
const TRANSLATED: readonly RegExp[] = [
  /\bheld against\b/i,
  /\bcan not\b/i,
  /\banew\b/i,
  /\b(?:is|are|has|have) gone\b|\bgone from\b/i,
  /\bthe way there\b/i,
  /\bput away\b/i,
  /\blet it stand\b/i,
  /\bgiven? back\b/i,
  /\btake into close\b/i,
];

/** Phrases that no text for people uses: translations, and names other than the glossary's. */
const NOT_ON_SCREEN: readonly RegExp[] = [
  ...TRANSLATED,
  /\bstands?\b/i,
  /\bby itself\b/i,
  /\bby themselves\b/i,
  /\bof which\b/i,
  /\bmade of\b(?! it)/i,
  /\bgoes? (on|first)\b/i,
  /\bwaits? for a person\b/i,
  /\bto (its|their) end\b/i,
  /\btick(ed)?\b/i,
  /\bparty|parties\b/i,
  /\bfindings\b|\bfinding\b(?! them?\b| the\b)/i,
  /\bstreams?\b/i,
  /\bmirror(ed)?\b/i,
  /\btax identifiers?\b/i,
  /\bsomebody|nobody\b/i,
];

/** Further phrases that no text of the window uses. */
const NOT_IN_THE_WINDOW: readonly RegExp[] = [
  ...NOT_ON_SCREEN,
  /\bback again\b/i,
  /\b(?:at|before|on) that day\b/i,
  /\bby hand\b/i,
  /\bnot at all\b/i,
  /\bas (?:it|they) (?:is|are|was|were) (?:read|synced|meant)\b/i,
  /\bits own (?:noun|id)\b/i,
  /\bwhat (?:blocks it|differs|it holds|waits)\b/i,
  /\bwhat (?:is to|would) be\b/i,
  /\bknown to be\b/i,
  /\bcalls to the ledger\b/i,
  /\bfirst read\b/i,
  /\bour (?:own )?figures?\b/i,
  /\bsynced completely\b/i,
  /\bheld by\b/i,
  /\bpart paid\b/i,
  /\brefused?\b/i,
  /\bsuppliers?\b/i,
  /\bclosed here\b/i,
  /\bwrites\b|\b(?:a|an|the|this|every|rejected) write\b/i,
  /\b(?:sales invoice|purchase bill|sales credit|purchase credit)\b/i,
];

/** Further phrases that no text of the core uses; on screen some of them name a control. */
const NOT_IN_CORE_TEXTS: readonly RegExp[] = [...NOT_ON_SCREEN, /\bwhoever\b/i, /\bdoes not hold\b|\bAll \S+ hold\b/, /\bnot any more\b/i];

/** Phrases that no comment uses. */
const NOT_IN_COMMENTS: readonly RegExp[] = [
  ...TRANSLATED,
  /(?<!\b(?:for|under|with|by) )\bstands?\b(?! for\b| out\b| alone\b|-)/i,
  /\bby itself\b/i,
  /\bwhoever\b/i,
  /\bwhat became of\b/i,
  /\bwhat comes of\b/i,
  /\bnot any more\b/i,
  /\bof which one\b/i,
];

/** Names people type: columns and values of filters, options of the command line, files of a pack. */
const FILTER_SYNTAX = /\b(?:party|findings):\S*|--[\w-]+|\b\w+\.csv\b/g;

/** What a person reads: placeholders stand for values and plural forms are kept. */
const shown = (text: string) => text.replaceAll(/\{\w+(?=[,}])/g, "{").replaceAll(FILTER_SYNTAX, "");

const firstMatch = (text: string, phrases: readonly RegExp[]) =>
  phrases.map((phrase) => phrase.exec(text)?.[0]).find((found) => found !== undefined);

/** The texts of the window that use a phrase that isn't ours. */
export const unnaturalTexts = (texts: readonly string[]): string[] =>
  texts.filter((text) => firstMatch(shown(text), NOT_IN_THE_WINDOW) !== undefined);

/** Literals of a source file that read as a sentence or a label and use a phrase that isn't ours. */
export function unnaturalLiterals(source: SourceText): Breach[] {
  const breaches: Breach[] = [];
  if (!isCode(source)) return breaches;
  visit(source, (node, lineOf) => {
    const text = literalText(node);
    if (text === undefined || !isProse(text) || isForMaintainers(node)) return;
    const found = firstMatch(shown(text), NOT_IN_CORE_TEXTS);
    if (found !== undefined) breaches.push({ path: source.path, line: lineOf(node), message: `"${found}" in the text "${text}"` });
  });
  return breaches;
}

/** Comments that use a phrase that isn't ours. */
export function unnaturalComments(source: SourceText): Breach[] {
  if (!isCode(source) || !usesAny(source.text, NOT_IN_COMMENTS)) return [];
  return commentsOf(source).flatMap(({ at, text }) => {
    const found = firstMatch(text, NOT_IN_COMMENTS);
    if (found === undefined) return [];
    const line = source.text.slice(0, at).split("\n").length;
    return [{ path: source.path, line, message: `"${found}" in the comment "${text}"` }];
  });
}

/** A comment goes on in the next line, after its star. */
const LINE_BREAK = /\s*\n\s*(?:\*(?!\/))?\s*/g;

/** Whether a phrase is anywhere in a text, on one line or over several: most files have none, and are not parsed to look for comments. */
const usesAny = (text: string, phrases: readonly RegExp[]) =>
  [text, text.replaceAll(LINE_BREAK, " ")].some((form) => firstMatch(form, phrases) !== undefined);

/** The literal's text, with … for each value of a template. */
function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join("…");
  return undefined;
}

/** Queries and lists of columns: this project writes SQL's words in capitals and columns with underscores. */
const SQL = /\b(?:SELECT|FROM|WHERE|JOIN|COALESCE|AND|AS|INSERT|UPDATE|INTO|INDEX|TABLE|VIEW)\b|\b[a-z]+_[a-z]+,|\b[a-z]+\.[a-z]+_[a-z]+/;

const isProse = (text: string) => /[A-Za-z]\S* \S*[A-Za-z…]/.test(text) && !SQL.test(text);

/** Messages of defects, verbs and names of tagged or imported things aren't read by the people who use Tieout. */
function isForMaintainers(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (ts.isTaggedTemplateExpression(at) || ts.isImportDeclaration(at) || ts.isThrowStatement(at)) return true;
    // The verbs of the command line are a contract.
    if (ts.isPropertyAssignment(at) && at.name.getText() === "verb") return true;
    if (ts.isBlock(at) || ts.isSourceFile(at)) return false;
  }
  return false;
}

/** Literals are blanked first, so that a // inside a string isn't a comment. */
function commentsOf(source: SourceText): { readonly at: number; readonly text: string }[] {
  const text = source.text.split("");
  visit(source, (node) => {
    if (!isLiteral(node)) return;
    text.fill(" ", node.getStart(), node.getEnd());
  });
  return [...text.join("").matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map((found) => ({
    at: found.index,
    text: found[0].replaceAll(LINE_BREAK, " "),
  }));
}

const isLiteral = (node: ts.Node) =>
  ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node) || ts.isJsxText(node);
