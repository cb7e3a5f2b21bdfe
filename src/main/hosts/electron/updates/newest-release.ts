import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const stored = z.object({ signedAt: z.iso.datetime() });
const FILE = "newest-release.json";

/** Stores when the newest release feed seen on this machine was signed, to recognize an older one. */
export class NewestRelease {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, "installers");
  }

  seen(): string | null {
    try {
      return stored.parse(JSON.parse(readFileSync(join(this.#folder, FILE), "utf8"))).signedAt;
    } catch {
      // No feed was seen yet, or the note was damaged: the feed's own expiry still holds.
      return null;
    }
  }

  note(signedAt: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, FILE);
    writeFileSync(`${path}.new`, JSON.stringify({ signedAt }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
}
