import { Plus } from "lucide-react";
import { useState } from "react";
import type { EnteredRate, EntityTreeVersion } from "#shared/model/entity-tree.ts";
import { call } from "../../api/client.ts";
import { Answer } from "../../blocks/answer.tsx";
import { DecidedBy } from "../../blocks/decided-by.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { formatNumeral } from "../../format/amount.ts";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useBarMonth } from "../../state/chosen-span.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { DayDialog } from "./day-dialog.tsx";
import styles from "./group.module.css";
import { RATE_WORDS } from "./group-words.ts";
import { RateDialog } from "./rate-dialog.tsx";
import { type RateForm, type RateNeed, rateNeeds } from "./rate-form.ts";
import { useGroupActs } from "./use-group-acts.ts";

/** The rates that the bar's period needs, the missing ones first, and all that were entered. */
export function Rates({ tree }: { readonly tree: EntityTreeVersion }) {
  const month = useBarMonth(null);
  const needed = useCoreQuery("groups.rates", { treeId: tree.treeId, period: month });
  const [form, setForm] = useState<RateForm | null>(null);
  const to = needed.data?.to ?? "";
  const blank: RateForm = { from: "", to: tree.tree.presentation.currency, kind: "closing", day: to, rate: "", source: "" };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <section className={styles.content} tabIndex={0} aria-label={t("Rates")}>
      <div className={styles.acts}>
        <h2 className={styles.title}>{to === "" ? t("Needed rates") : t("Rates that {to} needs", { to: formatDay(to) })}</h2>
        <span className={styles.push} />
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => setForm(blank)}>
          {t("Enter a rate…")}
        </Button>
      </div>
      <Answer query={needed} label={t("the rates")}>
        {(answer) =>
          answer.needed.length === 0 ? (
            <EmptyNote title={t("No rate is needed")}>
              <p>{t("Every member keeps its books in {currency}.", { currency: tree.tree.presentation.currency })}</p>
            </EmptyNote>
          ) : (
            <Needed tree={tree} needs={rateNeeds(answer.needed)} onEnter={(need) => setForm({ ...blank, ...need })} />
          )
        }
      </Answer>
      <AllRates />
      {form === null ? null : <RateDialog start={form} onClose={() => setForm(null)} />}
    </section>
  );
}

interface NeededProps {
  readonly tree: EntityTreeVersion;
  readonly needs: readonly RateNeed<EnteredRate>[];
  readonly onEnter: (rate: Partial<RateForm>) => void;
}

function Needed({ tree, needs, onEnter }: NeededProps) {
  const missing = needs.filter(({ entered }) => entered === null).length;
  const nameOf = (id: string) => tree.tree.nodes.find((node) => node.id === id)?.name ?? id;
  return (
    <>
      <p className={styles.quiet} role="status">
        {missing === 0
          ? t("All of them are entered.")
          : t("{missing} of {needs} missing. Figures are shown once all are known.", { missing, needs: needs.length })}
      </p>
      <table className={styles.table} aria-label={t("Rates that are needed")}>
        <thead>
          <tr>
            <th scope="col">{t("Rate")}</th>
            <th scope="col">{t("Kind")}</th>
            <th scope="col">{t("Day")}</th>
            <th scope="col" className={styles.end}>
              {t("One unit is")}
            </th>
            <th scope="col">{t("Source")}</th>
            <th scope="col">{t("For")}</th>
            <th scope="col">{t("Acts")}</th>
          </tr>
        </thead>
        <tbody>
          {needs.map((need) => (
            <NeedRow
              key={`${need.from} ${need.kind} ${need.day}`}
              tree={tree}
              need={need}
              members={need.nodeIds.map(nameOf).join(", ")}
              onEnter={onEnter}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface NeedRowProps {
  readonly tree: EntityTreeVersion;
  readonly need: RateNeed<EnteredRate>;
  readonly members: string;
  readonly onEnter: NeededProps["onEnter"];
}

function NeedRow({ tree, need: { from, to, kind, day, entered, nodeIds }, members, onEnter }: NeedRowProps) {
  const [naming, setNaming] = useState(false);
  const name = t("{word} rate {from} to {to}", { word: RATE_WORDS[kind].word.toLowerCase(), from, to });
  return (
    <tr>
      <th scope="row">{t("{from} to {to}", { from, to })}</th>
      <td title={RATE_WORDS[kind].means}>{RATE_WORDS[kind].word}</td>
      <td>{day === null ? t("not named") : `${kind === "average" ? t("through ") : ""}${formatDay(day)}`}</td>
      <td className={styles.end}>{entered === null ? <Chip tone="warning" word={t("Missing")} /> : formatNumeral(entered.rate)}</td>
      <td>{entered?.source ?? ""}</td>
      <td>{members}</td>
      <td>
        {day === null ? (
          <Button aria-label={t("Name the day of the {name}", { name })} onClick={() => setNaming(true)}>
            {t("Name the day…")}
          </Button>
        ) : (
          <Button
            kind={entered === null ? "plain" : "quiet"}
            aria-label={t("{entered} the {name}", { entered: entered === null ? t("Enter") : t("Change"), name })}
            onClick={() => onEnter({ from, to, kind, day, rate: entered?.rate ?? "", source: entered?.source ?? "" })}
          >
            {entered === null ? t("Enter…") : t("Change…")}
          </Button>
        )}
        {naming ? <DayDialog tree={tree} nodeIds={nodeIds} members={members} onClose={() => setNaming(false)} /> : null}
      </td>
    </tr>
  );
}

function AllRates() {
  const query = useCoreQuery("rates.list", {});
  const { act, pending } = useGroupActs();
  if ((query.data?.rates.length ?? 0) === 0) return null;
  const takeBack = ({ rateNo, from, to, kind, day, rate, source }: EnteredRate) =>
    act(
      t("Rate {from} to {to} of {day} taken back.", { from, to, day: formatDay(day) }),
      () => call("rates.undo", { rateNo }),
      () => call("rates.save", { from, to, kind, day, rate, source }),
    );
  return (
    <section aria-label={t("Every rate")}>
      <h2 className={styles.title}>{t("Every rate that was entered")}</h2>
      <table className={styles.table} aria-label={t("Every rate that was entered")}>
        <thead>
          <tr>
            <th scope="col">{t("Rate")}</th>
            <th scope="col">{t("Kind")}</th>
            <th scope="col">{t("Day")}</th>
            <th scope="col" className={styles.end}>
              {t("One unit is")}
            </th>
            <th scope="col">{t("Source")}</th>
            <th scope="col">{t("Entered")}</th>
            <th scope="col">{t("Acts")}</th>
          </tr>
        </thead>
        <tbody>
          {query.data?.rates.map((rate) => (
            <tr key={rate.rateNo}>
              <th scope="row">{t("{from} to {to}", { from: rate.from, to: rate.to })}</th>
              <td>{RATE_WORDS[rate.kind].word}</td>
              <td>{formatDay(rate.day)}</td>
              <td className={styles.end}>{formatNumeral(rate.rate)}</td>
              <td>{rate.source}</td>
              <td>
                <DecidedBy verb="entered" person={rate.person} at={rate.enteredAt} />
              </td>
              <td>
                <Button
                  kind="quiet"
                  disabled={pending}
                  aria-label={t("Take back the {word} rate {from} to {to} of {day}", {
                    word: RATE_WORDS[rate.kind].word.toLowerCase(),
                    from: rate.from,
                    to: rate.to,
                    day: formatDay(rate.day),
                  })}
                  onClick={() => takeBack(rate)}
                >
                  {t("Take back")}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
