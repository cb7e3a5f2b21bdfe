/** The item after another one or a heading, and with K the one before it; what a folded group hides is passed over. */
export function rowBeside(from: HTMLElement, key: string): HTMLElement | undefined {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-inbox-row], [data-inbox-group]")];
  const at = stops.indexOf(from);
  const others = key === "k" ? stops.slice(0, at).reverse() : stops.slice(at + 1);
  return others.find((stop) => stop.hasAttribute("data-inbox-row"));
}
