import type { StandingLockRow } from "#shared/contract/books/periods.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { lockDays, lockName } from "../../../format/labels/lock-labels.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useNow } from "../../../state/window/now.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import textStyles from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import own from "./change-item.module.css";
import { type ChangeBlock, HAPPENED } from "./record-changes.ts";

interface ChangeItemProps {
  readonly clientId: string;
  readonly block: ChangeBlock;
  readonly locks: readonly StandingLockRow[];
}

/** What one reading found moved in one record: before and after. */
export function ChangeItem({ clientId, block, locks }: ChangeItemProps) {
  const nowMs = useNow();
  const { word, tone, means } = HAPPENED[block.happened];
  const asOf = <AsOf instant={block.detectedAt} nowMs={nowMs} />;
  const behind = locks.filter(({ id }) => block.closedBy.includes(id)).map((lock) => `${lockName(lock)}, ${lockDays(lock)}`);
  return (
    <li className={own.item}>
      <div className={own.head}>
        <Chip tone={tone} word={word} icon={null} title={means} />
        <span className={textStyles.medium}>
          {block.recordKind === "document" ? (
            <a href={`#${documentAddress(clientId, block.recordId)}`}>{withAmounts(block.label)}</a>
          ) : (
            withAmounts(block.label)
          )}
        </span>
        {block.inClosedPeriod ? (
          <Chip
            tone="locked"
            word={t("In closed or locked period")}
            title={behind.length === 0 ? t("Dated in a closed or locked period") : behind.join("\n")}
          />
        ) : null}
        <span className={own.when}>
          {block.date === null ? (
            <Sentence text="Detected {asOf}," values={{ asOf }} />
          ) : (
            <Sentence text="Dated {date}, detected {asOf}," values={{ date: formatDay(block.date), asOf }} />
          )}{" "}
          {block.by === null ? t("user unknown") : <ByUs by={block.by} />}
        </span>
      </div>
      {block.fields.length === 0 ? null : (
        <table className={own.fields} aria-label={t("What changed in {label}", { label: block.label })}>
          <thead className={own.hidden}>
            <tr>
              <th scope="col">{t("Field")}</th>
              <th scope="col">{t("Before")}</th>
              <th scope="col">{t("After")}</th>
            </tr>
          </thead>
          <tbody>
            {block.fields.map(({ changeNo, field, before, after }) => (
              <tr key={changeNo}>
                <th scope="row">{capitalized(field)}</th>
                <td className={textStyles.muted}>{before === null ? <Nothing /> : valueText(before)}</td>
                <td className={own.after}>{after === null ? <Nothing /> : valueText(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}

/** A day or an amount as people write it; any other value as it is. */
function valueText(value: string): string {
  return withAmounts(formatDay(value));
}

function Nothing() {
  return <span className={textStyles.muted}>{t("Empty")}</span>;
}

function ByUs({ by }: { readonly by: NonNullable<ChangeBlock["by"]> }) {
  return (
    <span title={t("Sent from Tieout: {title}", { title: by.title })}>
      {t("sent from Tieout by {person}", { person: nameOfNoted(by.person) })}
    </span>
  );
}
