import { useMemo } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { recordWords } from "../../format/labels/record-labels.ts";
import { t } from "../../language/t.ts";
import { useNothingToTieOut } from "../../state/core/nothing-to-tie-out.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import { DifferenceTransactions } from "../../ui/figures/difference-transactions.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { DetailPanel } from "../../ui/layout/detail-panel.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { AGAINST_WORDS, isTotal, OURS_LABELS } from "./aging-labels.ts";
import { partyNames } from "./contact-names.ts";

type Aging = OperationOutput<"reports.aging">;

interface AgingTieOutPanelProps {
  readonly clientId: string;
  readonly aging: Aging;
}

/** The tie-out of an aging: what was compared, the result, and the parties and documents that differ. */
export function AgingTieOutPanel({ clientId, aging }: AgingTieOutPanelProps) {
  const { tieOut } = aging;
  // No contact's balance was comparable: that isn't a comparison of nothing with nothing, which ties out.
  const isNothing = tieOut.basis === null || (tieOut.compared === 0 && tieOut.outcome === "cannot_check");
  const linkTo = useDocumentLink(clientId);
  const names = useMemo(() => partyNames(aging), [aging]);
  const nameOf = (partyId: string) => (partyId === "" ? t("No contact") : (names.get(partyId) ?? recordWords(partyId)));
  return (
    <DetailPanel kind={t("Aging tie-out")} title={t("What was compared")}>
      <p>
        <OutcomeChip outcome={tieOut.outcome} totalOnly={isTotal(tieOut)} nothing={useNothingToTieOut(clientId)} /> {tieOut.reason}
      </p>
      <p className={panel.quiet}>
        {isNothing || tieOut.basis === null
          ? t("Nothing was compared with {source}.", { source: AGAINST_WORDS[tieOut.source] })
          : t("Tieout's figures ({basis}) were compared with {source}.", {
              basis: OURS_LABELS[tieOut.basis],
              source: AGAINST_WORDS[tieOut.source],
            })}{" "}
        {tieOut.ledgersAsOf === null ? null : t("The ledger's figures were synced on {when}. ", { when: formatMinute(tieOut.ledgersAsOf) })}
        {isNothing || tieOut.source === "control_accounts"
          ? null
          : t("{count, plural, one {1 contact was compared.} other {{shown} contacts were compared.}}", {
              count: tieOut.compared,
              shown: formatCount(tieOut.compared),
            })}
      </p>
      {tieOut.currencies.length === 0 ? null : (
        <Compared head={t("Currency")} rows={tieOut.currencies.map((row) => ({ ...row, key: row.currency, label: row.currency }))} />
      )}
      {tieOut.control === undefined || tieOut.differences.some(isControl) ? null : (
        <Compared head={t("Accounts")} rows={[{ ...tieOut.control, key: "control", label: t("All control accounts") }]} />
      )}
      {tieOut.differences.map((difference) => (
        <section key={`${difference.against}|${difference.partyId}|${difference.currency}`}>
          <Compared
            head={isControl(difference) ? t("Accounts") : t("Contact")}
            rows={[
              {
                ...{ ...difference, key: "difference" },
                label: isControl(difference) ? t("All control accounts") : nameOf(difference.partyId),
              },
            ]}
          />
          <p>
            <OutcomeChip outcome={difference.outcome} />{" "}
            <span className={panel.quiet}>{t("Compared with {against}.", { against: AGAINST_WORDS[difference.against] })}</span>
          </p>
          <DifferenceTransactions documents={difference.documents} currency={difference.currency} address={linkTo} />
        </section>
      ))}
      {tieOut.notCompared.length === 0 ? null : (
        <section>
          <h3>{t("Contacts not compared")}</h3>
          <p className={panel.quiet}>{tieOut.notCompared.map(nameOf).join("; ")}</p>
        </section>
      )}
    </DetailPanel>
  );
}

/** Elsewhere, an empty party is that of transactions without a contact. */
function isControl({ against }: Aging["tieOut"]["differences"][number]): boolean {
  return against === "control_accounts";
}

interface ComparedRow extends Pick<Aging["tieOut"]["currencies"][number], "currency" | "ours" | "ledgers" | "difference"> {
  readonly key: string;
  readonly label: string;
}

function Compared({ head, rows }: { readonly head: string; readonly rows: readonly ComparedRow[] }) {
  return (
    <table className={panel.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
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
        {rows.map(({ key, label, currency, ours, ledgers, difference }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {[ours, ledgers, difference].map((amount, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the three columns never move
              <td key={column} className={panel.end}>
                <Figure amount={amount} currency={currency} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
