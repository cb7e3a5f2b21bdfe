import { fluxFlags } from "#main/domain/flux/flux-flags.ts";
import { fluxSectionOf } from "#main/domain/flux/flux-section.ts";
import { fluxStatusOf } from "#main/domain/flux/flux-status.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { FluxReview, FluxRow, FluxStamp } from "#shared/contract/reports/flux.ts";
import { isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import type { FluxRule } from "#shared/model/reports/flux.ts";
import { type ReviewActs, reviewActs, type Stamp } from "./flux-acts-read.ts";
import { fluxCounts } from "./flux-counts.ts";
import { type FluxFigure, type FluxFigures, type FluxQuestion, fluxFigures } from "./flux-figures.ts";
import { fluxInputs } from "./flux-inputs.ts";
import { movedBehind } from "./flux-movers.ts";
import { rulesOf } from "./flux-thresholds.ts";

/** SHA-256 of a text, in hexadecimal. */
export type Sha256 = (text: string) => string;

/** A calculated review, with what its actions need besides what is shown. */
export interface WorkedReview {
  readonly review: Omit<FluxReview, "clientId">;
  readonly figures: FluxFigures;
  /** For signed rows; inputs of other rows are calculated when they are signed. */
  readonly inputs: ReadonlyMap<string, string>;
}

/**
 * Every account of a period with its comparative: changes beyond the threshold, explanations and signatures,
 * and whether each signature still matches the figures it was given on.
 */
export function fluxReview(reader: MirrorReader, question: FluxQuestion, sha256: Sha256): WorkedReview {
  const figures = fluxFigures(reader, question);
  const acts = reviewActs(reader, question);
  const ruleOf = rulesOf(reader, figures, question);
  const stamped = figures.rows.filter(({ accountId }) => acts.preparers.has(accountId) || acts.reviewers.has(accountId));
  const inputs = fluxInputs(reader, question, figures, stamped);
  const rows = figures.rows.map((figure) => {
    const rule = ruleOf(figure);
    return rowOf(reader, figure, rule, acts, inputs.get(figure.accountId), sha256);
  });
  const { id, label, start, end } = question.period;
  const review = {
    period: { id, label, start, end },
    comparison: question.comparison,
    comparedWith: figures.comparatives.map(({ from, to }) => ({ from, to })),
    unavailable: figures.unavailable,
    currency: question.books.baseCurrency,
    source: figures.source,
    asOf: figures.asOf,
    gaps: figures.gaps.map(({ code, message, count }) => ({ code, message, count })),
    rows,
    progress: fluxCounts(rows),
  };
  return { review, figures, inputs };
}

function rowOf(
  reader: MirrorReader,
  figure: FluxFigure,
  rule: FluxRule,
  acts: ReviewActs,
  input: string | undefined,
  sha256: Sha256,
): FluxRow {
  const { accountId, account, label, statement, current, comparative, history } = figure;
  const flagged = fluxFlags(history, rule.amount);
  const hash = input === undefined ? null : sha256(input);
  const stamps = stampsOf(reader, figure, acts, input, hash);
  const explanation = acts.explanations.get(accountId) ?? null;
  const returned = acts.returned.get(accountId) ?? null;
  const status = fluxStatusOf(rule.fired, {
    explanation,
    preparer: stamps.find(({ role }) => role === "preparer") ?? null,
    reviewer: stamps.find(({ role }) => role === "reviewer") ?? null,
    returned,
  });
  return {
    ...{ accountId, account, label, statement, section: fluxSectionOf(account), current, comparative },
    change: comparative === null ? null : subtractDecimals(current, comparative),
    percent: comparative === null ? null : percentOf(current, comparative),
    effect: effectOf(figure),
    flags: [...flagged.flags],
    driftPeriods: flagged.driftPeriods,
    drifted: flagged.drifted,
    rule,
    material: rule.fired,
    status,
    explanation:
      explanation === null
        ? null
        : {
            ...decidedOf(explanation),
            text: explanation.body.text,
            documentIds: explanation.body.documentIds,
            explains: { current: explanation.body.current, comparative: explanation.body.comparative },
          },
    stamps,
    returned: returned === null || status !== "returned" ? null : { ...decidedOf(returned), why: returned.body.why },
  };
}

function stampsOf(reader: MirrorReader, figure: FluxFigure, acts: ReviewActs, input: string | undefined, hash: string | null): FluxStamp[] {
  const stamps = [acts.preparers.get(figure.accountId), acts.reviewers.get(figure.accountId)];
  return stamps.flatMap((stamp) => (stamp === undefined ? [] : [stampOf(reader, figure, stamp, input, hash)]));
}

function stampOf(reader: MirrorReader, figure: FluxFigure, stamp: Stamp, input: string | undefined, hash: string | null): FluxStamp {
  const { role, hash: signedOn, current, comparative, withPin } = stamp.body;
  const stale = signedOn !== hash;
  const moved = stale && input !== undefined ? movedBehind(reader, figure, stamp, input) : { movedBy: [], movedCount: 0 };
  return { ...decidedOf(stamp), role, hash: signedOn, current, comparative, stale, waiting: stamp.waiting, withPin, ...moved };
}

function decidedOf({ decisionNo, person, at }: Stamp | { decisionNo: number; person: string; at: Stamp["at"] }) {
  return { decisionNo, person, at };
}

/** More income and less expense is favorable. */
function effectOf({ statement, account, current, comparative }: FluxFigure): FluxRow["effect"] {
  if (statement !== "profit_and_loss" || comparative === null) return null;
  const change = subtractDecimals(current, comparative);
  if (isZero(change)) return null;
  return change.startsWith("-") === (account.class === "expense") ? "favourable" : "adverse";
}
