import type { GateView } from "#shared/contract/close/close-gates.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import type { FirmExchange } from "#shared/contract/firm/exchange.ts";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { isWholeComparison, type SignGate } from "#shared/model/close/close-gates.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";

export const GATE_WORDS: Readonly<Record<SignGate, string>> = {
  tasks: t("Required tasks"),
  reconciliations: t("Reconciliations"),
  flux: t("Flux analysis"),
  review_notes: t("Review notes"),
};

/** What still holds a gate up, such as "3 open required tasks". */
export function openWords({ gate, blocking, open }: Pick<GateView, "gate" | "blocking" | "open">): string {
  const count = formatCount(blocking);
  if (gate === "tasks") return t("{blocking, plural, one {1 open required task} other {{count} open required tasks}}", { blocking, count });
  if (gate === "reconciliations")
    return t("{blocking, plural, one {1 open reconciliation} other {{count} open reconciliations}}", { blocking, count });
  if (gate === "flux") return fluxWords(blocking, open.filter((item) => !item.overridden && isWholeComparison(item)).length);
  return t("{blocking, plural, one {1 open review note} other {{count} open review notes}}", { blocking, count });
}

/** A comparison without figures has no lines, so it's counted apart from them. */
function fluxWords(blocking: number, comparisons: number): string {
  const lines = blocking - comparisons;
  return [
    lines === 0
      ? null
      : t("{blocking, plural, one {1 open material change} other {{count} open material changes}}", {
          blocking: lines,
          count: formatCount(lines),
        }),
    comparisons === 0
      ? null
      : t("{comparisons, plural, one {1 unavailable flux comparison} other {{count} unavailable flux comparisons}}", {
          comparisons,
          count: formatCount(comparisons),
        }),
  ]
    .filter((part) => part !== null)
    .join(", ");
}

interface Left {
  readonly gate: SignGate;
  readonly words: string;
}

/**
 * What each gate still waits for, such as "6 reconciliations" and "5 other required tasks". Tasks come last, and beside others are "other"
 * ones, as a draft pack names them: the checklist also marks as required those whose work the other gates count.
 */
export function leftOf(gates: readonly Pick<GateView, "gate" | "blocking" | "open">[]): readonly Left[] {
  const counted = blocked(gates)
    .filter(({ gate }) => gate !== "tasks")
    .map((gate) => ({ gate: gate.gate, words: leftWords(gate) }));
  const tasks = blocked(gates)
    .filter(({ gate }) => gate === "tasks")
    .map(({ gate, blocking: count }) => ({
      gate,
      words:
        counted.length === 0
          ? t("{count, plural, one {1 required task} other {# required tasks}}", { count })
          : t("{count, plural, one {1 other required task} other {# other required tasks}}", { count }),
    }));
  return [...counted, ...tasks];
}

function leftWords({ gate, blocking, open }: Pick<GateView, "gate" | "blocking" | "open">): string {
  if (gate === "reconciliations") return t("{count, plural, one {1 reconciliation} other {# reconciliations}}", { count: blocking });
  if (gate === "review_notes") return t("{count, plural, one {1 review note} other {# review notes}}", { count: blocking });
  const comparisons = open.filter((item) => !item.overridden && isWholeComparison(item)).length;
  const lines = blocking - comparisons;
  const parts = [
    lines === 0 ? null : t("{count, plural, one {1 material change} other {# material changes}}", { count: lines }),
    comparisons === 0 ? null : t("{count, plural, one {1 flux comparison} other {# flux comparisons}}", { count: comparisons }),
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** Gates that hold the period up. */
export function blocked<Gate extends Pick<GateView, "blocking">>(gates: readonly Gate[]): Gate[] {
  return gates.filter(({ blocking }) => blocking > 0);
}

/** What holds the period up, in one line for a button's title. */
export function blockedWords(gates: readonly GateView[]): string {
  return blocked(gates).map(openWords).join(", ");
}

/** Why open work can't be overridden and signed off in one act now; null where the firm has no server, or it can be reached. */
export function cutOffWords(exchange: Pick<FirmExchange, "online" | "failure"> | null): string | null {
  // Before the first exchange, nobody knows.
  if (exchange === null || exchange.online || exchange.failure === null) return null;
  return t("This computer isn't connected to the firm's server. The server must accept the override before you can sign off.");
}

/** What has to come first: nothing, a review by somebody else, or the work itself. */
export function nothingReady(
  accounts: readonly Pick<ReconciliationRow, "required" | "signed">[],
  reviews: readonly { readonly unavailable: string | null; readonly rows: readonly Pick<FluxRow, "material" | "status">[] }[],
): string {
  const isDone =
    accounts.every(({ required, signed }) => !required || signed === "reviewed") &&
    reviews.every(
      // A line below its threshold that changed since its sign-off keeps the gate open, too.
      ({ unavailable, rows }) =>
        unavailable === null && rows.every(({ material, status }) => status !== "stale" && (!material || status === "signed")),
    );
  if (isDone) return t("No sign-offs are missing for required reconciliations or for material changes.");
  const isPrepared =
    accounts.some(({ signed }) => signed === "prepared") ||
    reviews.some(({ rows }) => rows.some(({ material, status }) => material && status === "ready_for_review"));
  return isPrepared
    ? t(
        "Nothing is ready for your sign-off. Prepared work must be reviewed by someone who didn't prepare it. To see what an account or a material change still needs, open it under Reconciliations or Flux analysis.",
      )
    : t(
        "Nothing is ready for your sign-off. To see what an account or a material change still needs, open it under Reconciliations or Flux analysis.",
      );
}
