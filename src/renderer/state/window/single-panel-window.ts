const KEY = "tieout.alone";
const PREFIX = /^#\/alone(?=\/)/;

/** The address of a place in a window that shows what is open there and nothing around it. */
export function aloneAddress(address: string): string {
  return `/alone${address}`;
}

/**
 * Takes from the address whether this window was opened for one thing alone, and keeps it for as long as the window is there. When
 * what is open is closed, the window shows all there is around it.
 */
export function takeAlone(): boolean {
  const { hash, pathname } = window.location;
  if (PREFIX.test(hash)) {
    window.sessionStorage.setItem(KEY, "yes");
    window.history.replaceState(null, "", `${pathname}${hash.replace(PREFIX, "#")}`);
  }
  return window.sessionStorage.getItem(KEY) !== null;
}
