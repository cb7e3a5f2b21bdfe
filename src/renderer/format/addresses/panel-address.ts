/** Something opened over a screen's panel: a document, a party, an account's ledger, or where a figure comes from. */
export interface OverPanel {
  readonly kind: "document" | "party" | "account" | "figure";
  readonly id: string;
}

/** The panels at the side of a screen: the screen's own, and those opened over it, the last on top. */
export interface PanelPlaces {
  readonly own: string | null;
  readonly over: readonly OverPanel[];
}

const SPLIT = ">";
const LETTERS: Readonly<Record<OverPanel["kind"], string>> = { document: "d:", party: "v:", account: "a:", figure: "p:" };
const KINDS = Object.keys(LETTERS) as OverPanel["kind"][];
/** More would make the address too long; the oldest are dropped. */
const DEEPEST = 12;

/** The open panels as a part of the address; null for none. */
export function panelsPart({ own, over }: PanelPlaces): string | null {
  if (own === null && over.length === 0) return null;
  return [own ?? "", ...over.map(({ kind, id }) => `${LETTERS[kind]}${id}`)].map(hidden).join(SPLIT);
}

/** The inverse of `panelsPart`; unknown parts are left out. */
export function readPanels(part: string | null): PanelPlaces {
  const [own = "", ...over] = (part ?? "").split(SPLIT).map(shown);
  return { own: own === "" ? null : own, over: over.flatMap(readOver) };
}

/** Opens one more on top. The same one isn't stacked twice, and a figure replaces another figure on top. */
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
