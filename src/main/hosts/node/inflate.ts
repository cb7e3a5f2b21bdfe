import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate as inflateRaw } from "node:zlib";

// One answer's uncompressed size: a gzip bomb stops here, not at the end of memory.
const LIMIT = { maxOutputLength: 256 * 1024 * 1024 };
const unzip = {
  gzip: promisify(gunzip) as Unzip,
  deflate: promisify(inflateRaw) as Unzip,
  br: promisify(brotliDecompress) as Unzip,
} as const;
type Unzip = (bytes: Uint8Array, options: { readonly maxOutputLength: number; readonly chunkSize?: number }) => Promise<Buffer>;

// A page of a ledger is ten times its packed size; a few large pieces cost the window's thread less than many small ones.
const PIECE_BYTES_MAX = 1024 * 1024;
const GROWTH = 10;
// Deflate packs nothing smaller than this, so an answer that claims more is lying.
const GROWTH_MAX = 1_032;

/**
 * The decoded body in a separate buffer, so that it can be transferred to a thread. Decoding runs outside this
 * thread, which serves the window: a page takes several milliseconds.
 */
export async function inflate(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  // An answer without a body may name an encoding all the same, as a 304 does, or the 204 of a write.
  if (bytes.length === 0) return new Uint8Array();
  const unpack = encoding === "gzip" || encoding === "deflate" || encoding === "br" ? unzip[encoding] : null;
  const plain = unpack === null ? bytes : await unpack(bytes, { ...LIMIT, chunkSize: pieceBytes(bytes, encoding) });
  const { buffer } = plain;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === plain.length) return new Uint8Array(buffer);
  const own = new Uint8Array(plain.length);
  own.set(plain);
  return own;
}

/** A piece as large as the whole body where the answer tells: nothing is put together then on the thread that serves the window. */
function pieceBytes(bytes: Uint8Array, encoding: string | undefined): number {
  const told = encoding === "gzip" ? plainSizeOf(bytes) : null;
  return Math.max(1024, told ?? Math.min(PIECE_BYTES_MAX, bytes.length * GROWTH));
}

/** What the last four bytes of a gzip body give as its plain size (RFC 1952), if that's possible and within the limit. */
function plainSizeOf(bytes: Uint8Array): number | null {
  if (bytes.length < 18) return null;
  const size = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4).getUint32(0, true);
  return size > 0 && size <= Math.min(LIMIT.maxOutputLength, bytes.length * GROWTH_MAX) ? size : null;
}
