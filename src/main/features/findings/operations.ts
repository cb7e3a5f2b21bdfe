import { z } from "zod";
import { command } from "#main/operations/operation.ts";
import { acknowledgeFinding } from "#main/store/exceptions/finding-acts.ts";
import { clientId, done } from "#shared/contract/fields.ts";

/** What Tieout noticed about a client's data, and who has looked at it. */
export const findingOperations = [
  command("findings.acknowledge", {
    summary: "Acknowledge an exception. To undo this, use the decision number in the answer",
    input: z.object({ clientId, findingNo: z.number().int(), note: z.string().trim().max(2000).optional() }),
    output: done,
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { findingNo, note }) =>
      acknowledgeFinding(mirror, { findingNo, note: note ?? null, person, nowMs }),
  }),
] as const;
