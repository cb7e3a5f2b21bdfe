import { inflateSync } from "node:zlib";
import { pngChunks, readLogo } from "#main/domain/documents/logo.ts";
import type { FirmLogo } from "#shared/contract/clients/firm.ts";

/** The logo as a data URL that the PDF library takes; null when it isn't what it was when it was set. */
export function logoUrl(logo: FirmLogo | null): string | null {
  if (logo === null) return null;
  const bytes = Buffer.from(logo.content, "base64");
  const shape = readLogo(bytes);
  if (!shape.ok || shape.value.kind !== logo.kind || (logo.kind === "png" && !unpacksToItsSize(bytes, shape.value))) return null;
  return `data:image/${logo.kind};base64,${logo.content}`;
}

/** The library unpacks a PNG's pixels without a limit, so they are unpacked with one first. */
function unpacksToItsSize(bytes: Uint8Array, { width, height }: { readonly width: number; readonly height: number }): boolean {
  // At most four channels of 16 bits, and a filter byte a line; interlaced pictures have a few lines more.
  const maxOutputLength = (width * 8 + 1) * height * 2 + 1024;
  try {
    return inflateSync(Buffer.concat(pngChunks(bytes, "IDAT")), { maxOutputLength }).length > 0;
  } catch {
    return false;
  }
}
