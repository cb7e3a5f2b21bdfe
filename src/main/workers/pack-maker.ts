import { dirname, join } from "node:path";
import { roomProblem } from "#main/files/disk-space.ts";
import { isOutOfRoom } from "#main/files/storage-failure.ts";
import { comparePacks } from "#main/pack/archive/compare-packs.ts";
import { PackRefused } from "#main/pack/archive/new-file.ts";
import { readPack } from "#main/pack/archive/read-pack.ts";
import { verifyPack } from "#main/pack/archive/verify-pack.ts";
import { makePack, type PackResult, type Tick } from "#main/pack/make-pack.ts";
import type { PackOrder, Sign } from "#main/pack/pack-order.ts";
import { exportViews } from "#main/pack/views/export-views.ts";
import type { ViewOrder } from "#main/pack/views/view-order.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { holdSnapshot } from "#main/store/database/open.ts";
import { readFile } from "#main/store/records/attachment-files.ts";
import type { ExportedFile } from "#shared/contract/reports/open-data.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
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
  say: (step: PackStep | Promise<PackStep>) => void;
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
  /** Exports of views that are under way, and whether nobody waits for them any longer. */
  readonly #exports = new Map<string, { stopped: boolean }>();

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
    "packMaking.views": ({ making, order }) => this.#views(making, order),
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
    let isOver = true;
    try {
      const step = await own.said;
      isOver = step.kind === "made" || step.kind === "failed";
      return step;
    } finally {
      if (isOver) this.#makings.delete(making);
    }
  }

  /** Writes readable views of one state of a client's file. */
  async #views(making: string, order: ViewOrder): Promise<Result<ExportedFile[], Failure>> {
    const own = { stopped: false };
    this.#exports.set(making, own);
    const db = openClientFile(this.#home, order.clientId, { readonly: true });
    try {
      holdSnapshot(db);
      return ok(
        await exportViews(db, order, async () => {
          await new Promise((resolve) => setImmediate(resolve));
          if (own.stopped) throw new Stopped();
        }),
      );
    } catch (error) {
      return fail(failureOf(error, dirname(order.to), EXPORT));
    } finally {
      db.close();
      this.#exports.delete(making);
    }
  }

  /** Ends a pack, or an export of views, and takes away what there is of it. */
  async #abandon(making: string): Promise<null> {
    const exported = this.#exports.get(making);
    if (exported !== undefined) exported.stopped = true;
    const own = this.#makings.get(making);
    if (own === undefined) return null;
    this.#makings.delete(making);
    own.stopped = true;
    own.goOn?.();
    await Promise.allSettled([own.ended, own.said]);
    return null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#makings.keys(), ...this.#exports.keys()].map((making) => this.#abandon(making)));
  }

  async #work(own: Making, order: PackOrder): Promise<void> {
    try {
      const { made, toKeep } = await this.#make(own, order);
      own.say({ kind: "made", made, toKeep });
    } catch (error) {
      own.say(failed(error, order.folder ?? this.#home, order.folder !== null));
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

/** The last step of a pack that can't be made. Rejects for what isn't expected here, such as a damaged file, and the step with it. */
async function failed(error: unknown, folder: string, isChosen: boolean): Promise<PackStep> {
  return { kind: "failed", failure: failureOf(error, folder, PACK, isChosen) };
}

const UNUSABLE = /^(?:EACCES|EPERM|EROFS|EIO|ENOENT|ENOTDIR|EISDIR|ENAMETOOLONG|EEXIST|EMFILE|EBUSY)$|^SQLITE_(?:BUSY|IOERR|CANTOPEN)/;

/** What is being made, in the words of its failures. */
const PACK = { thing: "The pack", made: "made", field: "out", part: "No files were left behind." };
const EXPORT = {
  thing: "The export",
  made: "finished",
  field: "to",
  part: "Any files that were already exported are complete and can be used.",
};

/** @param isChosen a person named the folder and may name another; the window's packs go to the data folder */
function failureOf(error: unknown, folder: string, { thing, made, field, part }: typeof PACK, isChosen = true): Failure {
  if (error instanceof Stopped) return { code: "cancelled", message: t("{thing} was canceled. {part}", { thing, part }) };
  if (error instanceof PackRefused) return error.failure;
  const { code } = error as { readonly code?: unknown };
  if (isOutOfRoom(error))
    return {
      code: "storage",
      message: [`The disk is full, so ${thing.toLowerCase()} wasn't ${made}. ${part}`, roomProblem(folder, 0)].filter(Boolean).join(" "),
      next: isChosen ? "Free up space or choose another folder." : "Free up space on that disk, then try again.",
    };
  if (typeof code === "string" && UNUSABLE.test(code))
    return {
      code: "storage",
      message: `${thing} can't be saved in ${folder}. The computer reported: ${(error as Error).message}.`,
      field,
      next: isChosen ? "Choose another folder." : "Check that Tieout can write to this folder, then try again.",
    };
  throw error;
}
