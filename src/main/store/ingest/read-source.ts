import { hash } from "node:crypto";
import { type LedgerStream, type MappedSource, type MappingFinding, type ReadContext, RecordMalformed } from "#main/ledgers/adapter.ts";
import { type ExactJson, JsonRefusal, parseExactBytes } from "#shared/kernel/json-exact.ts";

export const HASH_BYTES = 16;
// A replacement character would silently lose what the ledger sent.
const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Prefix of the id given to a record whose own id can't be read. */
export const UNREAD_PREFIX = "unread-";

export interface ReadSource extends MappedSource {
  /** It couldn't be mapped, so its kind is unknown too. */
  readonly unreadable?: boolean;
}

/** Maps one record. A record that can't be mapped has no records and a finding with the reason. */
export function readSource(stream: LedgerStream, context: ReadContext, bytes: Uint8Array): ReadSource {
  let record: ExactJson | undefined;
  try {
    const parsed = stream.parse === undefined ? parseExactBytes(bytes, decodeText) : stream.parse(bytes, DECODERS);
    record = parsed;
    return stream.map(context, parsed);
  } catch (error) {
    if (!(error instanceof RecordMalformed) && !(error instanceof JsonRefusal)) throw error;
    const finding: MappingFinding = {
      code: "malformed_record",
      message: error.message,
      ...(error instanceof RecordMalformed && error.field !== undefined ? { field: error.field } : {}),
    };
    // Under its own id where that can be read, so that it isn't taken for deleted and its finding is settled when it can be mapped again.
    const ownId = record === undefined ? undefined : stream.idOf?.(record);
    const sourceId = ownId ?? `${UNREAD_PREFIX}${digest(bytes).toString("hex")}`;
    return { entityType: stream.entityType, sourceId, records: [], findings: [finding], unreadable: true };
  }
}

/** The first 128 bits of SHA-256: enough for identity, half the bytes of every row. */
export function digest(content: Uint8Array | string): Buffer {
  // As text and not as a buffer, which the engine would allocate outside its own memory.
  return Buffer.from(hash("sha256", content, "binary").slice(0, HASH_BYTES), "binary");
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new JsonRefusal("not UTF-8", { cause });
  }
}

const DECODERS = { latin1: (bytes: Uint8Array) => Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length), utf8: decodeText };
