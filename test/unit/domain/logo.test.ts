import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOGO_BYTES_MAX, pngChunks, readLogo } from "#main/domain/documents/logo.ts";

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

  it("is refused with what is wrong with it", () => {
    const message = (bytes: Uint8Array) => {
      const read = readLogo(bytes);
      return read.ok ? "read" : read.failure.message;
    };
    expect(message(Buffer.alloc(LOGO_BYTES_MAX + 1))).toBe("The logo is larger than 512 kB.");
    expect(message(png(240, 80).subarray(0, 50))).toBe("The PNG file is damaged.");
    expect(message(Buffer.from("GIF89a"))).toBe("The logo isn't a PNG or JPEG file.");
    expect([message(png(2000, 16)), message(png(2001, 80)), message(png(80, 2001)), message(png(15, 80)), message(png(80, 15))]).toEqual([
      ...["read", "The logo is too large: 2001 by 80 pixels.", "The logo is too large: 80 by 2001 pixels."],
      ...["The logo is too small: 15 by 80 pixels.", "The logo is too small: 80 by 15 pixels."],
    ]);
    const whole = Buffer.concat([jpeg(240, 80), Buffer.alloc(LOGO_BYTES_MAX - jpeg(240, 80).length - 2), Buffer.from([0xff, 0xd9])]);
    expect(message(whole)).toBe("read");
  });

  it("is damaged when its parts don't fit, whatever its first bytes say", () => {
    const start = Buffer.from(png(240, 80).subarray(0, 8));
    const head = (length: number) => chunk("IHDR", Buffer.alloc(length, 1));
    const [pixels, end] = [chunk("IDAT", Buffer.from([1])), chunk("IEND", Buffer.alloc(0))];
    const withoutPixels = Buffer.concat([start, Buffer.from(png(240, 80).subarray(8, 33)), end]);
    for (const bytes of [
      Buffer.concat([start, head(12), pixels, end]),
      Buffer.concat([start, pixels, head(13), end]),
      withoutPixels,
      start,
    ])
      expect(readLogo(bytes).ok).toBe(false);
    // Pixels before a frame, a frame of another kind, a part that is too short or too long.
    const damaged = [
      [0xff, 0xda, 0, 2],
      [0xff, 0xc3, 0, 17],
      [0xff, 0xe0, 0, 1],
      [0xff, 0xe0, 0xff, 0xff],
      [0xfe, 0xe0, 0, 4],
    ];
    for (const part of damaged)
      expect(readLogo(Buffer.concat([Buffer.from([0xff, 0xd8, ...part]), jpeg(240, 80).subarray(8)])).ok).toBe(false);
    expect(readLogo(Buffer.concat([jpeg(240, 80), Buffer.from([0])])).ok).toBe(false);
    expect(readLogo(Buffer.concat([Buffer.from([0xff, 0xd9]), jpeg(240, 80).subarray(2)])).ok).toBe(false);
    expect([readLogo(jpeg(16, 17, 1)), readLogo(jpeg(240, 80, 2)).ok]).toEqual([
      { ok: true, value: { kind: "jpeg", width: 16, height: 17 } },
      false,
    ]);
  });

  it("gives a PNG's pixels for a check of what they unpack to", () => {
    expect(pngChunks(png(240, 80), "IDAT").map((data) => [...data])).toEqual([[1, 2]]);
    expect([pngChunks(png(240, 80), "tEXt"), pngChunks(png(240, 80).subarray(0, 50), "IDAT")]).toEqual([[], []]);
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
