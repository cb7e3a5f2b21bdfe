import { bytesOf, textOf } from "#main/operations/base64.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import type { ReconciliationQuestion } from "#main/workers/reconciliation-ops.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { clientBooks, periodNamed } from "../period-facts.ts";
import { actOf, closeOutdated, inner } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

/** Balances against their support: roll-forwards, reconciling items, and the files behind them. */
export function reconciliationHandlers(context: ApiContext) {
  return { ...figures(context), ...files(context) };
}

function figures(context: ApiContext) {
  const { pool } = context;
  return {
    "reconciliations.list": async ({ clientId, period }) => {
      const asked = await questionOf(context, clientId, period);
      return asked.ok ? pool.perform("reconciliations.list", { ...asked.value.source, question: asked.value.question }) : asked;
    },
    "reconciliations.save": async ({ clientId, period, accountId, support, note, items }) => {
      const asked = await questionOf(context, clientId, period);
      if (!asked.ok) return asked;
      const { source, question } = asked.value;
      const input = { ...source, ...actOf(context), question, accountId, support, note: note ?? null, items };
      return closeOutdated(context, clientId, inner(await pool.perform("reconciliations.save", input)));
    },
    "reconciliations.require": async ({ clientId, accountId, required }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      return inner(await pool.perform("reconciliations.require", { ...source.value, ...actOf(context), accountId, required }));
    },
  } satisfies Partial<Handlers>;
}

function files(context: ApiContext) {
  const { pool } = context;
  return {
    "reconciliations.attach": async ({ clientId, period, accountId, fileName, content }) => {
      const asked = await questionOf(context, clientId, period);
      if (!asked.ok) return asked;
      const bytes = bytesOf(content);
      if (!bytes.ok) return bytes;
      const { source, question } = asked.value;
      const input = { ...source, ...actOf(context), question, accountId, fileName, content: bytes.value };
      return inner(await pool.perform("reconciliations.attach", input));
    },
    "reconciliations.detach": async ({ clientId, period, accountId, sha256 }) => {
      const asked = await questionOf(context, clientId, period);
      if (!asked.ok) return asked;
      const { source, question } = asked.value;
      return inner(await pool.perform("reconciliations.detach", { ...source, ...actOf(context), question, accountId, sha256 }));
    },
    "reconciliations.file": async ({ clientId, sha256 }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const file = inner(await pool.perform("reconciliations.file", { ...source.value, sha256 }));
      return file.ok ? ok({ ...file.value.attachment, content: textOf(file.value.content) }) : file;
    },
  } satisfies Partial<Handlers>;
}

async function questionOf(
  context: ApiContext,
  clientId: string,
  period: string,
): Promise<Result<{ readonly source: ClientSource; readonly question: ReconciliationQuestion }, Failure>> {
  const found = await clientBooks(context, clientId);
  if (!found.ok) return found;
  const named = await periodNamed(context, found.value, period);
  if (!named.ok) return named;
  const { source, books, yearEnd } = found.value;
  const { id, label, start, end, ownedBy, status } = named.value;
  return ok({ source, question: { books, yearEnd, period: { id, label, start, end, ownedBy, status } } });
}
