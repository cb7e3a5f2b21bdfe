import { isAbsolute, resolve } from "node:path";

/** Asks in a window of the system, which no page can draw over or press. */
export type AskPerson = (question: { readonly method: string; readonly path: string }) => Promise<boolean>;

/**
 * Pages can't reach the disk on their own: a call with a path waits until the person has allowed that path.
 * Each path is asked about once per session.
 */
export class PathConsent {
  readonly #ask: AskPerson;
  readonly #given = new Set<string>();
  readonly #chosen = new Set<string>();

  constructor(ask: AskPerson) {
    this.#ask = ask;
  }

  /** The person chose this place in a window of the system: it may be named by any call until the app is closed. */
  chosen(path: string): void {
    this.#chosen.add(resolve(path));
  }

  /**
   * @param paths what the call names of the person's disk, as its operation declares
   * @returns false when a place is named that the person did not allow, or that is none
   */
  async allows(method: string, paths: readonly string[]): Promise<boolean> {
    for (const path of paths) {
      if (!isAbsolute(path) || path.includes("\0")) return false;
      const place = `${method} ${resolve(path)}`;
      if (this.#given.has(place) || this.#chosen.has(resolve(path))) continue;
      if (!(await this.#ask({ method, path: resolve(path) }))) return false;
      this.#given.add(place);
    }
    return true;
  }
}
