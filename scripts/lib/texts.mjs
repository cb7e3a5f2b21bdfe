/** The texts of the window from its source: every `t("…")` and every `<Sentence text="…">`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { britishOf } from "./british.mjs";
import { ROOT } from "./paths.mjs";

const FOLDER = join(ROOT, "src/renderer");
/** The English catalogue: the list that a translator starts from. */
export const CATALOGUE = join(FOLDER, "language/catalogues/en.json");
/** The texts that differ in the UK, Australia and New Zealand. */
export const BRITISH_CATALOGUE = join(FOLDER, "language/catalogues/en-GB.json");
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
  else breach(node, "a text must be a literal, so that it stands in the catalogue as a whole");
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
