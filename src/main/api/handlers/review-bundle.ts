import type { ClientSource } from "#main/workers/protocol.ts";
import type { ReviewDifference } from "#shared/contract/review-bundle.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type ReviewBundle, reviewBundle } from "#shared/model/review-bundle.ts";
import { clientSource, mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { actOf, inner } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

/** A client of the bundle that is here too. */
interface Known {
  readonly name: string;
  readonly source: ClientSource;
  readonly review: ReviewBundle["clients"][number]["review"];
}

const NO_FILES: Failure = { code: "not_supported", message: "This host can not keep sealed files." };

/** Reviews that are carried between people in one encrypted file, without a server. */
export function reviewBundleHandlers(context: ApiContext) {
  return { ...carrying(context), ...conflicts(context) };
}

function carrying(context: ApiContext) {
  const { pool } = context;
  return {
    "review.export": async ({ path, passphrase, clientIds }) => {
      if (context.sealedFiles === undefined) return fail(NO_FILES);
      const bundle = await collect(context, clientIds);
      if (!bundle.ok) return bundle;
      const written = await context.sealedFiles.write(path, JSON.stringify(bundle.value), passphrase);
      if (!written.ok) return written;
      const { clients } = bundle.value;
      const count = (of: "notes" | "tasks" | "decisions") => clients.reduce((sum, { review }) => sum + review[of].length, 0);
      return ok({
        path,
        ...written.value,
        clients: clients.length,
        notes: count("notes"),
        tasks: count("tasks"),
        decisions: count("decisions"),
      });
    },
    "review.preview": async ({ path, passphrase }) => {
      const opened = await openBundle(context, path, passphrase);
      if (!opened.ok) return opened;
      const { bundle, known, unknownClients } = opened.value;
      const differences: ReviewDifference[] = [];
      let same = 0;
      for (const { name, source, review } of known) {
        const compared = await pool.must("review.compare", { ...source, review });
        same += compared.same;
        differences.push(...compared.differences.map((one) => ({ ...one, clientId: source.clientId, client: name })));
      }
      const madeAt = instantFromMs(Date.parse(bundle.madeAt));
      return ok({ madeBy: bundle.madeBy, madeAt, differences, same, unknownClients });
    },
    "review.import": async ({ path, passphrase, theirs }) => {
      const opened = await openBundle(context, path, passphrase);
      if (!opened.ok) return opened;
      let [taken, open] = [0, 0];
      for (const { source, review } of opened.value.known) {
        const done = inner(await pool.perform("review.take", { ...source, ...actOf(context), review, chosen: theirs }));
        if (!done.ok) return done;
        taken += done.value.taken;
        open += done.value.conflicts;
        await moved(context, source);
      }
      return ok({ taken, conflicts: open, unknownClients: opened.value.unknownClients });
    },
  } satisfies Partial<Handlers>;
}

function conflicts(context: ApiContext) {
  const { pool } = context;
  return {
    "review.conflicts": async ({ clientId }) => {
      const clients = (await pool.must("firm.clients", {})).filter((client) => clientId === undefined || client.clientId === clientId);
      const rows = [];
      for (const client of clients) {
        const source = await clientSource(context, client.clientId);
        if (source === null) continue;
        for (const { importedMs, ...conflict } of await pool.must("review.conflicts", source))
          rows.push({ ...conflict, clientId: client.clientId, client: client.name, importedAt: instantFromMs(importedMs) });
      }
      return ok(rows);
    },
    "review.settle": async ({ clientId, conflictNo, keep }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const done = inner(await pool.perform("review.settle", { ...source.value, ...actOf(context), conflictNo, keep }));
      if (!done.ok) return done;
      await moved(context, source.value);
      return ok({ done: true as const });
    },
  } satisfies Partial<Handlers>;
}

async function collect(context: ApiContext, clientIds: readonly string[] | undefined): Promise<Result<ReviewBundle, Failure>> {
  const clients: ReviewBundle["clients"] = [];
  const all = await context.pool.must("firm.clients", {});
  const unknown = clientIds?.find((id) => !all.some(({ clientId }) => clientId === id));
  if (unknown !== undefined) return fail({ code: "not_found", message: `There is no client ${unknown}.`, field: "clientIds" });
  for (const { clientId, name } of all) {
    const source = clientIds === undefined || clientIds.includes(clientId) ? await clientSource(context, clientId) : null;
    if (source === null) continue;
    const { system, tenantId } = source;
    clients.push({ system, tenantId, name, review: await context.pool.must("review.collect", source) });
  }
  return ok({ format: "tieout-review", version: 1, madeAt: context.clock.now(), madeBy: context.person, clients });
}

async function openBundle(
  context: ApiContext,
  path: string,
  passphrase: string,
): Promise<Result<{ readonly bundle: ReviewBundle; readonly known: Known[]; readonly unknownClients: string[] }, Failure>> {
  if (context.sealedFiles === undefined) return fail(NO_FILES);
  const text = await context.sealedFiles.read(path, passphrase);
  if (!text.ok) return text;
  const bundle = reviewBundle.safeParse(JSON.parse(text.value));
  if (!bundle.success)
    return fail({
      code: "invalid_input",
      message: `${path} holds no review that this release can read: ${bundle.error.issues[0]?.path.join(".") ?? "its shape"}.`,
      field: "path",
      next: "Update Tieout on both sides, or ask for the file again.",
    });
  const connections = await context.connections.all();
  const names = new Map((await context.pool.must("firm.clients", {})).map(({ clientId, name }) => [clientId, name]));
  const known: Known[] = [];
  const unknownClients: string[] = [];
  for (const { system, tenantId, name, review } of bundle.data.clients) {
    const stored = connections.find((one) => one.system === system && one.tenantId === tenantId && one.discovery !== null);
    if (stored === undefined) unknownClients.push(name);
    else known.push({ name: names.get(stored.clientId) ?? name, source: { clientId: stored.clientId, system, tenantId }, review });
  }
  return ok({ bundle: bundle.data, known, unknownClients });
}

/** What waits for people is repeated in the firm's file; windows ask again. */
async function moved(context: ApiContext, source: ClientSource): Promise<void> {
  const { clientId } = source;
  await context.pool.must("firm.saveWork", { clientId, items: await context.pool.must("work.open", source) });
  context.publish("work.changed", { clientId });
  context.publish("clients.changed", { clientIds: [clientId] });
}
