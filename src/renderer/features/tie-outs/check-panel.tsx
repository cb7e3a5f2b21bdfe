import { useHashLocation } from "wouter/use-hash-location";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import type { TieOut, TieOutLine } from "#shared/model/tie-out.ts";
import { ButtonLink } from "../../components/button.tsx";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import panel from "../../components/side-panel.module.css";
import { SidePanel } from "../../components/side-panel.tsx";
import { SuspectList } from "../../components/suspect-list.tsx";
import { TiedFigure } from "../../components/tied-figure.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatInstant } from "../../format/date.ts";
import { SOURCE_WORDS } from "../../format/figure-words.ts";
import { spanWords } from "../../format/span.ts";
import { CHECK_WORDS } from "../../format/tie-out-words.ts";
import { t } from "../../language/t.ts";
import { changeFigureChoice } from "../../state/figure-choices.ts";
import { documentAddress, recordAddress } from "../../state/place.ts";
import { AGAINST_WORDS } from "./against-words.ts";
import { checkAddress, linesWorstFirst } from "./check-lines.ts";

interface CheckPanelProps {
  readonly clientId: string;
  readonly check: TieOut;
  readonly line: TieOutLine | null;
  readonly onClose: () => void;
}

/** One check: what was compared, the accounts or parties that differ, and the documents behind each. */
export function CheckPanel({ clientId, check, line, onClose }: CheckPanelProps) {
  const [, navigate] = useHashLocation();
  if (line === null) {
    return (
      <SidePanel kind="Check" title={CHECK_WORDS[check.check].word} onClose={onClose}>
        <Check clientId={clientId} check={check} />
      </SidePanel>
    );
  }
  const back = () => navigate(recordAddress(clientId, "tie-outs", checkAddress({ check: check.check, subjectId: null })));
  return (
    <SidePanel kind="What differs" title={line.label} onBack={back} onClose={onClose}>
      <Line clientId={clientId} check={check} line={line} />
    </SidePanel>
  );
}

function Check({ clientId, check }: { readonly clientId: string; readonly check: TieOut }) {
  const { asOf, against, source, compared, outcome, reason } = check;
  return (
    <>
      <p>
        <OutcomeChip outcome={outcome} /> {reason}
      </p>
      <p className={panel.quiet}>{CHECK_WORDS[check.check].means}</p>
      <Totals figures={check} />
      <dl className={panel.facts}>
        <Fact name="Days" value={spanWords(check)} />
        <Fact name="Ours" value={SOURCE_WORDS[source].words} />
        <Fact name="Ours as of" value={asOf.ours === null ? t("not read to the end yet") : formatInstant(asOf.ours)} />
        <Fact name="Held against" value={AGAINST_WORDS[against]} />
        <Fact name="The ledger's as of" value={asOf.ledgers === null ? t("not known") : formatInstant(asOf.ledgers)} />
        <Fact name="Compared" value={formatCount(compared)} />
      </dl>
      {check.lines.length === 0 ? (
        <p className={panel.quiet}>{outcome === "ties" ? t("Nothing differs.") : t("No single account, party or stream is named.")}</p>
      ) : (
        <Lines clientId={clientId} check={check} />
      )}
    </>
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

type Figures = Pick<TieOutLine, "ours" | "ledgers" | "difference" | "currency">;

function Totals({ figures: { ours, ledgers, difference, currency } }: { readonly figures: Figures }) {
  return (
    <dl className={panel.sums}>
      {(
        [
          [t("Ours"), ours],
          [t("The ledger's"), ledgers],
          [t("Difference"), difference],
        ] as const
      ).map(([name, amount]) => (
        <div key={name}>
          <dt>{currency === null ? name : `${name}, ${currency}`}</dt>
          <dd>
            <TiedFigure amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
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
          <tr key={`${line.subject}|${line.subjectId}|${line.currency}`}>
            <th scope="row">
              <a href={`#${recordAddress(clientId, "tie-outs", checkAddress({ check: check.check, subjectId: line.subjectId }))}`}>
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
  return (
    <>
      <p>
        <OutcomeChip outcome={line.outcome} /> {line.reason}
      </p>
      <Totals figures={line} />
      {line.subject === "account" ? (
        <div>
          <ButtonLink
            href={`#${recordAddress(clientId, "statements", line.subjectId)}`}
            onClick={() => changeFigureChoice(clientId, { from: monthStart(check.to), to: check.to, statement: "trial_balance" })}
          >
            {t("Open the account's ledger")}
          </ButtonLink>
        </div>
      ) : null}
      {line.outcome === "variance" || line.documents.length > 0 ? (
        <section>
          <h3>{t("Documents that make it up, or may")}</h3>
          <SuspectList documents={line.documents} currency={line.currency ?? ""} address={(id) => `#${documentAddress(clientId, id)}`} />
        </section>
      ) : null}
    </>
  );
}
