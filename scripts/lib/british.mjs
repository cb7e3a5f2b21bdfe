/** How a text of ours reads in the UK, Australia and New Zealand. */

/** Letters at the start of a word, or a whole phrase, as they are written there. */
const SPELLINGS = [
  [/\b(authori|categori|organi|recogni|prioriti|summari|normali|amorti|capitali|minimi|customi|finali|synchroni)z/gi, "$1s"],
  [/\b(uncategori|unrecogni|reorgani|unauthori)z/gi, "$1s"],
  [/\b(analy)z/gi, "$1s"],
  [/\b(U|u)nfavorable\b/g, (_all, first) => (first === "U" ? "Adverse" : "adverse")],
  [/\b(fav|unfav|col|lab|hon|behavi)or/gi, "$1our"],
  [/\b(cancel|label|total)ed\b/gi, "$1led"],
  [/\b(cancel|label|total)ing\b/gi, "$1ling"],
  [/\b(acknowledg|judg)ment/gi, "$1ement"],
  [/\b(afterward|toward)\b/gi, "$1s"],
  [/\banymore\b/g, "any more"],
  [/\b(cent)er(s?)\b/gi, "$1re$2"],
  [/\b(catalog)(s?)\b/gi, "$1ue$2"],
  [/\bdifferent (\w+) than\b/g, "different $1 from"],
  [/\b(f|F)iscal year/g, (_all, first) => (first === "F" ? "Financial year" : "financial year")],
  [/\b([Nn])et income\b/g, "$1et profit"],
  [/\b([Nn])on(controlling|current)\b/g, "$1on-$2"],
  [/\bsales tax\b/gi, "VAT or GST"],
  [/\b([Aa])ging\b/g, "$1geing"],
  [/\b([Ii])nstallment/g, "$1nstalment"],
  [/\b([Cc])heck(s?)(?= and card| payment| number)/g, "$1heque$2"],
  [/\bvendor(s?)\b/g, "supplier$1"],
  [/\bVendor(s?)\b/g, "Supplier$1"],
];

/** US spellings that may not be left in a British text. */
export const US_SPELLING =
  /\b\w*(?:organiz|recogniz|prioritiz|categoriz|authoriz(?!ation_code)|summariz|analyz|favor(?!our)|color(?!our)|canceled|canceling|acknowledgment|fiscal year|net income|noncontrolling|noncurrent\b|sales tax|paycheck|centers?\b|catalogs?\b|afterward\b|anymore|\baging\b|\binstallment|\bvendors?\b)/i;

/** British spellings that may not be in an American text. */
export const BRITISH_SPELLING =
  /\b(?:organis|recognis|prioritis|categoris|authoris|summaris)\w+|\bcancell(?:ed|ing)\b|\b(?:colour|favour|cheque)/;

/**
 * @param {readonly string[]} texts
 * @returns {Record<string, string>} The texts that are written otherwise there, by the US ones. Names of placeholders are kept.
 */
export function britishOf(texts) {
  const pairs = texts.map((text) => [text, british(text)]);
  return Object.fromEntries(pairs.filter(([text, said]) => text !== said));
}

function british(text) {
  const names = /(\{\w+)/;
  return text
    .split(names)
    .map((part) => (names.test(part) ? part : SPELLINGS.reduce((said, [spelling, change]) => said.replace(spelling, change), part)))
    .join("");
}
