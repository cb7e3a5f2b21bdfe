import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

export const LOGO_BYTES_MAX = 512 * 1024;
const SIDE_MIN = 16;
const SIDE_MAX = 2000;

export interface LogoShape {
  readonly kind: "png" | "jpeg";
  readonly width: number;
  readonly height: number;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Reads a picture's kind and size from its headers and checks that it is whole, without decoding it: PNG (ISO 15948) or
 * baseline and progressive JPEG (ITU T.81) in gray or color, at most 512 kB and 2,000 pixels a side.
 */
export function readLogo(bytes: Uint8Array): Result<LogoShape, Failure> {
  if (bytes.length > LOGO_BYTES_MAX) return refuse("The logo is larger than 512 kB.");
  const isPng = PNG_START.every((byte, at) => bytes[at] === byte);
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const shape = isPng ? pngShape(bytes) : isJpeg ? jpegShape(bytes) : null;
  if (shape === null)
    return refuse(
      isPng
        ? "The PNG file is damaged."
        : isJpeg
          ? "The JPEG file is damaged, or its format isn't supported (CMYK, for example)."
          : "The logo isn't a PNG or JPEG file.",
    );
  const { width, height } = shape;
  if (Math.max(width, height) > SIDE_MAX) return refuse(`The logo is too large: ${width} by ${height} pixels.`);
  return Math.min(width, height) < SIDE_MIN ? refuse(`The logo is too small: ${width} by ${height} pixels.`) : ok(shape);
}

function refuse(message: string): Result<never, Failure> {
  const next = "Choose a PNG or JPEG up to 512 kB, with 16 to 2,000 pixels per side.";
  return fail({ code: "invalid_input", message, field: "logo", next });
}

/** The compressed pixels of a PNG that `readLogo` took, for a check of what they unpack to. */
export function pngChunks(bytes: Uint8Array, type: string): Uint8Array[] {
  return chunksOf(bytes)?.flatMap((chunk) => (chunk.type === type ? [chunk.data] : [])) ?? [];
}

function chunksOf(bytes: Uint8Array): { readonly type: string; readonly data: Uint8Array }[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return null;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
    if (type === "IEND") return at === bytes.length ? chunks : null;
  }
  return null;
}

function pngShape(bytes: Uint8Array): LogoShape | null {
  const chunks = chunksOf(bytes);
  const head = chunks?.[0];
  if (chunks === null || head?.type !== "IHDR" || head.data.length !== 13 || !chunks.some(({ type }) => type === "IDAT")) return null;
  const view = new DataView(head.data.buffer, head.data.byteOffset, 13);
  return { kind: "png", width: view.getUint32(0), height: view.getUint32(4) };
}

/** Frames of a JPEG: baseline, extended and progressive. Others are rare, and the PDF library draws none of them. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

function jpegShape(bytes: Uint8Array): LogoShape | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return null;
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = bytes[at + 1] as number;
    const length = view.getUint16(at + 2);
    if (bytes[at] !== 0xff || length < 2 || at + 2 + length > bytes.length) return null;
    if (FRAMES.has(marker)) {
      const components = bytes[at + 9];
      if (components !== 1 && components !== 3) return null;
      return { kind: "jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    // The pixels begin before any frame was named.
    if (marker === 0xda) return null;
    at += 2 + length;
  }
  return null;
}
