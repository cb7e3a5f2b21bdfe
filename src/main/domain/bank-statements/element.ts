/** A part of an OFX or XML file, and the line on which it begins. */
export interface Element {
  readonly name: string;
  readonly line: number;
  text: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
}

/** The first part of a name directly below. */
export function find(parent: Element, name: string): Element | null {
  return parent.children.find((child) => child.name === name) ?? null;
}

/** The part at the end of a path, or null. */
export function at(parent: Element, ...path: readonly string[]): Element | null {
  let found: Element | null = parent;
  for (const name of path) found = found === null ? null : find(found, name);
  return found;
}

/** The text of a part directly below; null when there is none or it is empty. */
export function childText(parent: Element, name: string): string | null {
  const text = find(parent, name)?.text.trim();
  return text === undefined || text === "" ? null : text;
}

/** Every part of a name, however deep. */
export function all(parent: Element, name: string): Element[] {
  return parent.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The five entities of XML and characters by number; a file can't define others. */
export function withEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
