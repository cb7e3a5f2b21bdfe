import { z } from "zod";
import { failure } from "#shared/model/ledger/failure.ts";

/** Every answer that crosses a bridge: a value, or a failure as data. Errors are never thrown across. */
export const reply = z.union([z.object({ ok: z.literal(true), value: z.unknown() }), z.object({ ok: z.literal(false), failure })]);
export type Reply = z.infer<typeof reply>;

/** News as it crosses a bridge. */
export const event = z.object({ topic: z.string(), payload: z.unknown() });
export type BridgeEvent = z.infer<typeof event>;
