const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;

/** A ledger's id in its smallest form: 16 bytes for a UUID, an integer for digits, else the text. */
export function packId(id: string): Buffer | number | string {
  if (id.length === 36 && UUID.test(id)) return uuidBytes(id);
  return INTEGER.test(id) ? Number(id) : id;
}

function uuidBytes(id: string): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  let at = 0;
  for (let index = 0; index < 36; index += 2) {
    if (index === 8 || index === 13 || index === 18 || index === 23) index++;
    bytes[at++] = (hexDigit(id.charCodeAt(index)) << 4) | hexDigit(id.charCodeAt(index + 1));
  }
  return bytes;
}

/** Value of `0` to `9` or `a` to `f`. */
function hexDigit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}

/** The inverse of `packId`. */
export function unpackId(packed: unknown): string {
  if (!Buffer.isBuffer(packed)) return String(packed);
  const hex = packed.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
