import { Pin, PinOff } from "lucide-react";
import { useState } from "react";
import type { FluxDriver, FluxDrivers, FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatCount, formatMoney } from "../../format/amounts/amount.ts";
import { formatDay, formatPeriod, unbroken } from "../../format/dates/date.ts";
import { comparisonWord } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { usePinned } from "../../state/views/pinned-transactions.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import textStyles from "../../styles/text.module.css";
import { Segments } from "../../ui/controls/segments.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import styles from "./flux.module.css";
import { currentWord } from "./flux-labels.ts";

const PRESENCE = { new: t("not in the comparison period"), absent: t("only in the comparison period") } as const;

interface DriversProps {
  readonly review: FluxReview;
  readonly row: FluxRow;
}

/** What drives a change: transactions, contacts, dimensions, volume and price. `isBeside`: earlier explanations are shown elsewhere. */
export function Drivers({ review, row, isBeside = false }: DriversProps & { readonly isBeside?: boolean }) {
  const { clientId, period, comparison } = review;
  const query = useCoreQuery("flux.drivers", { clientId, period: period.id, comparison, accountId: row.accountId });
  const [by, setBy] = useState("documents");
  return (
    <section className={styles.section} aria-label={t("Drivers")}>
      <h3>{t("Drivers")}</h3>
      <QueryAnswer query={query} label={t("transactions")}>
        {(drivers) => (
          <>
            <CountAndAverage review={review} row={row} drivers={drivers} />
            <Segments
              label={t("Break down by")}
              options={[
                { value: "documents", word: t("Transactions") },
                { value: "parties", word: t("Contacts") },
                ...drivers.dimensions.map(({ dimensionId, dimension }) => ({ value: dimensionId, word: dimension })),
              ]}
              chosen={by}
              onChange={setBy}
            />
            <Part review={review} row={row} drivers={drivers} by={by} />
            {isBeside ? null : <Earlier drivers={drivers} />}
          </>
        )}
      </QueryAnswer>
    </section>
  );
}

/** Of a balance, of a budget and of an earlier signature there are no transactions on the other side. */
function isOneSided({ comparedWith }: FluxReview, { statement }: FluxRow): boolean {
  return statement === "balance_sheet" || comparedWith.length === 0;
}

function CountAndAverage({ review, row, drivers }: DriversProps & { readonly drivers: FluxDrivers }) {
  const { countAndPrice: split, currency } = drivers;
  const { comparison, comparedWith } = review;
  const [before] = comparedWith;
  if (isOneSided(review, row))
    return (
      <p className={textStyles.muted}>
        {before === undefined
          ? t("{count, plural, one {1 transaction} other {# transactions}} this period.", { count: split.count })
          : unbroken(
              t("{count, plural, one {1 transaction} other {# transactions}} from {from} to {to}.", {
                count: split.count,
                from: formatDay(addDays(before.to, 1)),
                to: formatDay(review.period.end),
              }),
            )}
      </p>
    );
  const counts = {
    current: currentWord(review),
    count: split.count,
    // Transactions are counted, not averaged.
    compared:
      comparison === "trailing_average"
        ? t("The {count} earlier periods together", { count: comparedWith.length })
        : comparisonWord(review),
    before: formatCount(split.comparativeCount),
  };
  return (
    <p className={textStyles.muted}>
      {isZero(split.byCount) && isZero(split.byAverage)
        ? t("{current}: {count, plural, one {1 transaction} other {# transactions}}. {compared}: {before}.", counts)
        : isZero(split.byCount)
          ? t(
              "{current}: {count, plural, one {1 transaction} other {# transactions}}. {compared}: {before}. The change is in their average amount.",
              counts,
            )
          : unbroken(
              t(
                "{current}: {count, plural, one {1 transaction} other {# transactions}}. {compared}: {before}. Of the change, {volume} comes from the number of transactions and {price} from their average amount.",
                { ...counts, volume: formatMoney(split.byCount, currency), price: formatMoney(split.byAverage, currency) },
              ),
            )}
    </p>
  );
}

function Part({ review, row, drivers, by }: DriversProps & { readonly drivers: FluxDrivers; readonly by: string }) {
  const { documents, documentCount } = drivers;
  if (by === "documents")
    return (
      <>
        <Documents review={review} row={row} drivers={drivers} />
        {documents.length < documentCount ? (
          <p className={textStyles.muted}>
            {t("Only the {shown} largest of {count} transactions are listed.", {
              shown: documents.length,
              count: formatCount(documentCount),
            })}
          </p>
        ) : null}
      </>
    );
  const dimension = drivers.dimensions.find(({ dimensionId }) => dimensionId === by);
  const rows = by === "parties" ? drivers.parties : (dimension?.values ?? []);
  const count = by === "parties" ? drivers.partyCount : (dimension?.valueCount ?? 0);
  const columns: PartsProps["columns"] = isOneSided(review, row)
    ? [[row.statement === "balance_sheet" ? t("Movement") : currentWord(review), "current"]]
    : [
        [comparisonWord(review), "comparative"],
        [currentWord(review), "current"],
        [t("Change"), "change"],
      ];
  return (
    <>
      <Parts rows={rows} currency={drivers.currency} columns={columns} compared={columns.length > 1} />
      {rows.length < count ? (
        <p className={textStyles.muted}>
          {t("Only the {shown} largest of {count} changes are listed.", { shown: rows.length, count: formatCount(count) })}
        </p>
      ) : null}
    </>
  );
}

type DriverDocument = FluxDrivers["documents"][number];
type Side = readonly [heading: string | null, documents: readonly DriverDocument[]];

/** The transactions of each side. Those of the comparison are shown with their own sign, so the heading says what they do to the change. */
function sidesOf(review: FluxReview, documents: readonly DriverDocument[]): readonly Side[] {
  const of = (wanted: DriverDocument["side"]) => documents.filter(({ side }) => side === wanted);
  const [current, compared] = [of("current"), of("comparative")];
  if (compared.length === 0) return [[null, documents]];
  const subtracted: Side = [subtractedWords(review), compared];
  return current.length === 0 ? [subtracted] : [[currentWord(review), current], subtracted];
}

/** Of an average, a transaction is subtracted only in part. */
function subtractedWords(review: FluxReview): string {
  if (review.comparison !== "trailing_average") return t("{compared} (subtracted)", { compared: comparisonWord(review) });
  return t("{count, plural, one {1 earlier period} other {# earlier periods}} (average subtracted)", { count: review.comparedWith.length });
}

function Documents({ review, row, drivers }: DriversProps & { readonly drivers: FluxDrivers }) {
  return (
    <table className={styles.drivers} aria-label={t("Transactions behind the change")}>
      <thead>
        <tr>
          <th scope="col">{t("Transaction")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col" className={styles.end}>
            {t("Amount")}
          </th>
          <th scope="col">
            <Pin size={13} className={styles.pinHead} aria-label={t("Pinned")} />
          </th>
        </tr>
      </thead>
      {sidesOf(review, drivers.documents).map(([heading, documents]) => (
        <tbody key={heading}>
          {heading === null ? null : (
            <tr>
              <th scope="rowgroup" colSpan={4}>
                {heading}
              </th>
            </tr>
          )}
          {documents.map((document, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document may post several times, and the list is replaced whole
            <DocumentRow key={index} {...{ review, row, document }} currency={drivers.currency} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function DocumentRow({ review, row, document, currency }: DriversProps & { readonly document: DriverDocument; readonly currency: string }) {
  const { documentId, isDocument, label, date, party, amount } = document;
  const linkTo = useDocumentLink(review.clientId);
  const { pinned, setPinned } = usePinned(review, row);
  return (
    <tr>
      <th scope="row">
        {documentId === null || !isDocument ? label : <a href={linkTo(documentId)}>{label}</a>}
        {/* A transaction's name says whose it is already. */}
        {party === null || label.includes(party) ? null : <span className={textStyles.muted}>{` ${party}`}</span>}
      </th>
      <td>{formatDay(date)}</td>
      <td className={styles.end}>
        <Figure amount={amount} currency={currency} />
      </td>
      <td className={styles.end}>
        {documentId === null ? null : (
          <button
            type="button"
            className={styles.pin}
            aria-pressed={pinned.includes(documentId)}
            aria-label={t("Pin as evidence: {label}", { label })}
            onClick={() =>
              setPinned(pinned.includes(documentId) ? pinned.filter((other) => other !== documentId) : [...pinned, documentId])
            }
          >
            {pinned.includes(documentId) ? <PinOff size={13} aria-hidden /> : <Pin size={13} aria-hidden />}
          </button>
        )}
      </td>
    </tr>
  );
}

interface PartsProps {
  readonly rows: readonly FluxDriver[];
  readonly currency: string;
  readonly columns: readonly (readonly [header: string, of: "comparative" | "current" | "change"])[];
  /** There is another side, in which a part may be missing. */
  readonly compared: boolean;
}

function Parts({ rows, currency, columns, compared }: PartsProps) {
  if (rows.length === 0) return <p className={textStyles.muted}>{t("There are no transactions to break down.")}</p>;
  return (
    <table className={styles.drivers} aria-label={t("Breakdown of the change")}>
      <thead>
        <tr>
          <th scope="col">{t("Name")}</th>
          {columns.map(([header]) => (
            <th key={header} scope="col" className={styles.end}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.id} ${row.label}`}>
            <th scope="row">
              {row.label}{" "}
              {!compared || row.presence === "both" ? null : <span className={textStyles.muted}>({PRESENCE[row.presence]})</span>}
            </th>
            {columns.map(([header, of]) => (
              <td key={header} className={styles.end}>
                <Figure amount={row[of]} currency={currency} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Earlier({ drivers: { earlier } }: { readonly drivers: FluxDrivers }) {
  if (earlier.length === 0) return null;
  return (
    <details className={styles.earlier}>
      <summary>{t("Explanations in other periods")}</summary>
      <ul className={styles.movers}>
        {earlier.map(({ period, text, person, at }) => (
          <li key={at}>
            {`${formatPeriod(period)}: ${text}`} <span className={textStyles.muted}>{nameOfNoted(person)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
