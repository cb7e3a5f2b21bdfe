import { z } from "zod";
import { exactRequest, jobItem, jobState, writeCheck } from "../../model/ledger/write.ts";
import { topic } from "../define.ts";

/** What a write would do, for the review before it is done. */
export const writePlan = z.object({
  title: z.string(),
  checks: z.array(writeCheck),
  requests: z.array(exactRequest),
  items: z.array(jobItem),
});
export type WritePlanView = z.infer<typeof writePlan>;

export const writesContract = {
  /** A job moved. */
  "writes.changed": topic(z.object({ clientId: z.string(), jobId: z.string(), state: jobState })),
};
