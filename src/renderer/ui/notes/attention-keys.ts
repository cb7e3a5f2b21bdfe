/** The item after another one or a heading, and with K the one before it; what a folded group hides is passed over. */
export function rowBeside(from: HTMLElement, key: string): HTMLElement | undefined {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-inbox-row], [data-inbox-group]")];
  const at = stops.indexOf(from);
  const others = key === "k" ? stops.slice(0, at).reverse() : stops.slice(at + 1);
  return others.find((stop) => stop.hasAttribute("data-inbox-row"));
}

/** The heading of a group that the row isn't in: its own goes with its last row. */
export function otherGroup(row: HTMLElement): HTMLElement | undefined {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-inbox-row], [data-inbox-group]")];
  const own = stops.slice(0, stops.indexOf(row)).findLast((stop) => stop.hasAttribute("data-inbox-group"));
  return stops.find((stop) => stop.hasAttribute("data-inbox-group") && stop !== own);
}
