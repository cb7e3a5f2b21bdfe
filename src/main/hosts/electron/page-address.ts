/** The window's own scheme: standard and secure, so that it has an origin; never `file:`. */
export const PAGE_SCHEME = "tieout";
export const PAGE_HOST = "app";
export const PAGE_ORIGIN = `${PAGE_SCHEME}://${PAGE_HOST}`;
export const PAGE_ADDRESS = `${PAGE_ORIGIN}/`;

/** True for the window's one page, whatever its fragment says. */
export function isPageAddress(address: string): boolean {
  return address.split("#", 1)[0] === PAGE_ADDRESS;
}
