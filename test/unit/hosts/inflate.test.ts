import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inflate } from "#main/hosts/node/inflate.ts";

const PACK = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const body = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7_919) % 251));
const withSize = (bytes: Uint8Array, size: number) => {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE(size, changed.length - 4);
  return changed;
};

describe("an answer's body", () => {
  for (const encoding of ["gzip", "deflate", "br"] as const)
    it.each([0, 1, 1_023, 1_024, 70_000, 3_000_000])(
      `of %i bytes comes out of ${encoding} whole, in a buffer of its own`,
      async (length) => {
        const plain = body(length);
        const read = await inflate(PACK[encoding](plain), encoding);
        expect(Buffer.compare(read, plain)).toBe(0);
        expect(read.buffer.byteLength).toBe(length);
      },
    );

  it("may be several packed parts, of which the last tells only its own size", async () => {
    const parts = [body(90_000), body(5)];
    const read = await inflate(Buffer.concat(parts.map((part) => gzipSync(part))), "gzip");
    expect(Buffer.compare(read, Buffer.concat(parts))).toBe(0);
  });

  it.each([0, 10, 69_999, 70_001, 2 ** 32 - 1])("that claims %i bytes and has 70,000 is refused", async (claimed) => {
    await expect(inflate(withSize(gzipSync(body(70_000)), claimed), "gzip")).rejects.toThrow("incorrect length check");
  });

  it.each([1, 10, 17])("that ends after %i bytes is refused", async (length) => {
    await expect(inflate(gzipSync(body(70_000)).subarray(0, length), "gzip")).rejects.toThrow();
  });
});
