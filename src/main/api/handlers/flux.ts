import type { FluxQuestion } from "#main/services/flux-figures.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { FluxComparison } from "#shared/model/flux.ts";
import { bytesOf } from "../base64.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { type ClientBooks, clientBooks, periodNamed } from "../period-facts.ts";
import { actOf, closeOutdated, inner } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

interface Asked {
  readonly clientId: string;
  readonly period: string;
  readonly comparison: FluxComparison;
  readonly trailing: number;
}

/** The variance review: what changed, why, and who signed for it. */
export function fluxHandlers(context: ApiContext) {
  return { ...reading(context), ...acting(context), ...budgets(context) };
}

function reading(context: ApiContext) {
  const { pool } = context;
  return {
    "flux.list": async (asked) => {
      const found = await questionOf(context, asked);
      if (!found.ok) return found;
      const { source, question } = found.value;
      const review = await pool.perform("flux.review", { ...source, question });
      return review.ok ? ok({ clientId: asked.clientId, ...review.value }) : review;
    },
    "flux.drivers": async ({ accountId, limit, ...asked }) => {
      const found = await questionOf(context, asked);
      if (!found.ok) return found;
      const { source, question } = found.value;
      const drivers = await pool.perform("flux.drivers", { ...source, question: { ...question, accountId, limit } });
      if (!drivers.ok) return drivers;
      if (drivers.value !== null) return ok(drivers.value);
      return fail({ code: "not_found", message: `There is no row for account ${accountId} in this review.`, field: "accountId" });
    },
    "flux.thresholds": async ({ clientId, period }) => {
      const books = await clientBooks(context, clientId);
      if (!books.ok) return books;
      const rows = await pool.perform("flux.thresholds", books.value.source);
      if (!rows.ok) return rows;
      if (period === undefined) return ok({ rows: rows.value, standard: null });
      const found = await questionOf(context, { clientId, period, comparison: "prior_month", trailing: 6 });
      if (!found.ok) return found;
      const standard = await pool.perform("flux.standard", { ...found.value.source, question: found.value.question });
      return standard.ok ? ok({ rows: rows.value, standard: standard.value }) : standard;
    },
  } satisfies Partial<Handlers>;
}

function acting(context: ApiContext) {
  const { pool } = context;
  return {
    "flux.explain": async ({ accountId, text, documentIds, ...asked }) => {
      const found = await questionOf(context, asked);
      if (!found.ok) return found;
      return closeOutdated(
        context,
        asked.clientId,
        inner(
          await pool.perform("flux.explain", {
            ...found.value.source,
            ...actOf(context),
            question: found.value.question,
            accountId,
            text,
            documentIds,
          }),
        ),
      );
    },
    "flux.sign": async ({ accountId, role, ...asked }) => {
      const found = await questionOf(context, asked);
      if (!found.ok) return found;
      return closeOutdated(
        context,
        asked.clientId,
        inner(
          await pool.perform("flux.sign", { ...found.value.source, ...actOf(context), question: found.value.question, accountId, role }),
        ),
      );
    },
    "flux.signBelow": async ({ role, ...asked }) => {
      const found = await questionOf(context, asked);
      if (!found.ok) return found;
      return closeOutdated(
        context,
        asked.clientId,
        inner(await pool.perform("flux.signBelow", { ...found.value.source, ...actOf(context), question: found.value.question, role })),
      );
    },
    "flux.return": async ({ accountId, why, ...asked }) => {
      const found = await questionOf(context, asked);
      if (!found.ok) return found;
      return closeOutdated(
        context,
        asked.clientId,
        inner(
          await pool.perform("flux.return", { ...found.value.source, ...actOf(context), question: found.value.question, accountId, why }),
        ),
      );
    },
    "flux.setThreshold": async ({ clientId, ...threshold }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? inner(await pool.perform("flux.setThreshold", { ...source.value, ...actOf(context), threshold })) : source;
    },
    "flux.removeThreshold": async ({ clientId, decisionNo }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const standing = await pool.perform("flux.thresholds", source.value);
      if (!standing.ok) return standing;
      if (!standing.value.some((row) => row.decisionNo === decisionNo))
        return fail({ code: "not_found", message: `There is no threshold ${decisionNo} that stands.`, field: "decisionNo" });
      const undone = await pool.perform("decisions.undo", { ...source.value, ...actOf(context), decisionNo });
      return undone.ok ? ok({ decisionNo }) : undone;
    },
  } satisfies Partial<Handlers>;
}

function budgets(context: ApiContext) {
  const { pool } = context;
  return {
    "budgets.import": async ({ clientId, name, fileName, content }) => {
      const source = await mirroredClient(context, clientId);
      if (!source.ok) return source;
      const bytes = bytesOf(content);
      if (!bytes.ok) return bytes;
      const cells = await tableOf(context, bytes.value);
      if (!cells.ok) return cells;
      const budget = { name, fileName, content: bytes.value, cells: cells.value };
      return inner(await pool.perform("budgets.import", { ...source.value, ...actOf(context), ...budget }));
    },
    "budgets.list": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("budgets.list", source.value) : source;
    },
    "budgets.remove": async ({ clientId, budgetNo }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("budgets.remove", { ...source.value, ...actOf(context), budgetNo }) : source;
    },
  } satisfies Partial<Handlers>;
}

async function tableOf({ readTable }: ApiContext, bytes: Uint8Array): Promise<Result<readonly (readonly string[])[], Failure>> {
  if (readTable === undefined) return fail({ code: "not_supported", message: "This host reads no tables." });
  try {
    return ok(await readTable(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail({ code: "invalid_input", message: `The file can not be read as a CSV or a workbook: ${reason}`, field: "file" });
  }
}

async function questionOf(
  context: ApiContext,
  { clientId, period, comparison, trailing }: Asked,
): Promise<Result<Pick<ClientBooks, "source"> & { readonly question: FluxQuestion }, Failure>> {
  const found = await clientBooks(context, clientId);
  if (!found.ok) return found;
  const { source, books, yearEnd } = found.value;
  const named = await periodNamed(context, found.value, period);
  if (!named.ok) return named;
  const { id, label, start, end } = named.value;
  return ok({ source, question: { books, yearEnd, period: { id, label, start, end }, comparison, trailing } });
}
