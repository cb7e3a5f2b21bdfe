import { findClient } from "#main/operations/client-source.ts";
import { findOperation } from "#main/operations/collection.ts";
import type { PackGroup, PackOrder } from "#main/pack/pack-order.ts";
import type { PackStep } from "#main/workers/pack-ops.ts";
import type { FirmProfile } from "#shared/contract/clients/firm.ts";
import type { MadePack } from "#shared/contract/close/packs.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { PackSigner } from "#shared/model/close/pack.ts";
import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { ApiContext, Signer } from "./context.ts";
import { clientBooks, ordinaryPeriods, periodNamed } from "./period-facts.ts";

/** What is asked for: a period by its id, its label or its month. */
export interface PackQuestion {
  readonly clientId: string;
  readonly period: string;
  /** Absolute; null: below the data folder. */
  readonly folder: string | null;
  readonly reason: string | null;
}

export interface PackWatch {
  readonly onProgress: (progress: { readonly doing: string; readonly done: number; readonly total: number }) => void;
  readonly signal: AbortSignal;
}

/** Makes the pack of a period on the thread for packs, and puts it on record. */
export async function exportPack(context: ApiContext, question: PackQuestion, watch: PackWatch): Promise<Result<MadePack, Failure>> {
  const signer = await context.signer();
  const order = await orderOf(context, question, signer);
  if (!order.ok) return order;
  const { pool } = context;
  const making = context.uuid();
  const begun = await pool.perform("packMaking.begin", { clientId: question.clientId, making, order: order.value });
  if (!begun.ok) return begun;
  let signature: string | undefined;
  for (;;) {
    if (watch.signal.aborted) {
      await pool.perform("packMaking.abandon", { making });
      return fail({ code: "cancelled", message: t("The export was canceled. No file was left behind.") });
    }
    const step = await pool.perform("packMaking.step", { making, ...(signature === undefined ? {} : { signature }) });
    if (!step.ok) return step;
    if (step.value.kind === "failed") return fail(step.value.failure);
    if (step.value.kind === "made") return keep(context, order.value, step.value);
    signature = step.value.kind === "sign" ? signer?.sign(step.value.text) : undefined;
    if (step.value.kind === "going") watch.onProgress(step.value.progress);
  }
}

type Made = Extract<PackStep, { readonly kind: "made" }>;

async function keep(
  context: ApiContext,
  { clientId, system, tenantId }: PackOrder,
  { made, toKeep }: Made,
): Promise<Result<MadePack, Failure>> {
  if (toKeep !== null) {
    const pack = { ...toKeep, person: context.people.noted, madeMs: context.clock.nowMs() };
    const kept = await context.pool.perform("packs.keep", { clientId, system, tenantId, pack });
    if (!kept.ok) return kept;
    context.publish("clients.changed", { clientIds: [clientId] });
  }
  return ok(made);
}

async function orderOf(
  context: ApiContext,
  { clientId, period: named, folder, reason }: PackQuestion,
  signer: Signer | null,
): Promise<Result<PackOrder, Failure>> {
  const client = await findClient(context, clientId);
  if (!client.ok) return client;
  const books = await clientBooks(context, clientId);
  if (!books.ok) return books;
  const listed = await periodNamed(context, books.value, named);
  if (!listed.ok) return listed;
  const { id, label, start, end, ownedBy, status } = listed.value;
  const all = await ordinaryPeriods(context, books.value);
  if (!all.ok) return all;
  const groups = await groupsOf(context, clientId, end.slice(0, 7));
  if (!groups.ok) return groups;
  const firm = await askNamed<FirmProfile>(context, "firm.profile", {});
  if (!firm.ok) return firm;
  const people = await context.people.list();
  const english = await context.english.read();
  const { source, discovery } = books.value;
  return ok({
    ...source,
    clientName: client.value.name,
    ledger: ledgerLabel(source.system),
    discovery,
    period: { id, label, start, end, ownedBy, status },
    periods: all.value.map((one) => ({ start: one.start, end: one.end })),
    template: context.closeTemplates?.[0] ?? null,
    folder,
    reason,
    english: { language: english.used, terms: english.terms },
    appVersion: context.about?.version ?? "unreleased",
    firm: firm.value,
    people: people.map(({ name, fullName, title }) => ({ name, fullName, title })),
    signer: signer === null ? null : await packSigner(context, signer),
    groups: groups.value,
  });
}

async function packSigner({ people, person }: ApiContext, { key: { keyId, publicKey } }: Signer): Promise<PackSigner> {
  const fullName = (await people.list()).find(({ name }) => name === people.name)?.fullName ?? null;
  return { person, fullName, keyId, publicKey };
}

const STATEMENTS = ["trial-balance", "profit-and-loss", "balance-sheet"] as const;

/** The statements of every group that the client is a member of; a group without its rates says what it lacks. */
async function groupsOf(context: ApiContext, clientId: string, month: string): Promise<Result<readonly PackGroup[], Failure>> {
  const listed = await askNamed<{ readonly trees: readonly EntityTreeVersion[] }>(context, "groups.list", {});
  if (!listed.ok) return listed;
  const groups: PackGroup[] = [];
  for (const { tree } of listed.value.trees) {
    if (!tree.nodes.some((node) => node.clientId === clientId)) continue;
    const reports: GroupReport[] = [];
    let problem: string | null = null;
    for (const statement of STATEMENTS) {
      const report = await askNamed<GroupReport>(context, "groups.report", { treeId: tree.treeId, period: month, statement });
      if (report.ok) reports.push(report.value);
      else problem ??= report.failure.message;
    }
    groups.push({ name: tree.name, reports, problem });
  }
  return ok(groups);
}

/** Asks a declared operation; what is declared as one itself names it directly. */
async function askNamed<T>(context: ApiContext, name: string, input: object): Promise<Result<T, Failure>> {
  const operation = findOperation(name);
  assert(operation !== null, `no operation ${name}`);
  return (await context.ask(operation, input)) as Result<T, Failure>;
}
