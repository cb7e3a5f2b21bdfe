const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;

/** A ledger's id in its smallest form: 16 bytes for a UUID, an integer for digits, else the text. */
export function packId(id: string): Buffer | number | string {
  if (UUID.test(id)) return Buffer.from(id.replaceAll("-", ""), "hex");
  return INTEGER.test(id) ? Number(id) : id;
}

/** The inverse of `packId`. */
export function unpackId(packed: unknown): string {
  if (!Buffer.isBuffer(packed)) return String(packed);
  const hex = packed.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
