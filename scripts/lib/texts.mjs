/** The texts of the window and of the core from their source: every `t("…")`, `message("…")` and `<Sentence text="…">`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { inTerms } from "../../src/shared/language/english.ts";
import { BRITISH_SPELLING, britishOf } from "./british.mjs";
import { ROOT } from "./paths.mjs";

const FOLDER = join(ROOT, "src/renderer");
/** The English catalogue: the list that a translator starts from. */
export const CATALOGUE = join(FOLDER, "language/catalogues/en.json");
/** The texts that differ in the UK, Australia and New Zealand. */
export const BRITISH_CATALOGUE = join(FOLDER, "language/catalogues/en-GB.json");
/** What the core, the command line and packs say that reads otherwise elsewhere, and how it reads in the UK, Australia and New Zealand. */
export const CORE_CATALOGUE = join(ROOT, "src/shared/language/catalogues/en.json");
export const CORE_BRITISH_CATALOGUE = join(ROOT, "src/shared/language/catalogues/en-GB.json");
/** Checklists that firms start with; their texts are data. */
const TEMPLATES = join(ROOT, "resources/close-templates");
const CORE_FOLDERS = ["src/main", "src/shared"];
/**
 * Where words aren't said to a person: what ledgers and banks call their own records, and the descriptions inside a client's file,
 * which are written once for every language.
 */
const NOT_SAID =
  /^src\/main\/(?:ledgers\/[abc]\/mappers\/|ledgers\/[abc]\/(?:origins|report-tree|report-layout|reports|requests)\.ts|store\/views\/|domain\/bank-statements\/guess-mapping)/;
/** Attributes that a person reads or hears. */
const SPOKEN =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|label|heading|alt|word|words|verb|help|hint|means)$/;
const LETTERS = /\p{Letter}{2,}/u;

/**
 * @returns {{ texts: string[], breaches: string[] }} The texts in alphabetical order, and the places with a
 * text outside the catalogue or assembled from parts.
 */
export function readTexts() {
  const texts = new Set();
  const breaches = [];
  for (const path of readdirSync(FOLDER, { recursive: true })) {
    if (!/\.tsx?$/.test(path) || /^language[\\/]/.test(path)) continue;
    const file = ts.createSourceFile(path, readFileSync(join(FOLDER, path), "utf8"), ts.ScriptTarget.Latest, true);
    const breach = (node, why) =>
      breaches.push(`src/renderer/${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${why}`);
    const step = (node) => {
      look(node, texts, breach);
      ts.forEachChild(node, step);
    };
    step(file);
  }
  return { texts: [...texts].sort(), breaches };
}

/**
 * Texts of the core that read otherwise elsewhere. Texts that are the same everywhere stay ordinary literals.
 * @returns {{ texts: string[], breaches: string[] }} the marked texts, and the places with one that nobody marked
 */
export function readCoreTexts() {
  const texts = new Set(templateTexts().filter(differs));
  const breaches = [];
  for (const path of CORE_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)),
  )) {
    if (!path.endsWith(".ts") || NOT_SAID.test(path) || path.startsWith("src/shared/language/")) continue;
    const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
    const step = (node) => {
      const said = wordsOf(node);
      if (said !== null && / /.test(said) && BRITISH_SPELLING.test(said))
        breaches.push(
          `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} is British: write American, and t() turns it round`,
        );
      if (said !== null && /^src\/main\/ledgers\/[abc]\//.test(path) && !said.includes(" ") && !isMarked(node)) return;
      if (ts.isStringLiteralLike(node) && isMarked(node)) texts.add(node.text);
      else if (said !== null && differs(said)) {
        const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        breaches.push(`${path}:${line} differs in British English or in other terms: wrap ${JSON.stringify(said)} in t()`);
      }
      ts.forEachChild(node, step);
    };
    step(file);
  }
  return { texts: [...texts].sort(), breaches };
}

function templateTexts() {
  const templates = readdirSync(TEMPLATES).map((name) => JSON.parse(readFileSync(join(TEMPLATES, name), "utf8")));
  return templates.flatMap(({ title, tasks }) => [title, ...tasks.flatMap((task) => [task.title, task.phase])]);
}

/** What a literal says; null for other nodes, and for names and codes, which are one word in small letters. */
function wordsOf(node) {
  if (ts.isImportDeclaration(node.parent ?? node) || ts.isExportDeclaration(node.parent ?? node)) return null;
  const said = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}")
      : null;
  return said !== null && /^[^<=]*$/.test(said) && (/ /.test(said) || /^\p{Lu}\p{Ll}+$/u.test(said)) ? said : null;
}

function isMarked({ parent }) {
  return ts.isCallExpression(parent) && ["t", "message"].includes(parent.expression.getText());
}

function differs(text) {
  return britishOf([text])[text] !== undefined || inTerms(text, "debtors") !== text;
}

/** The catalogue file: one text per line. */
export function catalogueOf(texts) {
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;
}

/** The British catalogue: only what differs from the English one. */
export function britishCatalogueOf(texts) {
  return `${JSON.stringify(britishOf(texts), null, 2)}\n`;
}

function look(node, texts, breach) {
  if (ts.isJsxText(node) && LETTERS.test(node.text))
    breach(node, `words outside of the catalogue: wrap ${JSON.stringify(node.text.trim())} in t()`);
  const spoken = ts.isJsxAttribute(node) && node.initializer !== undefined && SPOKEN.test(node.name.getText());
  if (spoken && ts.isStringLiteral(node.initializer) && LETTERS.test(node.initializer.text) && !isOfSentence(node)) {
    breach(node, `words outside of the catalogue: ${node.name.getText()}={t(…)}`);
  }
  const text = textOf(node);
  if (text === undefined) return;
  if (text !== null && ts.isStringLiteralLike(text)) texts.add(text.text);
  else breach(node, "a text must be a literal, so that it is in the catalogue as a whole");
}

/** The node with the text of a `t` or a `Sentence`; undefined for every other node. */
function textOf(node) {
  if (ts.isCallExpression(node) && node.expression.getText() === "t") return node.arguments[0] ?? null;
  if (!ts.isJsxAttribute(node) || !isOfSentence(node) || node.name.getText() !== "text") return undefined;
  const given = node.initializer;
  return given !== undefined && ts.isJsxExpression(given) ? (given.expression ?? null) : (given ?? null);
}

function isOfSentence(attribute) {
  return attribute.parent.parent.tagName?.getText() === "Sentence";
}
