import type { Token } from "marked";

const GUIDE = import.meta.glob<string>(
  ["../../../../docs/guide/*.md", "../../../../docs/{connecting,close-pack,command-line,glossary}.md"],
  {
    query: "?raw",
    import: "default",
    eager: false,
  },
);

const PICTURES = import.meta.glob<string>(["../../../../docs/{close,statements}.png", "../../../../docs/guide/pictures/*.png"], {
  query: "?url",
  import: "default",
  eager: true,
});

/** The first page of the guide. */
export const FIRST_PAGE = "README";

const PAGES = new Map(Object.entries(GUIDE).map(([path, read]) => [nameOf(path), read]));

/** A page of the guide as the parts of its Markdown; null when there is none of that name. What reads Markdown is loaded with the first. */
export async function readPage(name: string): Promise<readonly Token[] | null> {
  const [text, { marked }] = await Promise.all([PAGES.get(name)?.(), import("marked")]);
  return text === undefined ? null : marked.lexer(text);
}

/** Where a link in the guide leads in the window: a page of the guide, or null for what the window doesn't show. */
export function addressOf(href: string): string | null {
  const name = nameOf(href);
  return PAGES.has(name) ? `#/help/${name}` : null;
}

/** Where the window has a picture of the guide; null for any other address. */
export function pictureOf(href: string): string | null {
  const file = href.replace(/^.*\//, "");
  return Object.entries(PICTURES).find(([path]) => path.endsWith(`/${file}`))?.[1] ?? null;
}

/** `../connecting.md#certificates` is the page `connecting`. */
function nameOf(path: string): string {
  return path.replace(/#.*$/, "").replace(/^.*\//, "").replace(/\.md$/, "");
}
