import { join } from "node:path";
import { roomProblem } from "#main/files/disk-space.ts";
import { isOutOfRoom } from "#main/files/storage-failure.ts";
import { comparePacks } from "#main/pack/archive/compare-packs.ts";
import { PackRefused } from "#main/pack/archive/new-file.ts";
import { readPack } from "#main/pack/archive/read-pack.ts";
import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import { makePack, type PackResult, type Tick } from "#main/pack/make-pack.ts";
import type { PackOrder, Sign } from "#main/pack/pack-order.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { holdSnapshot } from "#main/store/database/open.ts";
import { readFile } from "#main/store/records/attachment-files.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { PackMakingOps, PackStep } from "./pack-ops.ts";

/** A pack under way. It rests between steps, so that it can be cancelled. */
interface Making {
  /** Lets the work go on to its next rest. */
  goOn: (() => void) | null;
  stopped: boolean;
  /** What the last step brought along. */
  signature: string | null;
  /** What the work says next. */
  said: Promise<PackStep>;
  say: (step: PackStep) => void;
  readonly ended: Promise<void>;
}

class Stopped extends Error {
  override readonly name = "Stopped";
}

/**
 * Makes packs step by step on the thread that it lives on. Each reads one state of its client's file on a
 * connection of its own, whatever is written meanwhile.
 */
export class PackMaker {
  readonly #home: string;
  readonly #makings = new Map<string, Making>();

  constructor(home: string) {
    this.#home = home;
  }

  /** Does one operation; see `PackMakingOps`. */
  async perform<O extends keyof PackMakingOps>(op: O, input: PackMakingOps[O][0]): Promise<PackMakingOps[O][1]> {
    return (this.#operations[op] as (input: PackMakingOps[O][0]) => Promise<PackMakingOps[O][1]>)(input);
  }

  readonly #operations: { readonly [O in keyof PackMakingOps]: (input: PackMakingOps[O][0]) => Promise<PackMakingOps[O][1]> } = {
    "packMaking.begin": async ({ making, order }) => this.#begin(making, order),
    "packMaking.step": ({ making, signature }) => this.#step(making, signature ?? null),
    "packMaking.abandon": ({ making }) => this.#abandon(making),
    "packMaking.verify": ({ path, prior, trust }) => verifyPack(path, prior, trust),
    "packMaking.read": ({ path, entry }) => readPack(path, entry),
    "packMaking.compare": ({ older, newer }) => comparePacks(older, newer),
  };

  #begin(making: string, order: PackOrder): null {
    assert(!this.#makings.has(making), `pack ${making} is under way`);
    let say: Making["say"] = () => undefined;
    const said = new Promise<PackStep>((resolve) => {
      say = resolve;
    });
    let release = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      release = resolve;
    });
    const own: Making = { goOn: release, stopped: false, signature: null, said, say, ended: started.then(() => this.#work(own, order)) };
    this.#makings.set(making, own);
    return null;
  }

  async #step(making: string, signature: string | null): Promise<PackStep> {
    const own = this.#makings.get(making);
    assert(own !== undefined, `there is no pack ${making} under way`);
    own.signature = signature;
    own.goOn?.();
    own.goOn = null;
    const step = await own.said;
    if (step.kind === "made" || step.kind === "failed") this.#makings.delete(making);
    return step;
  }

  /** Ends a pack and takes away what there is of it. */
  async #abandon(making: string): Promise<null> {
    const own = this.#makings.get(making);
    if (own === undefined) return null;
    this.#makings.delete(making);
    own.stopped = true;
    own.goOn?.();
    await own.ended;
    return null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#makings.keys()].map((making) => this.#abandon(making)));
  }

  async #work(own: Making, order: PackOrder): Promise<void> {
    try {
      const { made, toKeep } = await this.#make(own, order);
      own.say({ kind: "made", made, toKeep });
    } catch (error) {
      own.say({ kind: "failed", failure: failureOf(error, order.folder ?? this.#home) });
    }
  }

  async #make(own: Making, order: PackOrder): Promise<PackResult> {
    if (own.stopped) throw new Stopped();
    const folder = order.folder ?? join(this.#home, "packs", order.clientId);
    const db = openClientFile(this.#home, order.clientId, { readonly: true });
    try {
      holdSnapshot(db);
      const tick: Tick = async (progress) => {
        if (!own.stopped) await rest(own, { kind: "going", progress });
        if (own.stopped) throw new Stopped();
      };
      const sign: Sign = async (text) => {
        if (!own.stopped) await rest(own, { kind: "sign", text });
        if (own.stopped) throw new Stopped();
        assert(own.signature !== null, "the core signs what it is asked to sign");
        return own.signature;
      };
      const fileOf = (sha256: string) => readFile(this.#home, order.clientId, sha256);
      return await makePack(db, { ...order, folder }, { tick, fileOf, sign });
    } finally {
      db.close();
    }
  }
}

/** Tells something and waits to be sent on. */
function rest(own: Making, step: PackStep): Promise<void> {
  return new Promise((resolve) => {
    const told = own.say;
    own.said = new Promise((next) => {
      own.say = next;
    });
    own.goOn = resolve;
    told(step);
  });
}

const UNUSABLE = /^(?:EACCES|EPERM|EROFS|EIO|ENOENT|ENOTDIR|EISDIR|ENAMETOOLONG|EEXIST|EMFILE|EBUSY)$|^SQLITE_(?:BUSY|IOERR|CANTOPEN)/;

function failureOf(error: unknown, folder: string) {
  if (error instanceof Stopped) return { code: "cancelled" as const, message: "The pack was cancelled. No files were left behind." };
  if (error instanceof PackRefused) return error.failure;
  const { code } = error as { readonly code?: unknown };
  if (isOutOfRoom(error))
    return {
      code: "storage" as const,
      message: ["The disk is full, so the pack wasn't made. No files were left behind.", roomProblem(folder, 0)].filter(Boolean).join(" "),
      next: "Free up space or choose another folder.",
    };
  if (typeof code === "string" && UNUSABLE.test(code))
    return {
      code: "storage" as const,
      message: `The pack can't be saved there: ${(error as Error).message}.`,
      field: "out",
      next: "Choose another folder.",
    };
  throw error;
}
