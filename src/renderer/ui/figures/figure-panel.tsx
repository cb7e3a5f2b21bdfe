import type { ReactNode } from "react";
import type { FigureKind, FigureStream } from "#shared/contract/reports/figures.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { recheckOf, shownOutcome, type TieOutCheck } from "#shared/model/reports/tie-out.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import { formatInstant, formatMinute } from "../../format/dates/date.ts";
import { isMoment, placeLabel } from "../../format/labels/cursor-labels.ts";
import { SOURCE_WORDS } from "../../format/labels/figure-labels.ts";
import { STREAM_LABELS } from "../../format/labels/sync-labels.ts";
import { CHECK_WORDS } from "../../format/labels/tie-out-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useNothingToTieOut } from "../../state/core/nothing-to-tie-out.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useNow } from "../../state/window/now.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import { FailureNote } from "../feedback/failure-message.tsx";
import { TechnicalDetails } from "../feedback/technical-details.tsx";
import { DetailPanel } from "../layout/detail-panel.tsx";
import { Fact, Facts } from "../layout/facts.tsx";
import panel from "../layout/side-panel.module.css";
import { Notes } from "../notes/notes.tsx";
import { AsOf } from "./as-of.tsx";
import { AsOfLabel } from "./as-of-label.tsx";
import { Figure } from "./figure.tsx";
import styles from "./figure-panel.module.css";
import { type Gap, GapList } from "./gap-list.tsx";
import { OutcomeChip } from "./tie-out-chip.tsx";

/** A figure of a screen, or all of them: its amounts, its method and its breakdown. */
export interface ExplainedFigure {
  readonly title: string;
  /** The figure's place, for notes: `trial-balance/2026-10-31/Account:402/debit`. */
  readonly place: string;
  /** Each with its currency; empty for all figures of a table. */
  readonly amounts: readonly { readonly amount: string | null; readonly currency: string }[];
  readonly of: FigureKind;
  readonly source: FigureSource;
  /** What else is needed to read it: days, basis, sign. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly asOf: string | null;
  readonly gaps: readonly Gap[];
  /** The checks that compare it with the ledger's report. */
  readonly checks: readonly TieOutCheck[];
  /** Its documents, or links to them. */
  readonly documents: ReactNode;
}

/** Where a figure comes from: method, what was read from the ledger and how far, as of when, gaps, documents, notes. */
export function FigurePanel({ clientId, figure }: { readonly clientId: string; readonly figure: ExplainedFigure | null }) {
  return (
    <DetailPanel kind={t("Source")} title={figure?.title ?? t("Source")} busy={figure === null}>
      {figure === null ? <p className={panel.quiet}>{t("Calculating…")}</p> : <Content clientId={clientId} figure={figure} />}
    </DetailPanel>
  );
}

function Content({ clientId, figure }: { readonly clientId: string; readonly figure: ExplainedFigure }) {
  const { words, means } = SOURCE_WORDS[figure.source];
  return (
    <>
      <Says figure={figure} />
      <section>
        <h3>{t("Source")}</h3>
        <p>
          <strong>{words}.</strong> {means}
        </p>
        <Facts>
          {figure.facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </section>
      <section>
        <h3>{t("Not included or uncertain")}</h3>
        {figure.gaps.length === 0 ? <p className={panel.quiet}>{t("No known gaps.")}</p> : null}
        <GapList startOpen gaps={figure.gaps} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
      </section>
      <section>
        <h3>{t("Breakdown")}</h3>
        {figure.documents}
      </section>
      <Checks clientId={clientId} checks={figure.checks} />
      <TechnicalDetails>
        <Streams clientId={clientId} figure={figure} />
      </TechnicalDetails>
      <Notes
        clientId={clientId}
        subject={{ kind: "figure", id: figure.place.slice(0, 400) }}
        label={figure.title.slice(0, 200)}
        seen={seenWords(figure)}
      />
    </>
  );
}

function Says({ figure: { amounts, asOf } }: { readonly figure: ExplainedFigure }) {
  return (
    <div className={styles.says}>
      {amounts.map(({ amount, currency }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: amounts of one figure may be equal and never move
        <p key={place} className={styles.amount}>
          <Figure amount={amount} currency={currency} /> <span className={styles.currency}>{currency}</span>
        </p>
      ))}
      <p className={styles.asOf}>
        <AsOfLabel asOf={asOf} nowMs={useNow()} />
        {asOf === null ? null : <span>{formatMinute(asOf)}</span>}
      </p>
    </div>
  );
}

/** The amounts a note was written about. */
function seenWords({ amounts, asOf }: ExplainedFigure): string | null {
  if (amounts.length === 0) return null;
  const sums = amounts
    .map(({ amount, currency }) => (amount === null ? `${currency} ${t("n/a")}` : formatMoney(amount, currency)))
    .join(", ");
  return (asOf === null ? sums : t("{sums}, synced {asOf}", { sums, asOf: formatInstant(asOf) })).slice(0, 200);
}

function Streams({ clientId, figure: { of, source } }: { readonly clientId: string; readonly figure: ExplainedFigure }) {
  const sources = useCoreQuery("figures.sources", { clientId, of, source });
  const { data } = sources;
  return (
    <section aria-busy={sources.isPending}>
      <h3>{data === undefined ? t("Synced data") : t("Synced from {ledger}", { ledger: ledgerLabel(data.system) })}</h3>
      {sources.error === null ? null : <FailureNote failure={sources.error.failure} />}
      {sources.isPending ? <p className={panel.quiet}>{t("Loading…")}</p> : null}
      {data === undefined ? null : (
        <table className={panel.table}>
          <thead>
            <tr>
              <th scope="col">{t("Data set")}</th>
              <th scope="col">{t("Name in the ledger")}</th>
              <th scope="col">{t("Last synced")}</th>
              <th scope="col">{t("Sync position")}</th>
            </tr>
          </thead>
          <tbody>
            {data.streams.map((stream) => (
              <StreamLine key={stream.stream} stream={stream} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function StreamLine({ stream: { label, endpoint, state, cursor, asOf } }: { readonly stream: FigureStream }) {
  const nowMs = useNow();
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <code>{endpoint}</code>
      </td>
      <td>
        <AsOf instant={asOf} nowMs={nowMs} none={t("Not fully synced yet")} />
        {state === "up_to_date" ? null : <div className={panel.quiet}>{STREAM_LABELS[state].word}</div>}
      </td>
      <td title={cursor ?? ""}>
        {cursor === null ? (
          <span className={panel.quiet}>{asOf === null ? "–" : t("Fully resynced each time")}</span>
        ) : (
          placeText(state, cursor)
        )}
      </td>
    </tr>
  );
}

/** How far a data set was read. Of one that is up to date, the last change that the ledger had may be years old. */
function placeText(state: FigureStream["state"], cursor: string): string {
  return state === "up_to_date" && isMoment(cursor) ? t("All changes through the last sync") : capitalized(placeLabel(cursor));
}

function Checks({ clientId, checks }: { readonly clientId: string; readonly checks: readonly TieOutCheck[] }) {
  const last = useCoreQuery("tieOuts.last", { clientId, asOfDate: useTieOutDay(clientId) }, { enabled: checks.length > 0 });
  const nothing = useNothingToTieOut(clientId, last.data?.checks, last.data?.accepted);
  const nowMs = useNow();
  const rows = last.data?.checks.filter(({ check }) => checks.includes(check)) ?? [];
  const recheck = last.data == null ? false : recheckOf(last.data);
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{t("Compared with the ledger")}</h3>
      <ul className={styles.checks}>
        {rows.map(({ check, outcome, asOf }) => (
          <li key={check}>
            <a href={`#${recordAddress(clientId, "tie-outs", check)}`}>{CHECK_WORDS[check].word}</a>{" "}
            <OutcomeChip outcome={shownOutcome(outcome, recheck)} nothing={nothing} />{" "}
            {asOf.ledgers === null ? null : (
              <span className={panel.quiet}>
                {t("Ledger's figure from")} <AsOf instant={asOf.ledgers} nowMs={nowMs} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
