import type { Page } from "playwright-core";

/** What is written the same in every language: the product, keys, units, codes, the names of fields in files. */
const ANYWHERE =
  /^(?:Tieout|name|ledger|tenant|file|system|tenantId|baseUrl|profile|auth|limits|journals|Ctrl|Shift|Alt|Enter|Esc|Tab|Home|End|PgUp|PgDn|PageUp|PageDown|Space|Delete|Backspace|F\d+|n\/[am]|[A-Z]{3}|[A-Za-z]|UTC|GMT.*|AM|PM|HTTP|JSON|CSV|XLSX|TSV|ISO|SHA-256|id|[kMG]?B|ms|min|h|s)$/;

/** Letters and marks that only the lengthened language has. */
const MARKED = /[~áçéĝĥíĵķļñöŕšţûýÁÇÉĜÎĶĻÑÖŔŠÛŽ]/;

/**
 * Everything that the page says (its texts, names, titles and placeholders) in plain English while its language is the
 * lengthened one, in which each text of the catalogue carries marks. What came from the core is data and left out.
 * @param data all that the core has answered so far
 */
export async function textsOutsideTheCatalogue(page: Page, data: ReadonlySet<string>): Promise<readonly string[]> {
  const said = await page.evaluate(() => {
    const texts = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || element.closest("script, style, noscript, pre, code, option, svg") !== null) continue;
      if (element.checkVisibility()) texts.add(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) texts.add(element.getAttribute(name) ?? "");
    return [...texts];
  });
  const known = [...data].flatMap(shown).join("\n");
  return (
    said
      .map((text) => text.trim())
      // The sample of a file that a placeholder shows is no text.
      .filter((text) => /[A-Za-z]{2}/.test(text) && !MARKED.test(text) && !known.includes(text) && !text.startsWith("Name,Ledger,"))
      .filter((text) => !text.split(/[\s,.:;()[\]·+–/…"“”→×|=]+/).every((word) => isAnywhere(word) || known.includes(word)))
  );
}

const isAnywhere = (word: string) => !/[A-Za-z]/.test(word) || ANYWHERE.test(word);

const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region" });

/** What a screen may say for a text that the core answered: the text, the text with a capital, and a country's name for its code. */
function shown(text: string): readonly string[] {
  const country = /^[A-Z]{2}$/.test(text) ? [COUNTRIES.of(text) ?? text] : [];
  return [text, `${text.charAt(0).toUpperCase()}${text.slice(1)}`, ...country];
}
