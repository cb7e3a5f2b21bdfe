import { useContext } from "react";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import {
  isTotalOnly,
  type Recheck,
  shownOutcome,
  type TieOut,
  type TieOutDocument,
  type TieOutLine,
  type TieOutOutcome,
} from "#shared/model/reports/tie-out.ts";
import { figureId } from "../../format/addresses/figure-id.ts";
import { formatCount, formatMoney, formatNumeral } from "../../format/amounts/amount.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { CHECK_WORDS, OUTCOME_WORDS } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import { PanelsContext, useDocumentLink, usePanelLink } from "../../state/window/panels.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { DifferenceTransactions } from "../../ui/figures/difference-transactions.tsx";
import { SourceWords } from "../../ui/figures/figure-source.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { TieOutFigure } from "../../ui/figures/tie-out-figure.tsx";
import { DetailPanel } from "../../ui/layout/detail-panel.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { Notes } from "../../ui/notes/notes.tsx";
import { CheckActs } from "./acceptance.tsx";
import { ownReason } from "./check-bridge.ts";
import { wasCompared } from "./check-columns.tsx";
import { CheckGaps } from "./check-gaps.tsx";
import styles from "./check-panel.module.css";
import { checkAddress, lineId, linesWorstFirst } from "./check-rows.ts";
import { ComparedList } from "./compared-list.tsx";
import { againstWords } from "./compared-with.ts";
import { FiguresBridge } from "./figures-bridge.tsx";
import { inReportSigns, type Turned, useReportSigns } from "./report-signs.ts";
import { WhyNot } from "./why-not.tsx";

interface CheckPanelProps {
  readonly clientId: string;
  readonly check: TieOut;
  readonly line: TieOutLine | null;
  /** Whether a sync has changed figures of its date since. */
  readonly recheck: Recheck;
  /** Someone accepted the check's result as it is. */
  readonly isAccepted: boolean;
  /** The books have nothing to tie out yet. */
  readonly nothing: boolean;
}

/** One check: what was compared, the accounts or parties that differ, and the documents behind each; notes on either. */
export function CheckPanel({ clientId, check, line, recheck, isAccepted, nothing }: CheckPanelProps) {
  const words = CHECK_WORDS[check.check].word;
  const { isTurned, failure } = useReportSigns(clientId, check.check);
  // Without the signs, what is shown would lack its lines and transactions, and nobody would know.
  const failed = failure === null ? null : <FailureNote failure={failure} />;
  const signs = isTurned === null ? null : { isTurned, shown: inReportSigns(check, isTurned) };
  if (line === null) {
    return (
      <DetailPanel kind={t("Tie-out")} title={words} takesFocus>
        <div className={styles.content}>
          {failed}
          <Check clientId={clientId} check={check} signs={signs} recheck={recheck} isAccepted={isAccepted} nothing={nothing} />
          <CheckNotes clientId={clientId} check={check} place={check.check} label={words} figures={check} />
        </div>
      </DetailPanel>
    );
  }
  const shown = signs?.shown.lines[check.lines.indexOf(line)] ?? null;
  return (
    <DetailPanel kind={t("Difference")} title={line.label} takesFocus>
      {signs === null || shown === null ? (
        <div className={styles.content} aria-busy={signs === null && failed === null}>
          {failed}
        </div>
      ) : (
        <div className={styles.content}>
          <Line clientId={clientId} check={check} line={shown} isTurned={signs.isTurned} recheck={recheck} />
          <CheckNotes
            clientId={clientId}
            check={check}
            place={`${check.check}/${lineId(line)}`}
            label={t("{check}, {subject}", { check: words, subject: line.label })}
            figures={shown}
          />
        </div>
      )}
    </DetailPanel>
  );
}

interface CheckNotesProps {
  readonly clientId: string;
  readonly check: TieOut;
  readonly place: string;
  readonly label: string;
  readonly figures: Pick<TieOutLine, "ours" | "ledgers" | "currency">;
}

function CheckNotes({ clientId, check, place, label, figures: { ours, ledgers, currency } }: CheckNotesProps) {
  return (
    <Notes
      clientId={clientId}
      subject={{ kind: "figure", id: `tie-out/${check.to}/${place}`.slice(0, 400) }}
      label={label.slice(0, 200)}
      seen={t("Tieout {ours}, ledger {ledgers}", { ours: amountWords(ours, currency), ledgers: amountWords(ledgers, currency) })}
    />
  );
}

function amountWords(amount: string | null, currency: string | null): string {
  if (amount === null) return t("n/a");
  return currency === null ? formatNumeral(amount) : formatMoney(amount, currency);
}

/** The result; one that a sync has overtaken is told as what it was. */
function Result({
  outcome,
  recheck,
  reason,
  accepted = false,
  nothing = false,
}: {
  readonly outcome: TieOutOutcome;
  readonly recheck: Recheck;
  readonly reason: string | null;
  readonly accepted?: boolean;
  readonly nothing?: boolean;
}) {
  return (
    <p>
      <OutcomeChip outcome={shownOutcome(outcome, recheck)} accepted={accepted} nothing={nothing} />{" "}
      {recheck && outcome !== "not_run" ? t("Last result: {result}.", { result: OUTCOME_WORDS[outcome].word }) : null} {reason}
    </p>
  );
}

interface CheckProps extends Omit<CheckPanelProps, "line"> {
  /** The check as its statement shows amounts; null until that is known. */
  readonly signs: { readonly shown: TieOut; readonly isTurned: Turned } | null;
}

function Check({ clientId, check, signs, recheck, isAccepted, nothing }: CheckProps) {
  const { asOf, source, compared, outcome, gaps } = check;
  const panels = useContext(PanelsContext);
  // A statement lists its accounts by class and code.
  const accounts = useCoreQuery("accounts.list", { clientId });
  return (
    <>
      <Result outcome={outcome} recheck={recheck} reason={ownReason(check)} accepted={isAccepted} nothing={nothing} />
      {signs === null ? null : <WhyNot clientId={clientId} check={check} line={null} isTurned={signs.isTurned} />}
      <p className={panel.quiet}>
        {CHECK_WORDS[check.check].means} {listNote(check)}
      </p>
      {check.ours === null && check.ledgers === null ? null : <FiguresBridge clientId={clientId} check={check} line={null} />}
      <CheckActs clientId={clientId} check={check} recheck={recheck} />
      <Documents clientId={clientId} documents={signs?.shown.documents ?? []} currency={check.currency} />
      {check.lines.length === 0 ? (
        outcome === "ties" || check.difference === null || isZero(check.difference) ? null : (
          <p className={panel.quiet}>{t("No single account, contact or data set explains the difference.")}</p>
        )
      ) : signs === null ? null : (
        <Lines clientId={clientId} check={signs.shown} recheck={recheck} />
      )}
      <CheckGaps clientId={clientId} gaps={gaps ?? []} />
      <p>
        <SourceWords
          source={source}
          words={check.check === "document_counts" ? t("Source: synced records") : undefined}
          onWhy={() => panels?.open({ kind: "figure", id: figureId(check.check, "ours") })}
        />
      </p>
      <Facts>
        <Fact name={t("Dates")}>{spanText(check)}</Fact>
        <Fact name={t("Books synced")}>{asOf.ours === null ? t("Not fully synced yet") : formatMinute(asOf.ours)}</Fact>
        <Fact name={t("Compared with")}>{againstWords(check)}</Fact>
        <Fact name={t("Ledger read")}>{asOf.ledgers === null ? t("Not known") : formatMinute(asOf.ledgers)}</Fact>
        <Fact name={t("Lines compared")}>{wasCompared(check) ? formatCount(compared) : t("n/a")}</Fact>
      </Facts>
      {signs === null || accounts.isPending ? null : <ComparedList check={signs.shown} accounts={accounts.data?.rows} />}
    </>
  );
}

/** What has to be known to read the list below: a trial balance's signs, or why there are no contacts. */
function listNote(check: TieOut): string | null {
  if (isTotalOnly(check)) return t("Only the total was compared, because the ledger has no comparable balances by contact for this date.");
  return check.check === "trial_balance" && check.lines.length > 0
    ? t("In the list of differences, debits are positive and credits negative.")
    : null;
}

interface DocumentsProps {
  readonly clientId: string;
  readonly documents: readonly TieOutDocument[];
  readonly currency: string | null;
}

/** Nothing where there are none: the answer above says what was looked for. */
function Documents({ clientId, documents, currency }: DocumentsProps) {
  const linkTo = useDocumentLink(clientId);
  if (documents.length === 0) return null;
  return (
    <section>
      <h3>{t("Transactions that explain or may explain the difference")}</h3>
      <DifferenceTransactions documents={documents} currency={currency ?? ""} address={linkTo} />
    </section>
  );
}

function Lines({ clientId, check, recheck }: Omit<CheckPanelProps, "line" | "isAccepted" | "nothing">) {
  return (
    <table className={panel.table}>
      <thead>
        <tr>
          <th scope="col">{t("Line")}</th>
          <th scope="col">{t("Result")}</th>
          <th scope="col" className={panel.end}>
            {t("In Tieout")}
          </th>
          <th scope="col" className={panel.end}>
            {t("In ledger")}
          </th>
          <th scope="col" className={panel.end}>
            {t("Difference")}
          </th>
        </tr>
      </thead>
      <tbody>
        {linesWorstFirst(check.lines).map((line) => (
          <tr key={`${line.subject}|${lineId(line)}|${line.currency}`}>
            <th scope="row">
              <a href={`#${recordAddress(clientId, "tie-outs", checkAddress({ check: check.check, subjectId: lineId(line) }))}`}>
                <bdi>{line.label}</bdi>
              </a>
            </th>
            <td>
              <OutcomeChip outcome={shownOutcome(line.outcome, recheck)} />
            </td>
            {(["ours", "ledgers", "difference"] as const).map((figure) => (
              <td key={figure} className={panel.end}>
                <TieOutFigure amount={line[figure]} currency={line.currency} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LineProps extends Omit<CheckPanelProps, "line" | "isAccepted" | "nothing"> {
  readonly line: TieOutLine;
  readonly isTurned: Turned;
}

function Line({ clientId, check, line, isTurned, recheck }: LineProps) {
  const linkTo = usePanelLink(clientId);
  return (
    <>
      <Result outcome={line.outcome} recheck={recheck} reason={line.reason} />
      <WhyNot clientId={clientId} check={check} line={line} isTurned={isTurned} />
      <FiguresBridge clientId={clientId} check={check} line={line} />
      <Documents clientId={clientId} documents={line.documents} currency={line.currency} />
      {line.subject === "account" ? (
        <div>
          <ButtonLink
            href={linkTo({ kind: "account", id: line.subjectId })}
            onClick={() => changeFigureChoice(clientId, { from: monthStart(check.to), to: check.to, statement: "trial_balance" })}
          >
            {t("See the account's postings")}
          </ButtonLink>
        </div>
      ) : null}
      {line.subject === "party" && line.subjectId !== "" ? (
        <div>
          <ButtonLink href={linkTo({ kind: "party", id: line.subjectId })}>{t("Open contact")}</ButtonLink>
        </div>
      ) : null}
    </>
  );
}
