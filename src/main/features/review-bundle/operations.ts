import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { clientSource } from "#main/operations/client-source.ts";
import { clientStep } from "#main/operations/client-work.ts";
import { left } from "#main/operations/command-form.ts";
import { copyOpenWork } from "#main/operations/copy-open-work.ts";
import { command, query } from "#main/operations/operation.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { readReview } from "#main/store/records/review-store.ts";
import { listConflicts, previewReview, settleConflict, takeReview } from "#main/store/review-bundles/review-import.ts";
import { type ReviewConflict, type ReviewDifference, reviewConflict, reviewPreview } from "#shared/contract/close/review-bundle.ts";
import { clientId, diskPath } from "#shared/contract/fields.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { minuteName, withDays } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { ClientReview, ReviewBundle } from "#shared/model/close/review-bundle.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { keepFiles, withFiles } from "./bundle-attachments.ts";
import { openBundle, sealBundle } from "./bundle-file.ts";

interface OfClient {
  readonly clientId: string;
}
interface WithReview extends OfClient {
  readonly review: ClientReview;
}

const collect = clientStep("review.collect", "reader", ({ mirror, home }, input: OfClient) =>
  ok(withFiles(readReview(mirror.db), mirror.db, home, input.clientId)),
);
const compare = clientStep("review.compare", "reader", ({ mirror }, { review }: WithReview) => ok(previewReview(mirror.db, review)));
const take = clientStep(
  "review.take",
  "writer",
  (work, { clientId: client, review, chosen }: WithReview & { readonly chosen: readonly string[] }) => {
    const files = keepFiles(work.home, client, review);
    if (!files.ok) return files;
    return takeReview(work.mirror.db, { review, chosen: new Set(chosen), person: work.person, nowMs: work.nowMs }, sha256);
  },
);
const readConflicts = clientStep("review.readConflicts", "reader", ({ mirror }, _input: OfClient) => ok(listConflicts(mirror.db)));
const settle = clientStep("review.settleStep", "writer", (work, input: OfClient & Pick<Settling, "conflictNo" | "keep">) =>
  settleConflict(work.mirror.db, { ...input, person: work.person, nowMs: work.nowMs }),
);
export const reviewSteps = [collect, compare, take, readConflicts, settle] as const;

const passphrase = z.string().min(10, "use at least 10 characters").max(400);
const sealed = z.object({ path: diskPath, passphrase });
const settling = z.object({
  clientId,
  conflictNo: z.number().int().describe("Conflict number"),
  keep: z
    .enum(["ours", "theirs"])
    .describe("Version to keep: “ours” is the one on this computer, “theirs” is from the review bundle or the firm's server"),
});
type Settling = z.output<typeof settling>;

/** Reviews that are carried between people in one encrypted file, without a server. */
export const reviewBundleOperations = [
  command("review.export", {
    summary: "Export the work on some or all clients, such as notes, sign-offs and bank statements, to one encrypted file",
    input: sealed.extend({ clientIds: z.array(clientId).min(1).max(10_000).optional() }),
    output: z.object({
      path: z.string(),
      bytes: z.number().int(),
      sha256: z.string(),
      clients: z.number().int(),
      notes: z.number().int(),
      tasks: z.number().int(),
      decisions: z.number().int(),
    }),
    runs: "core",
    perform: async (context, { path, passphrase: secret, clientIds }) => {
      const clients = await collected(context, clientIds);
      if (!clients.ok) return clients;
      const written = await sealBundle(context, clients.value, { path, passphrase: secret });
      if (!written.ok) return written;
      const count = (of: "notes" | "tasks" | "decisions") => clients.value.reduce((sum, { review }) => sum + review[of].length, 0);
      const counts = { clients: clients.value.length, notes: count("notes"), tasks: count("tasks"), decisions: count("decisions") };
      return ok({ path, ...written.value, ...counts });
    },
  }),

  query("review.preview", {
    summary: "Show what importing a review bundle would change",
    input: sealed,
    output: reviewPreview,
    runs: "core",
    perform: async (context, file) => {
      const opened = await openBundle(context, file);
      if (!opened.ok) return opened;
      const { bundle, known, unknownClients } = opened.value;
      const differences: ReviewDifference[] = [];
      let same = 0;
      for (const { clientId: client, name, review } of known) {
        const compared = await context.perform(compare, { clientId: client, review });
        if (!compared.ok) return compared;
        same += compared.value.same;
        differences.push(...compared.value.differences.map((one) => ({ ...one, clientId: client, client: name })));
      }
      const madeAt = instantFromMs(Date.parse(bundle.madeAt));
      return ok({ madeBy: bundle.madeBy, madeAt, differences, same, unknownClients });
    },
  }),

  // Of a conflict ours stays and theirs is kept beside it, unless `theirs` names its key. It counts as a signature because it brings
  // sign-offs in the names of others.
  command("review.import", {
    summary: "Import a review bundle",
    input: sealed.extend({ theirs: z.array(z.string().max(1000)).max(10_000).default([]) }),
    output: z.object({ taken: z.number().int(), conflicts: z.number().int(), unknownClients: z.array(z.string()) }),
    runs: "core",
    allowed: "reviewer",
    signs: true,
    perform: async (context, { theirs, ...file }) => {
      const opened = await openBundle(context, file);
      if (!opened.ok) return opened;
      let [taken, conflicts] = [0, 0];
      for (const { clientId: client, review } of opened.value.known) {
        const done = await context.perform(take, { clientId: client, review, chosen: theirs });
        if (!done.ok) return done;
        taken += done.value.taken;
        conflicts += done.value.conflicts;
        await tellOfReview(context, client);
      }
      return ok({ taken, conflicts, unknownClients: opened.value.unknownClients });
    },
  }),

  query("review.conflicts", {
    summary: "List unresolved conflicts between this computer and a review bundle or the firm's server",
    input: z.object({ clientId: clientId.optional() }),
    output: z.array(reviewConflict),
    runs: "core",
    perform: async (context, { clientId: only }) => {
      const rows: ReviewConflict[] = [];
      for (const { clientId: client, name } of await readClients(context)) {
        if (only !== undefined && client !== only) continue;
        const found = await context.perform(readConflicts, { clientId: client });
        if (!found.ok) return found;
        for (const { importedMs, ...conflict } of found.value)
          rows.push({ ...conflict, clientId: client, client: name, importedAt: instantFromMs(importedMs) });
      }
      return ok(rows);
    },
    command: {
      verb: "review conflicts",
      table: {
        rows: (conflicts) => conflicts,
        columns: [
          left("number", 6, (row) => row.conflictNo),
          left("client", 24, (row) => row.client),
          left("kind", 18, (row) => row.kind),
          left("about", 30, (row) => row.subject),
          left("ours", 60, (row) => sideText(row.ours as ReviewConflict["ours"])),
          left("theirs", 60, (row) => sideText(row.theirs as ReviewConflict["theirs"])),
        ],
      },
    },
  }),

  command("review.settle", {
    summary: "Resolve a conflict from a review bundle or the firm's server",
    input: settling,
    output: z.object({ done: z.literal(true) }),
    runs: "core",
    allowed: "reviewer",
    perform: async (context, input) => {
      const settled = await context.perform(settle, input);
      if (!settled.ok) return settled;
      await tellOfReview(context, input.clientId);
      return ok({ done: true as const });
    },
    command: { verb: "review settle", options: { conflictNo: "no" }, lines: () => ["Resolved."] },
  }),
] as const;

/** The clients whose books were read, so that there is something of them. */
async function readClients({ pool, connections }: ApiContext) {
  const read = new Map((await connections.all()).filter(({ discovery }) => discovery !== null).map((one) => [one.clientId, one]));
  return (await pool.must("firm.clients", {})).flatMap(({ clientId: client, name }) => {
    const connection = read.get(client);
    return connection === undefined ? [] : [{ clientId: client, name, system: connection.system, tenantId: connection.tenantId }];
  });
}

async function collected(context: ApiContext, clientIds: readonly string[] | undefined): Promise<Result<ReviewBundle["clients"], Failure>> {
  const all = await context.pool.must("firm.clients", {});
  const unknown = clientIds?.find((id) => !all.some((client) => client.clientId === id));
  if (unknown !== undefined) return fail({ code: "not_found", message: `No client has the ID ${unknown}.`, field: "clientIds" });
  const clients: ReviewBundle["clients"] = [];
  for (const { clientId: client, name, system, tenantId } of await readClients(context)) {
    if (clientIds !== undefined && !clientIds.includes(client)) continue;
    const review = await context.perform(collect, { clientId: client });
    if (!review.ok) return review;
    clients.push({ system, tenantId, name, review: review.value });
  }
  return ok(clients);
}

/** Open work is repeated in the firm's file; windows ask again. */
async function tellOfReview(context: ApiContext, client: string): Promise<void> {
  const source = await clientSource(context, client);
  if (source !== null) await copyOpenWork(context, source);
  context.publish("work.changed", { clientId: client });
  context.publish("clients.changed", { clientIds: [client] });
}

function sideText(side: ReviewConflict["ours"]): string {
  if (side === null) return "-";
  return side.person === "" ? withDays(side.text) : `${withDays(side.text)} (${side.person}, ${minuteName(side.at)})`;
}
