import { isZero } from "#shared/kernel/decimal.ts";
import { type ConsolidatedPart, type ConsolidatedRow, type GroupReport, isCombined } from "#shared/model/consolidation/consolidation.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { Figure } from "../../../ui/figures/figure.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
import panel from "../../../ui/layout/side-panel.module.css";
import { SidePanel } from "../../../ui/layout/side-panel.tsx";
import { RATE_LABELS } from "../group-labels.ts";

interface ReportPanelProps {
  readonly report: GroupReport;
  readonly row: ConsolidatedRow;
  readonly onClose: () => void;
}

/** What a consolidated figure is made of: each member's own amount, its rate, and what was eliminated. */
export function ReportPanel({ report, row, onClose }: ReportPanelProps) {
  return (
    <SidePanel kind={isCombined(report) ? t("Combined figure") : t("Consolidated figure")} title={row.label} onClose={onClose}>
      <section aria-label={t("By column")}>
        <Facts>
          {report.columns.map(({ kind, nodeId, label }, at) => {
            const amount = row.amounts[at] ?? null;
            if (kind === "entity" && (amount === null || isZero(amount))) return null;
            return (
              <Fact key={nodeId ?? kind} name={label} kind={kind === "consolidated" ? "sum" : "figure"}>
                <Figure amount={amount} currency={report.currency} />
              </Fact>
            );
          })}
        </Facts>
      </section>
      {row.parts.length === 0 ? (
        <p className={panel.quiet}>{t("Tieout calculates this figure, so no accounts are listed for it.")}</p>
      ) : (
        <Parts report={report} parts={row.parts} />
      )}
    </SidePanel>
  );
}

function Parts({ report, parts }: { readonly report: GroupReport; readonly parts: readonly ConsolidatedPart[] }) {
  return (
    <section aria-label={t("Accounts behind this figure")}>
      <h3>{t("Accounts behind this figure, debits positive")}</h3>
      <table className={panel.table} aria-label={t("Accounts behind this figure")}>
        <thead>
          <tr>
            <th scope="col">{t("Entity and account")}</th>
            <th scope="col" className={panel.end}>
              {t("Functional currency")}
            </th>
            <th scope="col">{t("Rate")}</th>
            <th scope="col" className={panel.end}>
              {report.currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts without an account have no id, and never move
            <Part key={`${part.nodeId} ${part.account?.id} ${at}`} report={report} part={part} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Part({ report, part }: { readonly report: GroupReport; readonly part: ConsolidatedPart }) {
  const { account, amount, currency, rate, translated } = part;
  const member = report.members.find(({ nodeId }) => nodeId === part.nodeId);
  const name = account === null ? t("No account in the ledger") : [account.code, account.name].filter((one) => one).join(" ");
  return (
    <tr>
      <th scope="row">
        {member?.name ?? part.nodeId}
        <div className={panel.quiet}>
          {account === null || member === undefined ? (
            name
          ) : (
            <a href={`#${recordAddress(member.clientId, "statements", account.id)}`}>{name}</a>
          )}
        </div>
      </th>
      <td className={panel.end}>
        <Figure amount={amount} currency={currency} /> {currency}
      </td>
      <td>
        {rate === null ? (
          <span className={panel.quiet}>{t("None")}</span>
        ) : (
          <>
            {formatNumeral(rate.rate)}
            <div className={panel.quiet}>{`${RATE_LABELS[rate.kind].word}, ${formatDay(rate.day)}, ${rate.source}`}</div>
          </>
        )}
      </td>
      <td className={panel.end}>
        <Figure amount={translated} currency={report.currency} />
      </td>
    </tr>
  );
}
