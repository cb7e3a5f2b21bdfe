import { z } from "zod";
import { enteredDate } from "#shared/model/books/money.ts";
import { failure } from "#shared/model/ledger/failure.ts";

/** Fields that many operations take, each with its maximum. */
export const clientId = z.string().min(1).max(64).describe("Client ID");
/** An id or code of the ledger or of ours. */
export const shortId = z.string().min(1).max(200);
export const day = enteredDate;
export const signingRole = z.enum(["preparer", "reviewer"]).describe("Sign off as");
export const why = z.string().trim().min(1, "give a reason").max(2000).describe("Reason");
export const note = z.string().max(10_000).describe("Note");

/** The answer of a recorded decision; its number undoes it. */
export const done = z.object({ decisionNo: z.number().int() });

/** The ledger updates that a request drafted or sent. `left`: those that it didn't come to, because of the failure. */
export const madeJobs = z.object({ jobIds: z.array(z.string()), left: z.number().int(), failure: failure.nullable() });
export type MadeJobs = z.infer<typeof madeJobs>;

/**
 * The schema of fields that name a file or folder of the person's disk. A page of the desktop app may only name places that the person
 * allows, so every such field is made of the schema below.
 */
export const places = z.registry<{ readonly place: true }>();

/**
 * A file or folder by its full path, which means the same one whatever folder somebody is in: the program's own folder, where a browser's
 * page or another program would otherwise write, is no place for a person's files. The command line completes what people type there.
 */
export const diskPath = z
  .string()
  .min(1, "enter a name")
  .max(4096)
  .regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, "use a full path")
  .register(places, { place: true });
