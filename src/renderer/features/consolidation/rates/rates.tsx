import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import type { EnteredRate, EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { call } from "../../../api/client.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useBarMonth } from "../../../state/period/selected-range.ts";
import { useNothingToPrint } from "../../../state/window/nothing-to-print.ts";
import { useNow } from "../../../state/window/now.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import styles from "../group.module.css";
import { RATE_LABELS } from "../group-labels.ts";
import { useGroupActs } from "../use-group-actions.ts";
import { MissingRates } from "./missing-rates.tsx";
import { RateDialog } from "./rate-dialog.tsx";
import { type RateForm, type RateNeed, rateDayLabel, rateNeeds } from "./rate-form.ts";

/** The rates that the bar's period needs, the missing ones first, and all that were entered. */
export function Rates({ tree }: { readonly tree: EntityTreeVersion }) {
  const month = useBarMonth(null);
  const needed = useCoreQuery("groups.rates", { treeId: tree.treeId, period: month });
  const entered = useCoreQuery("rates.list", {});
  useNothingToPrint(needed.data?.needed.length === 0 && entered.data?.rates.length === 0);
  const [form, setForm] = useState<RateForm | null>(null);
  const to = needed.data?.to ?? "";
  const blank: RateForm = { from: "", to: tree.tree.presentation.currency, kind: "closing", day: to, rate: "", source: "" };
  return (
    <ScrollSection className={styles.content} aria-label={t("Rates")}>
      <div className={styles.acts}>
        <h2 className={styles.title}>{to === "" ? t("Required rates") : t("Rates required for {to}", { to: formatDay(to) })}</h2>
        <span className={styles.push} />
        <Button needs="preparer" icon={<Plus size={14} aria-hidden />} onClick={() => setForm(blank)}>
          {t("Enter a rate…")}
        </Button>
      </div>
      <QueryAnswer query={needed} label={t("rates")}>
        {(answer) =>
          answer.needed.length === 0 ? (
            <EmptyState title={t("No rates required")}>
              <p>
                {t("On {to}, all of the group's books are in {currency}.", {
                  to: formatDay(answer.to),
                  currency: tree.tree.presentation.currency,
                })}
              </p>
            </EmptyState>
          ) : (
            <Needed
              key={`${month} ${tree.version}`}
              tree={tree}
              needs={rateNeeds(answer.needed)}
              onEnter={({ from, to: other, kind, day, rate, source }) => setForm({ from, to: other, kind, day, rate, source })}
            />
          )
        }
      </QueryAnswer>
      <AllRates rates={entered.data?.rates ?? []} />
      {form === null ? null : <RateDialog start={form} onClose={() => setForm(null)} />}
    </ScrollSection>
  );
}

interface NeededProps {
  readonly tree: EntityTreeVersion;
  readonly needs: readonly RateNeed<EnteredRate>[];
  readonly onEnter: (rate: EnteredRate) => void;
}

function Needed({ tree, needs, onEnter }: NeededProps) {
  const missing = needs.filter(({ entered }) => entered === null);
  const entered = needs.filter((need) => need.entered !== null);
  const nameOf = (id: string) => tree.tree.nodes.find((node) => node.id === id)?.name ?? id;
  return (
    <>
      <p className={styles.quiet} role="status">
        {missing.length === 0
          ? t("All required rates are entered.")
          : t("Required rates entered: {entered} of {needs}.", {
              entered: entered.length,
              needs: needs.length,
            })}
      </p>
      {missing.length === 0 ? null : <MissingRates tree={tree} needs={missing} />}
      {entered.length === 0 ? null : (
        <RateTable
          label={t("Required rates that are entered")}
          last={t("Used by")}
          rows={entered.flatMap((need) =>
            need.entered === null
              ? []
              : [
                  {
                    rate: need.entered,
                    last: need.nodeIds.map(nameOf).join(", "),
                    act: { word: t("Edit"), words: t("Edit…"), run: onEnter },
                  },
                ],
          )}
        />
      )}
    </>
  );
}

interface RateRow {
  readonly rate: EnteredRate;
  readonly last: ReactNode;
  readonly act: { readonly word: string; readonly words: string; readonly disabled?: boolean; readonly run: (rate: EnteredRate) => void };
}

interface RateTableProps {
  readonly label: string;
  /** What the column before the acts is called. */
  readonly last: string;
  readonly rows: readonly RateRow[];
}

/** Rates that were entered, each with what can be done to it. */
function RateTable({ label, last, rows }: RateTableProps) {
  return (
    <table className={classes(styles.table, styles.records)} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t("Currencies")}</th>
          <th scope="col">{t("Type")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col" className={styles.end}>
            {t("One unit equals")}
          </th>
          <th scope="col">{t("Source")}</th>
          <th scope="col">{last}</th>
          <th scope="col">{t("Actions")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rate, last: words, act }) => (
          <tr key={rate.rateNo}>
            <th scope="row">{t("{from} to {to}", { from: rate.from, to: rate.to })}</th>
            <td title={RATE_LABELS[rate.kind].means}>{RATE_LABELS[rate.kind].word}</td>
            <td>{rateDayLabel(rate.kind, rate.day)}</td>
            <td className={styles.end}>{`${formatNumeral(rate.rate)} ${rate.to}`}</td>
            <td className={styles.words}>{rate.source}</td>
            <td className={styles.words}>{words}</td>
            <td>
              <Button
                needs="preparer"
                kind="quiet"
                disabled={act.disabled ?? false}
                aria-label={t("{act} {kind} rate {from} to {to} for {day}", {
                  act: act.word,
                  kind: RATE_LABELS[rate.kind].word.toLowerCase(),
                  from: rate.from,
                  to: rate.to,
                  day: formatDay(rate.day),
                })}
                onClick={() => act.run(rate)}
              >
                {act.words}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was removed, and the earlier rate that is used in its place. */
function removedWords({ kind, from, to, day }: Pick<EnteredRate, "kind" | "from" | "to" | "day">, again: EnteredRate | null): string {
  const removed = t("{kind} rate {from} to {to} for {day} removed.", { kind: RATE_LABELS[kind].word, from, to, day: formatDay(day) });
  return again === null ? removed : `${removed} ${t("The earlier rate {rate} applies again.", { rate: formatNumeral(again.rate) })}`;
}

function AllRates({ rates }: { readonly rates: OperationOutput<"rates.list">["rates"] }) {
  const nowMs = useNow();
  const { act, pending } = useGroupActs();
  if (rates.length === 0) return null;
  const undoRate = ({ rateNo, from, to, kind, day, rate, source }: EnteredRate) =>
    act(
      ({ again }) => removedWords({ from, to, kind, day }, again),
      () => call("rates.undo", { rateNo }),
      () => call("rates.save", { from, to, kind, day, rate, source }),
    );
  return (
    <section aria-label={t("All of your firm's rates")}>
      <h2 className={styles.title}>{t("All of your firm's rates")}</h2>
      <RateTable
        label={t("All of your firm's rates")}
        last={t("Entered")}
        rows={rates.map((rate) => ({
          rate,
          last: (
            <>
              {`${nameOfNoted(rate.person)}, `}
              <AsOf instant={rate.enteredAt} nowMs={nowMs} />
            </>
          ),
          act: { word: t("Remove"), words: t("Remove"), disabled: pending, run: undoRate },
        }))}
      />
    </section>
  );
}
