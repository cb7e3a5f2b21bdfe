/** What was opened over the panel of a screen: a document, a party, an account's ledger, or where a figure comes from. */
export interface OverPanel {
  readonly kind: "document" | "party" | "account" | "figure";
  readonly id: string;
}

/** What stands at the side of a screen: what the screen itself opened, and what was opened over it, the last on top. */
export interface PanelPlaces {
  readonly own: string | null;
  readonly over: readonly OverPanel[];
}

const SPLIT = ">";
const LETTERS: Readonly<Record<OverPanel["kind"], string>> = { document: "d:", party: "v:", account: "a:", figure: "p:" };
const KINDS = Object.keys(LETTERS) as OverPanel["kind"][];
/** More would make an address that nothing can hold; the oldest are let go of. */
const DEEPEST = 12;

/** What stands at the side, as a part of the address; null for nothing. */
export function panelsPart({ own, over }: PanelPlaces): string | null {
  if (own === null && over.length === 0) return null;
  return [own ?? "", ...over.map(({ kind, id }) => `${LETTERS[kind]}${id}`)].map(hidden).join(SPLIT);
}

/** The inverse of `panelsPart`; parts of no known kind are left out. */
export function readPanels(part: string | null): PanelPlaces {
  const [own = "", ...over] = (part ?? "").split(SPLIT).map(shown);
  return { own: own === "" ? null : own, over: over.flatMap(readOver) };
}

/** One more on top; the same is not stacked twice, and of two figures in turn the later one stays. */
export function opened({ own, over }: PanelPlaces, panel: OverPanel): PanelPlaces {
  const top = over.at(-1);
  if (top?.kind === panel.kind && top.id === panel.id) return { own, over };
  const below = top?.kind === "figure" && panel.kind === "figure" ? over.slice(0, -1) : over;
  return { own, over: [...below, panel].slice(-DEEPEST) };
}

function readOver(text: string): OverPanel[] {
  const kind = KINDS.find((candidate) => text.startsWith(LETTERS[candidate]));
  return kind === undefined ? [] : [{ kind, id: text.slice(LETTERS[kind].length) }];
}

function hidden(text: string): string {
  return text.replaceAll("%", "%25").replaceAll(SPLIT, "%3E");
}

function shown(text: string): string {
  return text.replaceAll("%3E", SPLIT).replaceAll("%25", "%");
}
