import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import type { PageRecord } from "#main/ledgers/adapter.ts";
import type { HeldPage } from "./held-page.ts";

/** What a firm's machines do to a client's ledger rows, one after the other and each in the same order. */
export type LogStep =
  | { readonly op: "page"; readonly input: HeldPage }
  | { readonly op: Exclude<LoggedOp, "page">; readonly input: Readonly<Record<string, unknown>> };

export const LOGGED_OPS = [
  "page",
  "client.setup",
  "run.start",
  "stream.state",
  "feed.seed",
  "client.settle",
  "writes.mirror",
  "reports.save",
  "tieOuts.save",
  "firm.saveRollup",
  // Nothing happens: it names a copy of the file as it is before this page.
  "log.snapshot",
] as const;
export type LoggedOp = (typeof LOGGED_OPS)[number];

/** Protects against an answer that unpacks to more than any machine has room for. */
const BODY_MAX = 1_073_741_824;
const LEVEL = 3;
const END_OF_HEADER = 10;

const position = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable();
const streamPage = z.object({
  records: z.array(z.object({ stream: z.string().optional(), length: z.int().nonnegative() })),
  next: position,
  watermark: z.string().optional(),
  totalKnown: z.number().optional(),
  incomplete: z.array(z.object({ stream: z.string(), reason: z.string(), reconcile: z.boolean() })).optional(),
});
const header = z.union([
  z.object({
    op: z.literal("page"),
    input: z.object({
      stream: z.string(),
      kind: z.enum(["backfill", "delta", "full", "ids"]),
      begin: z.object({ position }).nullable(),
      page: z.union([z.object({ ids: z.array(z.string()), next: position }), streamPage]),
      fetchedAtMs: z.number(),
      startedMs: z.number(),
      nowMs: z.number(),
    }),
  }),
  z.object({
    op: z.enum(LOGGED_OPS).exclude(["page"]),
    input: z.record(z.string(), z.unknown()),
    records: z.array(z.object({ stream: z.string(), length: z.int().nonnegative() })).optional(),
  }),
]);

/** The step was not written by Tieout, or was changed. */
export class LogBodyRefusal extends Error {
  override readonly name = "LogBodyRefusal";
}

/**
 * A step as the bytes that the firm's machines exchange: a line of JSON, then the records as the ledger sent them,
 * compressed together.
 */
export function packStep(step: LogStep): Uint8Array<ArrayBuffer> {
  const records = recordsOf(step);
  const sizes = records.map(({ stream, bytes }) => ({ ...(stream === undefined ? {} : { stream }), length: bytes.byteLength }));
  const head = JSON.stringify(withSizes(step, sizes));
  const body = Buffer.concat([Buffer.from(`${head}\n`), ...records.map(({ bytes }) => bytes)]);
  const packed = zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  // Small results share the memory of others, which can't be handed over.
  return packed.byteLength === packed.buffer.byteLength ? (packed as Uint8Array<ArrayBuffer>) : new Uint8Array(packed);
}

/** @throws LogBodyRefusal */
export function unpackStep(packed: Uint8Array): LogStep {
  let body: Buffer;
  try {
    body = zstdDecompressSync(packed, { maxOutputLength: BODY_MAX });
  } catch (cause) {
    throw new LogBodyRefusal("Part of the copy can't be decompressed.", { cause });
  }
  const end = body.indexOf(END_OF_HEADER);
  const parsed = header.safeParse(jsonOf(body.subarray(0, Math.max(0, end)).toString("utf8")));
  if (!parsed.success) throw new LogBodyRefusal(`Part of the copy isn't readable: ${parsed.error.issues[0]?.message ?? ""}`);
  return withRecords(parsed.data, body.subarray(end + 1));
}

function recordsOf(step: LogStep): readonly PageRecord[] {
  if (step.op === "page") return "ids" in step.input.page ? [] : step.input.page.records;
  return step.op === "writes.mirror" ? (step.input.records as readonly PageRecord[]) : [];
}

function withSizes(step: LogStep, records: readonly { readonly length: number }[]): unknown {
  if (step.op === "page") {
    const { page } = step.input;
    return "ids" in page ? step : { op: "page", input: { ...step.input, page: { ...page, records } } };
  }
  return step.op === "writes.mirror" ? { ...step, input: { ...step.input, records: undefined }, records } : step;
}

function withRecords(step: z.infer<typeof header>, bytes: Uint8Array): LogStep {
  let at = 0;
  const cut = <S extends { readonly length: number }>({ length, ...rest }: S) => {
    if (at + length > bytes.byteLength) throw new LogBodyRefusal("Part of the copy is cut off.");
    at += length;
    return { ...rest, bytes: bytes.subarray(at - length, at) };
  };
  const made =
    step.op !== "page"
      ? { op: step.op, input: step.records === undefined ? step.input : { ...step.input, records: step.records.map(cut) } }
      : "ids" in step.input.page
        ? step
        : { op: step.op, input: { ...step.input, page: { ...step.input.page, records: step.input.page.records.map(cut) } } };
  if (at !== bytes.byteLength) throw new LogBodyRefusal("Part of the copy is longer than recorded.");
  return made as LogStep;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
