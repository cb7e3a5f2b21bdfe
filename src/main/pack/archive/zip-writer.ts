import { createHash } from "node:crypto";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";

/** Takes bytes further; resolves when there is room for more. */
export type Sink = (bytes: Uint8Array) => Promise<void>;
/** Hands over a piece of a file. */
export type Write = (piece: string | Uint8Array) => Promise<void>;

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

// Without the larger records of ZIP64 no archive and no file in it may reach this.
const BYTES_MAX = 0xffff_fff0;
const PIECE_CHARACTERS = 65_536;
/** Compressed bytes that wait for the sink: each call of it goes to another thread and back. */
const READY_BYTES = 1_048_576;
/** Level 6 would take two thirds longer to save 3 % of the bytes (decision 030). */
const LEVEL = 4;
const encoder = new TextEncoder();

/**
 * Writes a ZIP archive file after file into a sink and holds no more than a piece of one. The same
 * files give the same bytes on every machine: one fixed day for all, one compressor, no extras.
 */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #sink: Sink;
  readonly #mtime: Date;
  #ready: Uint8Array[] = [];
  #readyBytes = 0;
  #bytes = 0;

  constructor(sink: Sink, day: CalendarDate) {
    this.#sink = sink;
    const [year = 1980, month = 1, date = 1] = day.split("-").map(Number);
    // The format keeps local time without a zone; no zone changes its clock at noon.
    this.#mtime = new Date(Math.max(year, 1980), month - 1, date, 12);
    this.#zip = new Zip((error, data) => {
      if (error !== null) throw error;
      this.#bytes += data.length;
      this.#readyBytes += data.length;
      if (data.length > 0) this.#ready.push(data);
    });
  }

  /** Adds a file. `store`: its bytes are compressed already. */
  async file(name: string, produce: (write: Write) => Promise<void>, options: { readonly store?: boolean } = {}): Promise<WrittenFile> {
    const entry = options.store === true ? new ZipPassThrough(name) : deflated(name);
    entry.mtime = this.#mtime;
    this.#zip.add(entry);
    const hash = createHash("sha256");
    let bytes = 0;
    let text = "";
    const put = async (piece: Uint8Array): Promise<void> => {
      hash.update(piece);
      bytes += piece.length;
      assert(bytes < BYTES_MAX, `${name} is larger than an archive can hold`);
      entry.push(piece);
      if (this.#readyBytes >= READY_BYTES) await this.#drain();
    };
    await produce(async (piece) => {
      if (typeof piece !== "string") {
        if (text !== "") await put(encoder.encode(text));
        text = "";
        await put(piece);
        return;
      }
      text += piece;
      if (text.length < PIECE_CHARACTERS) return;
      const whole = text;
      text = "";
      await put(encoder.encode(whole));
    });
    if (text !== "") await put(encoder.encode(text));
    entry.push(new Uint8Array(0), true);
    return { bytes, sha256: hash.digest("hex") };
  }

  async end(): Promise<void> {
    this.#zip.end();
    await this.#drain();
  }

  async #drain(): Promise<void> {
    assert(this.#bytes < BYTES_MAX, "the archive is larger than its format can hold");
    const ready = this.#ready;
    this.#ready = [];
    this.#readyBytes = 0;
    if (ready.length > 0) await this.#sink(ready.length === 1 ? (ready[0] as Uint8Array) : Buffer.concat(ready));
  }
}

function deflated(name: string): ZipDeflate {
  const entry = new ZipDeflate(name, { level: LEVEL });
  // Its level would be noted in the header, where packs of every release have nothing: see zip-layout.ts.
  entry.flag = 0;
  return entry;
}
