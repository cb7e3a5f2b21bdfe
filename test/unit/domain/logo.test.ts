import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOGO_BYTES_MAX, readLogo } from "#main/domain/documents/logo.ts";

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk("IHDR", head), chunk("IDAT", Buffer.from([1, 2])), chunk("IEND", Buffer.alloc(0))]);
}

function jpeg(width: number, height: number, components = 3): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, components, ...Array(9).fill(1)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]), frame, Buffer.from([0xff, 0xda, 0, 2, 9, 9, 0xff, 0xd9])]);
}

describe("a logo", () => {
  it("is a whole PNG or JPEG of a sensible size", () => {
    expect(readLogo(png(240, 80))).toEqual({ ok: true, value: { kind: "png", width: 240, height: 80 } });
    expect(readLogo(jpeg(240, 80))).toEqual({ ok: true, value: { kind: "jpeg", width: 240, height: 80 } });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a text", Buffer.from("<svg/>")],
    ["a GIF", Buffer.from("GIF89a")],
    ["a PNG cut off", png(240, 80).subarray(0, 50)],
    ["a PNG with something behind it", Buffer.concat([png(240, 80), Buffer.from("PK")])],
    ["a JPEG cut off", jpeg(240, 80).subarray(0, 20)],
    ["a JPEG in CMYK", jpeg(240, 80, 4)],
    ["one that is too wide", png(2001, 80)],
    ["one that claims billions of pixels", png(0xffffffff, 0xffffffff)],
    ["one that is too small", png(15, 80)],
    ["one of more than 512 kB", Buffer.alloc(LOGO_BYTES_MAX + 1, 1)],
  ])("is refused: %s", (_, bytes) => {
    expect(readLogo(bytes)).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "logo" } });
  });

  it("never makes the reader throw, whatever the bytes are", () => {
    const start = fc.constantFrom(png(20, 20), jpeg(20, 20));
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 80 }), fc.nat(80), (whole, noise, at) => {
        const bytes = Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at)]);
        expect(typeof readLogo(bytes).ok).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });
});
