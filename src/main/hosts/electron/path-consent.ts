import { isAbsolute, resolve } from "node:path";

/**
 * What a call names of the person's disk. The core writes and reads there for the command line too, which is a person. `to` is the
 * last day of a period nearly everywhere, and the place of an export where it is a full path.
 */
const NAMES = ["path", "folder", "prior", "to"] as const;

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

  /** @returns false when a place is named that the person did not allow, or that is none */
  async allows(method: string, input: unknown): Promise<boolean> {
    for (const path of placesIn(input)) {
      if (!isAbsolute(path) || path.includes("\0")) return false;
      const place = `${method} ${resolve(path)}`;
      if (this.#given.has(place) || this.#chosen.has(resolve(path))) continue;
      if (!(await this.#ask({ method, path: resolve(path) }))) return false;
      this.#given.add(place);
    }
    return true;
  }
}

function placesIn(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  return NAMES.flatMap((name) => {
    const value = Object.hasOwn(input, name) ? (input as Readonly<Record<string, unknown>>)[name] : undefined;
    return typeof value === "string" && (name !== "to" || isAbsolute(value)) ? [value] : [];
  });
}
