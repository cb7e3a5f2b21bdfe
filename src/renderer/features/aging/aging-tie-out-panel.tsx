import { useMemo } from "react";
import type { MethodOutput } from "#shared/contract/index.ts";
import { Figure } from "../../components/figure.tsx";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import panel from "../../components/side-panel.module.css";
import { SidePanel } from "../../components/side-panel.tsx";
import { SuspectList } from "../../components/suspect-list.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatInstant } from "../../format/date.ts";
import { documentAddress } from "../../state/place.ts";
import { recordWords } from "../../state/record-names.tsx";
import { AGAINST_WORDS, OURS_WORDS } from "./aging-words.ts";
import { partyNames } from "./party-names.ts";

type Aging = MethodOutput<"reports.aging">;

interface AgingTieOutPanelProps {
  readonly clientId: string;
  readonly aging: Aging;
  readonly onClose: () => void;
}

/** What an aging was held against, how that came out, and the parties and documents that differ. */
export function AgingTieOutPanel({ clientId, aging, onClose }: AgingTieOutPanelProps) {
  const { tieOut } = aging;
  const names = useMemo(() => partyNames(aging), [aging]);
  const nameOf = (partyId: string) => (partyId === "" ? "The control accounts as a whole" : (names.get(partyId) ?? recordWords(partyId)));
  return (
    <SidePanel kind="Tie-out of the aging" title="What was compared" onClose={onClose}>
      <p>
        <OutcomeChip outcome={tieOut.outcome} /> {tieOut.reason}
      </p>
      <p className={panel.quiet}>
        {tieOut.basis === null ? "Nothing was compared" : `Compared: ${OURS_WORDS[tieOut.basis]}`}, against {AGAINST_WORDS[tieOut.source]}
        {tieOut.ledgersAsOf === null ? "" : ` of ${formatInstant(tieOut.ledgersAsOf)}`}. {formatCount(tieOut.compared)} parties were
        compared.
      </p>
      {tieOut.currencies.length === 0 ? null : (
        <Compared head="Currency" rows={tieOut.currencies.map((row) => ({ ...row, key: row.currency, label: row.currency }))} />
      )}
      {tieOut.differences.map((difference) => (
        <section key={`${difference.against}|${difference.partyId}|${difference.currency}`}>
          <Compared head="Differs" rows={[{ ...difference, key: "difference", label: nameOf(difference.partyId) }]} />
          <p>
            <OutcomeChip outcome={difference.outcome} /> <span className={panel.quiet}>Against {AGAINST_WORDS[difference.against]}.</span>
          </p>
          <SuspectList
            documents={difference.documents}
            currency={difference.currency}
            address={(id) => `#${documentAddress(clientId, id)}`}
          />
        </section>
      ))}
      {tieOut.notCompared.length === 0 ? null : (
        <section>
          <h3>Not compared</h3>
          <p className={panel.quiet}>{tieOut.notCompared.map(nameOf).join("; ")}</p>
        </section>
      )}
    </SidePanel>
  );
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
            Ours
          </th>
          <th scope="col" className={panel.end}>
            The ledger's
          </th>
          <th scope="col" className={panel.end}>
            Difference
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
