import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { isLater, type SignedRelease, signedHashes, trustedRelease } from "./release-signature.ts";

const entry = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  file: z.string().regex(/^Tieout-[\d.]+\.[A-Za-z]+$/),
  /** The signed feed that names the file's hash. It is verified again each time. */
  proof: z.record(z.string(), z.unknown()),
});
const index = z.array(entry);
type Entry = z.infer<typeof entry>;

const KEPT = 3;
const INDEX = "installers.json";

/** The last installers in the data folder, so that a person can go back to the version before. Each is kept with the signed feed that names it. */
export class KeptInstallers {
  readonly #folder: string;
  readonly #publicKeyPem: string;

  /** @param publicKeyPem the key of releases, Ed25519 */
  constructor(home: string, publicKeyPem: string) {
    this.#folder = join(home, "installers");
    this.#publicKeyPem = publicKeyPem;
  }

  versions(): string[] {
    return this.#entries().map(({ version }) => version);
  }

  /**
   * Copies an installer, or a running AppImage, when the release names it.
   * @returns false when it doesn't: nobody could tell later whether the copy was changed, so it is not kept
   */
  async keep(version: string, path: string, release: SignedRelease): Promise<boolean> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = `Tieout-${version}${extname(path) === "" ? ".bin" : extname(path)}`;
    const target = join(this.#folder, file);
    copyFileSync(path, `${target}.new`);
    if (!signedHashes(release, version).includes(await hashOf(`${target}.new`))) {
      rmSync(`${target}.new`);
      return false;
    }
    renameSync(`${target}.new`, target);
    const others = this.#entries().filter((kept) => kept.version !== version);
    const all = [...others, { version, file, proof: release }].sort((a, b) => (isLater(a.version, b.version) ? -1 : 1));
    writeFileSync(join(this.#folder, `${INDEX}.new`), JSON.stringify(all.slice(0, KEPT)), { mode: 0o600 });
    renameSync(join(this.#folder, `${INDEX}.new`), join(this.#folder, INDEX));
    // Only now: a list that names a removed installer would offer a way back that is not there.
    for (const old of all.slice(KEPT)) rmSync(join(this.#folder, old.file), { force: true });
    return true;
  }

  /** The kept installer of a version, or null when there is none or it is not the file that was signed. */
  async find(version: string): Promise<string | null> {
    const kept = this.#entries().find((candidate) => candidate.version === version);
    if (kept === undefined) return null;
    const path = join(this.#folder, kept.file);
    return existsSync(path) && (await this.isSigned(version, path)) ? path : null;
  }

  /** Whether a file is the one that was signed for a kept version. */
  async isSigned(version: string, path: string): Promise<boolean> {
    const proof = this.#entries().find((candidate) => candidate.version === version)?.proof;
    const release = proof === undefined ? null : trustedRelease(proof, this.#publicKeyPem);
    return release !== null && signedHashes(release, version).includes(await hashOf(path));
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
