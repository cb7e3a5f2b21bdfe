import type { ComponentProps } from "react";

/** A part of a screen that scrolls: what scrolls must be reachable by keyboard. */
export function ScrollSection(props: ComponentProps<"section">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
  return <section tabIndex={0} {...props} />;
}

/** Preformatted text that scrolls. */
export function ScrollText(props: ComponentProps<"pre">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
  return <pre tabIndex={0} {...props} />;
}
