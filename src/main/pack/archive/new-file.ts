import { createHash, type Hash } from "node:crypto";
import { type FileHandle, link, open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openNamedFile } from "#main/files/named-file.ts";
import { syncFolderOfAside } from "#main/files/sync.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { PACK_BYTES_MAX } from "./zip-layout.ts";

/** A pack that can't be written for a reason outside Tieout. */
export class PackRefused extends Error {
  override readonly name = "PackRefused";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What this process writes now. */
const underWay = new Set<string>();

/** File systems without hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "EXDEV", "EINVAL", "ENOSYS", "EMLINK"]);

/**
 * A file that appears under its name whole, synced and hashed, or not at all; one that has the name
 * already is never touched.
 */
export class NewFile {
  readonly path: string;
  readonly temporary: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;
  #open = true;
  #left = true;
  /** True once the name is there because of us. */
  #appeared = false;

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.path = path;
    this.temporary = temporary;
    this.#handle = handle;
  }

  /** Begins beside the name. @throws PackRefused when another process writes the same */
  static async create(path: string): Promise<NewFile> {
    const temporary = `${path}.${process.pid}.part`;
    if (underWay.has(temporary))
      throw new PackRefused({
        code: "busy",
        message: `${basename(path)} is already being exported.`,
        next: "Wait until this export is done.",
      });
    underWay.add(temporary);
    try {
      await dropAbandoned(path);
      return new NewFile(path, temporary, await open(temporary, "wx", 0o600));
    } catch (error) {
      underWay.delete(temporary);
      throw error;
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) at += (await this.#handle.write(bytes, at)).bytesWritten;
  }

  /**
   * Gives it its name. The same file under that name is as good.
   * @param known the hash that it has to have; null when any will do
   * @returns null when it has another: then no file appears
   * @throws PackRefused when another file has the name
   */
  async finish(known: string | null): Promise<{ readonly sha256: string; readonly bytes: number } | null> {
    const sha256 = this.#hash.digest("hex");
    if (known !== null && known !== sha256) return null;
    await this.#handle.sync();
    await this.#close();
    try {
      await link(this.temporary, this.path);
      this.#appeared = true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") {
        if ((await sha256Of(this.path)) !== sha256) throw taken(this.path);
      } else if (code !== undefined && NO_LINKS.has(code)) await this.#renameInto();
      else throw error;
    }
    await syncFolderOfAside(this.path);
    return { sha256, bytes: this.#bytes };
  }

  /** Takes away what is not finished. */
  async drop(): Promise<void> {
    underWay.delete(this.temporary);
    await this.#close();
    if (!this.#left) return;
    this.#left = false;
    await unlinkIfThere(this.temporary);
  }

  /** Takes the name away again where it is there because of this; a file that had it before stays. */
  async takeBack(): Promise<void> {
    if (!this.#appeared) return;
    this.#appeared = false;
    await unlinkIfThere(this.path);
    await syncFolderOfAside(this.path);
  }

  /** Takes the name with an empty file of our own, which a rename then replaces. */
  async #renameInto(): Promise<void> {
    try {
      await (await open(this.path, "wx", 0o600)).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw taken(this.path);
      throw error;
    }
    this.#appeared = true;
    await rename(this.temporary, this.path);
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#handle.close();
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
}

/** Takes away what a process that is no more left of this file. */
async function dropAbandoned(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const other of await readdir(folder)) {
    const pid = other.startsWith(`${name}.`) ? /^\.(\d+)\.part(?:\.lines)?$/.exec(other.slice(name.length))?.[1] : undefined;
    const isOurs = underWay.has(join(folder, other.replace(/\.lines$/, "")));
    if (pid !== undefined && !isAlive(Number(pid)) && !isOurs) await unlink(join(folder, other));
  }
}

function isAlive(pid: number): boolean {
  // A number comes again: what bears ours and is not under way is of an earlier process.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else is alive all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export function taken(path: string): PackRefused {
  return new PackRefused({
    code: "already_exists",
    message: `${path} already exists with different contents, and wasn't overwritten.`,
    field: "out",
    next: "Choose another folder, or move that file.",
  });
}

/** SHA-256 of a pack, in hexadecimal. @throws FileRefused when it is no file or too large to be a pack; what the file system says */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  const handle = await openNamedFile(path, PACK_BYTES_MAX);
  for await (const piece of handle.createReadStream()) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}
