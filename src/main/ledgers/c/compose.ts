import type { Row } from "./decode.ts";

const ENCODER = new TextEncoder();

/**
 * Puts rows of several tables together as the JSON text of one record. Every row keeps its bytes
 * as sent; only the member names and brackets around them are ours.
 */
export function composeRecord(members: Readonly<Record<string, Row | readonly Row[]>>): Uint8Array {
  const pieces: Uint8Array[] = [];
  let separator = "{";
  for (const [name, value] of Object.entries(members)) {
    pieces.push(ENCODER.encode(`${separator}${JSON.stringify(name)}:`));
    separator = ",";
    if (isRows(value)) pushArray(pieces, value);
    else pieces.push(value.bytes);
  }
  pieces.push(ENCODER.encode(separator === "{" ? "{}" : "}"));
  return join(pieces);
}

/** A row made of our own values, for example the description of a dimension. */
export function ownRow(value: Readonly<Record<string, unknown>>): Row {
  const text = JSON.stringify(value);
  return { bytes: ENCODER.encode(text), text };
}

function isRows(value: Row | readonly Row[]): value is readonly Row[] {
  return Array.isArray(value);
}

function pushArray(pieces: Uint8Array[], rows: readonly Row[]): void {
  pieces.push(ENCODER.encode("["));
  for (const [index, row] of rows.entries()) {
    if (index > 0) pieces.push(ENCODER.encode(","));
    pieces.push(row.bytes);
  }
  pieces.push(ENCODER.encode("]"));
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
