import pg from "pg";

// What a binary COPY puts before the first row: its signature, flags, and the length of what else comes before it.
const SIGNATURE_AND_FLAGS = 15;
const LENGTH_BYTES = 4;
/** The number of columns of a row, which is -1 after the last. */
const COLUMNS_BYTES = 2;

/** Copies the one value that a query selects. The driver reads what a COPY sends, but keeps none of it. */
export class CopyOut extends pg.Query {
  readonly #chunks: Buffer[] = [];
  #done: (error: Error | undefined) => void = () => undefined;

  /** @param statement a query of one column of type bytea and at most one row; it can't have parameters */
  constructor(statement: string) {
    super(`COPY (${statement}) TO STDOUT (FORMAT binary)`, (error) => this.#done(error ?? undefined));
  }

  /** @returns null for no row @throws what the server or the connection says */
  run(client: pg.ClientBase): Promise<Uint8Array<ArrayBuffer> | null> {
    return new Promise((resolve, reject) => {
      this.#done = (error) => (error === undefined ? resolve(firstValue(Buffer.concat(this.#chunks))) : reject(error));
      client.query(this);
    });
  }

  /** The driver calls this for each message. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#chunks.push(chunk);
  }
}

function firstValue(copy: Buffer): Uint8Array<ArrayBuffer> | null {
  const row = SIGNATURE_AND_FLAGS + LENGTH_BYTES + copy.readInt32BE(SIGNATURE_AND_FLAGS);
  if (copy.readInt16BE(row) !== 1) return null;
  const value = row + COLUMNS_BYTES + LENGTH_BYTES;
  return new Uint8Array(copy.subarray(value, value + copy.readInt32BE(row + COLUMNS_BYTES)));
}
