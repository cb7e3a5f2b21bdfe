import { type Element, withEntities } from "./element.ts";
import { problemAt, StatementProblem } from "./statement.ts";

const DEPTH_MAX = 64;
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|<!|</g;

/**
 * A strict reader of the XML that banks send: elements, attributes and text, names without their prefix. Document types are
 * refused, so no entity can be defined, let alone one that expands without end.
 */
export function readXml(text: string): Element {
  const root: Element = { name: "", line: 1, text: "", attributes: new Map(), children: [] };
  const open: Element[] = [root];
  let line = 1;
  for (const [token, cdata, close, rawName, attributes = "", empty] of text.matchAll(TOKEN)) {
    const within = open.at(-1) as Element;
    if (token === "<!" || token === "<")
      throw problemAt(
        line,
        "XML",
        token === "<!"
          ? "declarations such as DOCTYPE aren't accepted; download the statement in another format"
          : "a tag is incomplete; download the file again",
      );
    if (cdata !== undefined) within.text += cdata;
    else if (rawName !== undefined) {
      const name = rawName.slice(rawName.indexOf(":") + 1);
      if (close === "/") closeElement(open, name, line);
      else {
        const element: Element = { name, line, text: "", attributes: attributesOf(attributes), children: [] };
        within.children.push(element);
        if (empty !== "/") open.push(element);
        if (open.length > DEPTH_MAX) throw problemAt(line, name, "the tags are nested too deeply");
      }
    } else if (!token.startsWith("<")) within.text += withEntities(token);
    line += token.split("\n").length - 1;
  }
  if (open.length > 1) throw problemAt(line, open.at(-1)?.name ?? "XML", "the file is incomplete; download it again");
  const [document] = root.children;
  if (document === undefined || root.children.length > 1) throw new StatementProblem("The file isn't valid XML.");
  return document;
}

function closeElement(open: Element[], name: string, line: number): void {
  const ended = open.pop();
  if (open.length === 0 || ended?.name !== name)
    throw problemAt(line, name, `this closing tag doesn't match ${ended?.name ? `the opening tag ${ended.name}` : "any opening tag"}`);
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = "", double, single]) => [
      name,
      withEntities(double ?? single ?? ""),
    ]),
  );
}
