import { ZipWriter } from "#main/pack/archive/zip-writer.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";

/** The archive that our own writer makes of these files, uncompressed: what is wrong with it is in the files, not in the layout. */
export async function writeZip(files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const zip = new ZipWriter(async (piece) => void pieces.push(piece), calendarDate("2026-10-31"));
  for (const [name, bytes] of Object.entries(files)) await zip.file(name, (write) => write(bytes), { store: true });
  await zip.end();
  return Buffer.concat(pieces);
}
