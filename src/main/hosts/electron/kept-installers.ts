import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { isLater } from "./release-signature.ts";

const entry = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  file: z.string().regex(/^Tieout-[\d.]+\.[A-Za-z]+$/),
  sha512: z.string(),
});
const index = z.array(entry);
type Entry = z.infer<typeof entry>;

const KEPT = 3;
const INDEX = "installers.json";

/** The last installers in the data folder, so that a person can go back to the version before. */
export class KeptInstallers {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, "installers");
  }

  versions(): string[] {
    return this.#entries().map(({ version }) => version);
  }

  /** Copies an installer (or a running AppImage) that was found good, with its hash. */
  async keep(version: string, path: string): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = `Tieout-${version}${extname(path) === "" ? ".bin" : extname(path)}`;
    const target = join(this.#folder, file);
    copyFileSync(path, `${target}.new`);
    const sha512 = await hashOf(`${target}.new`);
    renameSync(`${target}.new`, target);
    const others = this.#entries().filter((kept) => kept.version !== version);
    const all = [...others, { version, file, sha512 }].sort((a, b) => (isLater(a.version, b.version) ? -1 : 1));
    writeFileSync(join(this.#folder, `${INDEX}.new`), JSON.stringify(all.slice(0, KEPT)), { mode: 0o600 });
    renameSync(join(this.#folder, `${INDEX}.new`), join(this.#folder, INDEX));
    // Only now: a list that names a removed installer would offer a way back that is not there.
    for (const old of all.slice(KEPT)) rmSync(join(this.#folder, old.file), { force: true });
  }

  /** The kept installer of a version, or null when there is none or it is not what was kept. */
  async find(version: string): Promise<string | null> {
    const kept = this.#entries().find((candidate) => candidate.version === version);
    if (kept === undefined) return null;
    const path = join(this.#folder, kept.file);
    return existsSync(path) && (await hashOf(path)) === kept.sha512 ? path : null;
  }

  #entries(): Entry[] {
    try {
      return index.parse(JSON.parse(readFileSync(join(this.#folder, INDEX), "utf8")));
    } catch {
      // Nothing was kept yet, or the list was damaged: there is nothing to go back to.
      return [];
    }
  }
}

/** SHA-512 of a file, base64, as release feeds write it. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha512");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64");
}
