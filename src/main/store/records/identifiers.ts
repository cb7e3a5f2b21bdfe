const UUID_BYTES = 16;
const HYPHEN = 45;
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;

/** A ledger's id in its smallest form: 16 bytes for a UUID, an integer for digits, else the text. */
export function packId(id: string): Buffer | number | string {
  const uuid = id.length === 36 ? uuidBytes(id) : null;
  if (uuid !== null) return uuid;
  return INTEGER.test(id) ? Number(id) : id;
}

/** The bytes of a UUID in lower case; null for any other text, which could not be rebuilt from bytes. */
function uuidBytes(id: string): Buffer | null {
  const bytes = Buffer.allocUnsafe(UUID_BYTES);
  let at = 0;
  for (let index = 0; index < 36; index += 2) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (id.charCodeAt(index) !== HYPHEN) return null;
      index++;
    }
    // Outside the table there is no digit, and so not a number.
    const byte = (HEX_DIGITS[id.charCodeAt(index)] as number) * 16 + (HEX_DIGITS[id.charCodeAt(index + 1)] as number);
    if (!(byte < 256)) return null;
    bytes[at++] = byte;
  }
  return bytes;
}

/** The value of a digit in lower case by its code, and for other codes more than any byte. */
const HEX_DIGITS = Uint16Array.from({ length: 128 }, (_, code) => {
  const at = "0123456789abcdef".indexOf(String.fromCharCode(code));
  return at < 0 ? 4_096 : at;
});

/** The inverse of `packId`. */
export function unpackId(packed: unknown): string {
  if (!Buffer.isBuffer(packed)) return String(packed);
  return idOfHex(packed.toString("hex"));
}

/** The id whose bytes are these, in hexadecimal digits of any case. */
export function idOfHex(digits: string): string {
  const hex = digits.toLowerCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
