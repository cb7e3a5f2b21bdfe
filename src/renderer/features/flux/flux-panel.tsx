import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { t } from "../../language/t.ts";
import { usePanelLink } from "../../state/window/panels.ts";
import { DetailPanel } from "../../ui/layout/detail-panel.tsx";
import { Notes } from "../../ui/notes/notes.tsx";
import { Drivers } from "./drivers.tsx";
import { ExplanationForm } from "./explanation-form.tsx";
import { FluxFigures } from "./flux-figures.tsx";
import { accountName, seenChange } from "./flux-labels.ts";
import { Stamps } from "./sign-offs.tsx";
import { StatusChip } from "./status-chip.tsx";

interface FluxPanelProps {
  readonly review: FluxReview;
  readonly row: FluxRow;
}

/** One change: its figures and the rule, what is said of it, who signed, and the transactions behind it. */
export function FluxPanel({ review, row }: FluxPanelProps) {
  const linkTo = usePanelLink(review.clientId);
  return (
    <DetailPanel kind={t("Flux line")} title={accountName(row)}>
      <p>
        <StatusChip status={row.status} />
      </p>
      <FluxFigures review={review} row={row} />
      <p>
        <a href={linkTo({ kind: "account", id: row.accountId })}>{t("Account ledger")}</a>
      </p>
      <ExplanationForm review={review} row={row} />
      <Stamps review={review} row={row} />
      <Drivers review={review} row={row} />
      <Notes clientId={review.clientId} subject={{ kind: "account", id: row.accountId }} label={row.label} seen={seenChange(row, review)} />
    </DetailPanel>
  );
}
