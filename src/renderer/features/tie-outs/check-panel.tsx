import { useContext } from "react";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import type { TieOut, TieOutDocument, TieOutLine } from "#shared/model/tie-out.ts";
import { DetailPanel } from "../../blocks/detail-panel.tsx";
import { Notes } from "../../blocks/notes.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import panel from "../../components/side-panel.module.css";
import { SourceWords } from "../../components/source-words.tsx";
import { SuspectList } from "../../components/suspect-list.tsx";
import { TiedFigure } from "../../components/tied-figure.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatInstant } from "../../format/date.ts";
import { figureId } from "../../format/figure-id.ts";
import { SOURCE_WORDS } from "../../format/figure-words.ts";
import { spanWords } from "../../format/span.ts";
import { CHECK_WORDS } from "../../format/tie-out-words.ts";
import { t } from "../../language/t.ts";
import { changeFigureChoice } from "../../state/figure-choices.ts";
import { PanelsContext, useDocumentLink, usePanelLink } from "../../state/panels.ts";
import { recordAddress } from "../../state/place.ts";
import { CheckActs } from "./acceptance.tsx";
import { AGAINST_WORDS } from "./against-words.ts";
import { ownReason } from "./check-bridge.ts";
import { CheckGaps } from "./check-gaps.tsx";
import { checkAddress, lineId, linesWorstFirst } from "./check-lines.ts";
import styles from "./check-panel.module.css";
import { ComparedList } from "./compared-list.tsx";
import { FiguresBridge } from "./figures-bridge.tsx";

interface CheckPanelProps {
  readonly clientId: string;
  readonly check: TieOut;
  readonly line: TieOutLine | null;
}

/** One check: what was compared, the accounts or parties that differ, and the documents behind each; notes on either. */
export function CheckPanel({ clientId, check, line }: CheckPanelProps) {
  const words = CHECK_WORDS[check.check].word;
  if (line === null) {
    return (
      <DetailPanel kind={t("Check")} title={words}>
        <Check clientId={clientId} check={check} />
        <CheckNotes clientId={clientId} check={check} place={check.check} label={words} figures={check} />
      </DetailPanel>
    );
  }
  return (
    <DetailPanel kind={t("What differs")} title={line.label}>
      <Line clientId={clientId} check={check} line={line} />
      <CheckNotes
        clientId={clientId}
        check={check}
        place={`${check.check}/${lineId(line)}`}
        label={t("{check}, {subject}", { check: words, subject: line.label })}
        figures={line}
      />
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
    <div className={styles.notes}>
      <Notes
        clientId={clientId}
        subject={{ kind: "figure", id: `tie-out/${check.to}/${place}`.slice(0, 400) }}
        label={label.slice(0, 200)}
        seen={t("ours {ours}, the ledger's {ledgers} {currency}", {
          ours: ours ?? "n/a",
          ledgers: ledgers ?? "n/a",
          currency: currency ?? "",
        }).trim()}
      />
    </div>
  );
}

function Check({ clientId, check }: { readonly clientId: string; readonly check: TieOut }) {
  const { asOf, against, source, compared, outcome, documents, gaps } = check;
  const panels = useContext(PanelsContext);
  const differs = outcome === "variance" || documents.length > 0;
  return (
    <>
      <p>
        <OutcomeChip outcome={outcome} /> {ownReason(check)}
      </p>
      <p className={panel.quiet}>{CHECK_WORDS[check.check].means}</p>
      {check.ours === null && check.ledgers === null ? null : <FiguresBridge clientId={clientId} check={check} line={null} />}
      <CheckActs clientId={clientId} check={check} />
      {differs ? <Documents clientId={clientId} documents={documents} currency={check.currency} /> : null}
      {check.lines.length === 0 ? (
        outcome === "ties" ? null : (
          <p className={panel.quiet}>{t("No single account, party or stream is named.")}</p>
        )
      ) : (
        <Lines clientId={clientId} check={check} />
      )}
      <CheckGaps clientId={clientId} gaps={gaps ?? []} />
      <p>
        <SourceWords source={source} onWhy={() => panels?.open({ kind: "figure", id: figureId(check.check, "ours") })} />
      </p>
      <dl className={panel.facts}>
        <Fact name={t("Days")} value={spanWords(check)} />
        <Fact name={t("Ours")} value={SOURCE_WORDS[source].words} />
        <Fact name={t("Ours as of")} value={asOf.ours === null ? t("not read to the end yet") : formatInstant(asOf.ours)} />
        <Fact name={t("Held against")} value={AGAINST_WORDS[against]} />
        <Fact name={t("The ledger's as of")} value={asOf.ledgers === null ? t("not known") : formatInstant(asOf.ledgers)} />
        <Fact name={t("Compared")} value={formatCount(compared)} />
      </dl>
      <ComparedList check={check} />
    </>
  );
}

interface DocumentsProps {
  readonly clientId: string;
  readonly documents: readonly TieOutDocument[];
  readonly currency: string | null;
}

function Documents({ clientId, documents, currency }: DocumentsProps) {
  const linkTo = useDocumentLink(clientId);
  return (
    <section>
      <h3>{t("Documents that make it up, or may")}</h3>
      <SuspectList documents={documents} currency={currency ?? ""} address={linkTo} />
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Lines({ clientId, check }: { readonly clientId: string; readonly check: TieOut }) {
  return (
    <table className={panel.table}>
      <thead>
        <tr>
          <th scope="col">{t("What differs")}</th>
          <th scope="col">{t("Outcome")}</th>
          <th scope="col" className={panel.end}>
            {t("Ours")}
          </th>
          <th scope="col" className={panel.end}>
            {t("The ledger's")}
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
              <OutcomeChip outcome={line.outcome} />
            </td>
            {(["ours", "ledgers", "difference"] as const).map((figure) => (
              <td key={figure} className={panel.end}>
                <TiedFigure amount={line[figure]} currency={line.currency} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ clientId, check, line }: { readonly clientId: string; readonly check: TieOut; readonly line: TieOutLine }) {
  const linkTo = usePanelLink(clientId);
  return (
    <>
      <p>
        <OutcomeChip outcome={line.outcome} /> {line.reason}
      </p>
      <FiguresBridge clientId={clientId} check={check} line={line} />
      {line.outcome === "variance" || line.documents.length > 0 ? (
        <Documents clientId={clientId} documents={line.documents} currency={line.currency} />
      ) : null}
      {line.subject === "account" ? (
        <div>
          <ButtonLink
            href={linkTo({ kind: "account", id: line.subjectId })}
            onClick={() => changeFigureChoice(clientId, { from: monthStart(check.to), to: check.to, statement: "trial_balance" })}
          >
            {t("Open the account's ledger")}
          </ButtonLink>
        </div>
      ) : null}
      {line.subject === "party" ? (
        <div>
          <ButtonLink href={linkTo({ kind: "party", id: line.subjectId })}>{t("Open the party")}</ButtonLink>
        </div>
      ) : null}
    </>
  );
}
