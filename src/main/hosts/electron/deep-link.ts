import { type OutsideNavigation, outsideNavigation } from "#shared/contract/app/screens.ts";
import { PAGE_SCHEME } from "./page-address.ts";

const FORM = /^tieout:\/\/open\/clients\/([^/?#]+)\/([^/?#]+)$/;

/**
 * Reads `tieout://open/clients/ID/SCREEN`. Anyone can make a link, so it may only say where to look. No query,
 * no fragment, no encoding, no record, no action; anything else is null.
 */
export function readDeepLink(text: unknown): OutsideNavigation | null {
  if (typeof text !== "string") return null;
  const match = FORM.exec(text);
  const parsed = outsideNavigation.safeParse({ clientId: match?.[1], screen: match?.[2] });
  return parsed.success ? parsed.data : null;
}

/** True when a command line was made by the system for a link: then nothing else of it is believed. */
export function hasLink(argv: readonly unknown[]): boolean {
  return argv.some((argument) => typeof argument === "string" && /^\s*tieout:/i.test(argument));
}

/** The link in a command line; null when there is none, more than one, or one that says anything else. */
export function deepLinkIn(argv: readonly unknown[]): OutsideNavigation | null {
  const links = argv.filter((argument) => typeof argument === "string" && argument.startsWith(`${PAGE_SCHEME}:`));
  return links.length === 1 ? readDeepLink(links[0]) : null;
}
