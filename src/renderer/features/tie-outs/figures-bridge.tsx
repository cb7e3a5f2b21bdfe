import type { TieOut, TieOutLine } from "#shared/model/reports/tie-out.ts";
import type { DifferenceAnswer } from "#shared/model/reports/tie-out-causes.ts";
import { recordWords } from "../../format/labels/record-labels.ts";
import { hasPanel, recordTypeWord } from "../../format/labels/transaction-labels.ts";
import { t } from "../../language/t.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import { TieOutFigure } from "../../ui/figures/tie-out-figure.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { type BridgeStep, checkBridge, lineBridge } from "./check-bridge.ts";
import styles from "./check-panel.module.css";
import { checkAddress, lineId } from "./check-rows.ts";
import { restWords, revaluationWords } from "./rest-words.ts";
import { isAnswerOf, useDifferenceAnswers } from "./why-not.tsx";

interface FiguresBridgeProps {
  readonly clientId: string;
  readonly check: TieOut;
  readonly line: TieOutLine | null;
}

/** From our figure to the ledger's: what lies between them, step by step, and up to which difference it would be rounding. */
export function FiguresBridge({ clientId, check, line }: FiguresBridgeProps) {
  const { ours, ledgers, currency, difference } = line ?? check;
  const steps = line === null ? checkBridge(check) : lineBridge(line);
  const answers = useDifferenceAnswers(clientId, check, line);
  const tolerance = line === null ? (check.lines[0]?.tolerance ?? null) : (line.tolerance ?? null);
  return (
    <table className={styles.bridge} aria-label={t("From Tieout's figure to the ledger's")}>
      <thead>
        <tr>
          <th scope="col">{t("Tieout to ledger")}</th>
          <th scope="col" className={panel.end}>
            {currency ?? t("Records")}
          </th>
        </tr>
      </thead>
      <tbody>
        <Row name={t("In Tieout")} amount={ours} currency={currency} strong />
        {steps?.map((step) => (
          <tr key={step.key}>
            <th scope="row" className={styles.step}>
              <StepName clientId={clientId} check={check} line={line} step={step} answers={answers} />
            </th>
            <td className={panel.end}>
              <TieOutFigure amount={step.amount} currency={currency} />
            </td>
          </tr>
        ))}
        <Row name={t("In ledger")} amount={ledgers} currency={currency} strong />
      </tbody>
      <tfoot>
        <Row name={t("Difference (Tieout less ledger)")} amount={difference} currency={currency} />
        {tolerance === null ? null : <Row name={t("Rounding tolerance")} amount={tolerance} currency={currency} />}
      </tfoot>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly strong?: boolean;
}

function Row({ name, amount, currency, strong = false }: RowProps) {
  return (
    <tr className={strong ? styles.strong : undefined}>
      <th scope="row">{name}</th>
      <td className={panel.end}>
        <TieOutFigure amount={amount} currency={currency} />
      </td>
    </tr>
  );
}

interface StepNameProps extends FiguresBridgeProps {
  readonly step: BridgeStep;
  readonly answers: readonly DifferenceAnswer[];
}

function StepName({ clientId, check, line, step: { what }, answers }: StepNameProps) {
  const linkTo = useDocumentLink(clientId);
  switch (what.kind) {
    case "line":
      return (
        <a href={`#${recordAddress(clientId, "tie-outs", checkAddress({ check: check.check, subjectId: lineId(what.line) }))}`}>
          <bdi>{revaluationWords(answers.find((answer) => isAnswerOf(answer, what.line))) ?? what.line.label}</bdi>
        </a>
      );
    case "document": {
      const { id, number, type, unappliedKind, party } = what.document;
      const name = type === undefined ? (number ?? recordWords(id)) : `${recordTypeWord(unappliedKind ?? type)} ${number ?? ""}`.trim();
      return (
        <>
          {hasPanel(type) ? <a href={linkTo(id)}>{name}</a> : name}
          {party ? <bdi className={panel.quiet}> {party}</bdi> : null}
        </>
      );
    }
    case "one_of":
      return t("{count, plural, one {1 transaction for exactly this amount} other {One of # transactions for exactly this amount}}", {
        count: what.count,
      });
    case "lines_left":
      return t("{count, plural, one {# more line} other {# more lines}}", { count: what.count });
    case "lines_apart":
      return t(
        "{count, plural, one {Difference in totals (the line below differs by another amount)} other {Difference in totals (the differences on the # lines below add up to another amount)}}",
        {
          count: what.count,
        },
      );
    default:
      return restWords(check, line, answers);
  }
}
